/** Where `.wasm` files are imported as modules: Cloudflare Workers, bundlers that are told to. */
declare const module: WebAssembly.Module;
export default module;
