import { createMcp } from "kindex/mcp";
import { bundled, createWorker } from "kindex/worker";
import wasm from "kindex/explore.wasm";
import index from "../site.kdx";

export default createWorker({ wasm, mcp: createMcp, source: bundled(index) });
