// kindex in Cloudflare Workers, which import WebAssembly and compile none.
import wasm from "../search/search_bg.wasm";
import { isFolder } from "../engine/bytes.js";
import { open as openAny } from "../entry/index.js";

export { KindexError } from "../entry/index.js";

/** A folder takes another module, `kindex/sharded.wasm`. */
export const open = (source, options) =>
  openAny(source, isFolder(source) ? options : { ...options, wasm: options?.wasm ?? wasm });
