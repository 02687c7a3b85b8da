// kindex in Cloudflare Workers, which import WebAssembly and compile none.
import wasm from "../page/page_bg.wasm";
import { KindexError, open as openWith } from "../entry/index.js";

export { KindexError } from "../entry/index.js";

const SEVERAL = 'several indexes need another module: give { wasm } of "kindex/several.wasm", or open them with kindex/explore';

export async function open(source, options) {
  if (Array.isArray(source) && !options?.wasm) throw new KindexError("invalid_option", SEVERAL);
  return openWith(source, { ...options, wasm: options?.wasm ?? wasm });
}
