import { createMcp } from "kindex/mcp";
import { assets, createWorker } from "kindex/worker";

// A path that ends in "/" is an index in several files; "/site.kdx" would be one file.
export default createWorker({ mcp: createMcp, source: assets("/search/"), rateLimit: "LIMIT" });
