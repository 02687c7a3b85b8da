import { createMcp } from "kindex/mcp";
import { bundled, createWorker } from "kindex/worker";
import index from "../site.kdx";

export default createWorker({ mcp: createMcp, source: bundled(index), rateLimit: "LIMIT" });
