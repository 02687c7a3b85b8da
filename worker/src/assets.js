import { createMcp } from "kindex/mcp";
import { assets, createWorker } from "kindex/worker";
import wasm from "kindex/explore.wasm";

// A path that ends in "/" is an index in several files; "/site.kdx" would be one file.
export default createWorker({ wasm, mcp: createMcp, source: assets("/search/"), rateLimit: "LIMIT" });
