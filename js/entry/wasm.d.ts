import type { WasmModule } from "./index.js";

/**
 * For platforms that import `.wasm` files as modules: Cloudflare Workers, bundlers that are told
 * to.
 */
declare const module: WasmModule;
export default module;
