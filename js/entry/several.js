/**
 * Searches several indexes as one: index.js loads this for `open([...])`, with a WebAssembly module of its own.
 */
import * as glue from "../several/several.js";
import { engine } from "../engine/engine.js";
import { groupOpener } from "../shards/group.js";
import { ShardedIndex } from "../shards/sharded-index.js";

function location() {
  return new URL("../several/several_bg.wasm", import.meta.url);
}

export const open = groupOpener(engine(glue, location), ShardedIndex);
