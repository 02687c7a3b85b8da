// kindex/explore in Cloudflare Workers, which import WebAssembly and compile none.
import wasm from "../explore/explore_bg.wasm";
import { open as openWith } from "../entry/explore.js";

export { KindexError } from "../entry/explore.js";

export const open = (source, options) => openWith(source, { ...options, wasm: options?.wasm ?? wasm });
