import * as glue from "../texts/texts.js";
import { engine } from "../engine/engine.js";

function location() {
  return new URL("../texts/texts_bg.wasm", import.meta.url);
}

/** The time that it may take to arrive: 7 KB a second are enough, uncompressed too. */
const MODULE_TIMEOUT_MS = 240_000;

/** Loads the WebAssembly module that makes indexes of texts, once for all that use it. */
export const textsEngine = engine(glue, location, MODULE_TIMEOUT_MS);
