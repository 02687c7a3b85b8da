import * as glue from "../full/full.js";
import { engine } from "../engine/engine.js";

function location() {
  return new URL("../full/full_bg.wasm", import.meta.url);
}

/** Loads the WebAssembly module that makes indexes, once for all that use it. */
export const fullEngine = engine(glue, location);
