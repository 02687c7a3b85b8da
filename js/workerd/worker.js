// kindex/worker in Cloudflare Workers, which import WebAssembly and compile none.
import wasm from "../explore/explore_bg.wasm";
import { createWorker as createWith } from "../entry/worker.js";

export { assets, bucket, bundled, pages } from "../entry/worker.js";

export const createWorker = (config) => createWith({ ...config, wasm: config?.wasm ?? wasm });
