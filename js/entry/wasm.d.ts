import type { WasmModule } from "./index.js";

/** Where `.wasm` files are imported as modules: Cloudflare Workers, bundlers that are told to. */
declare const module: WasmModule;
export default module;
