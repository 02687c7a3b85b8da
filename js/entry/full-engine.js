import * as glue from "../full/full.js";
import { engine } from "../engine/engine.js";

function location() {
  return new URL("../full/full_bg.wasm", import.meta.url);
}

/** The time that it may take to arrive: 7 KB a second are enough, uncompressed too. */
const MODULE_TIMEOUT_MS = 600_000;

/** Loads the WebAssembly module that makes indexes, once for all that use it. */
export const fullEngine = engine(glue, location, MODULE_TIMEOUT_MS);
