/**
 * Searches, finds the way through the chunks, and explains: with the WebAssembly module that does
 * all but make indexes.
 */
import * as glue from "./explore/explore.js";
import { engine } from "./engine.js";
import { Explorer } from "./explorer.js";
import { opener } from "./searcher.js";

export { KindexError } from "./errors.js";

export const open = opener(
  engine(glue, () => new URL("./explore/explore_bg.wasm", import.meta.url)),
  Explorer,
);
