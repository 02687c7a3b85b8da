// kindex in Cloudflare Workers, which import WebAssembly and compile none.
import wasm from "../page/page_bg.wasm";
import { open as openWith } from "../entry/index.js";

export { KindexError } from "../entry/index.js";

export const open = (source, options) => openWith(source, { ...options, wasm: options?.wasm ?? wasm });
