/**
 * Searches, finds the way through the chunks, and explains, in one file or several: with the
 * WebAssembly module that does all but make indexes.
 */
import * as glue from "../explore/explore.js";
import { engine } from "../engine/engine.js";
import { Explorer, explorerOpener } from "../explorer/explorer.js";

export { KindexError } from "../engine/errors.js";

function location() {
  return new URL("../explore/explore_bg.wasm", import.meta.url);
}

export const open = explorerOpener(engine(glue, location), Explorer);
