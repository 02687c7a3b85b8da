/**
 * Searches an index in several files, of which only those are loaded that an answer needs: for
 * sites so large that one file is too much for a page.
 */
import * as glue from "../sharded/sharded.js";
import { engine } from "../engine/engine.js";
import { openOptions } from "../engine/options.js";
import { ShardedIndex, shardedOpener } from "../shards/sharded-index.js";

export { KindexError } from "../engine/errors.js";

function location() {
  return new URL("../sharded/sharded_bg.wasm", import.meta.url);
}

const openFolder = shardedOpener(engine(glue, location), ShardedIndex);

/**
 * @param {string | URL | import("./index.js").ReadFile} source
 * @param {import("./index.js").ShardedOpenOptions} [options]
 */
export async function open(source, options) {
  openOptions(options);
  return openFolder(source, options);
}
