import { createMcp } from "kindex/mcp";
import { assets, createWorker } from "kindex/worker";

// For a large site: assets("/search/"), the folder of an index in several files.
export default createWorker({ mcp: createMcp, source: assets("/site.kdx"), rateLimit: "LIMIT" });
