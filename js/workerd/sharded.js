// kindex/sharded in Cloudflare Workers, which import WebAssembly and compile none.
import wasm from "../sharded/sharded_bg.wasm";
import { open as openWith } from "../entry/sharded.js";

export { KindexError } from "../entry/sharded.js";

export const open = (source, options) => openWith(source, { ...options, wasm: options?.wasm ?? wasm });
