// Vite bundles what ends in .js before it serves it, and so away from its WebAssembly. This it serves in place.
export * from "../entry/build-text.js";
