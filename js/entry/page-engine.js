import * as glue from "../page/page.js";
import { engine } from "../engine/engine.js";

/** The address, in the form that bundlers and tracers of dependencies look for. */
function location() {
  return new URL("../page/page_bg.wasm", import.meta.url);
}

/** Loads the WebAssembly module for pages, once for all that use it. */
export const pageEngine = engine(glue, location);
