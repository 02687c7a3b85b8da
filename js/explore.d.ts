import type { Explorer, ExploreOpenOptions, Source } from "./index.js";

export type * from "./index.js";
export { KindexError } from "./index.js";

/**
 * Opens an index, with a WebAssembly module that finds the way through chunks and explains scores
 * besides. Rejects with a {@link KindexError}.
 */
export function open(
  source: Source | PromiseLike<Source>,
  options?: ExploreOpenOptions,
): Promise<Explorer>;
