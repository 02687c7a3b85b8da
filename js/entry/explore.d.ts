import type { Explorer, Opener, ShardedExplorer } from "./index.js";

export type * from "./index.js";
export { KindexError } from "./index.js";

/**
 * Opens an index, with a WebAssembly module that finds the way through chunks and explains scores
 * besides. Rejects with a {@link KindexError}.
 */
export const open: Opener<Explorer, ShardedExplorer>;
