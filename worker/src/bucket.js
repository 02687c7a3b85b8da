import { createMcp } from "kindex/mcp";
import { bucket, createWorker } from "kindex/worker";

// Each tenant has an index of its own, and the secret TOKENS says whose token is whose. For a public
// index leave tokens out, and {tenant} too; a path that ends in "/" is an index in several files.
export default createWorker({ mcp: createMcp, source: bucket("{tenant}/site.kdx"), tokens: "TOKENS", rateLimit: "LIMIT" });
