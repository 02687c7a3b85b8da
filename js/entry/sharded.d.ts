import type { ReadFile, ShardedIndex, ShardedOpenOptions } from "./index.js";

export type * from "./index.js";
export { KindexError } from "./index.js";

/**
 * Opens an index in several files, made with `kindex build --layout sharded`: its folder, by
 * address or in Node by path, or what reads its files. A folder may also have an index in one file,
 * called `index.kdx`. Rejects with a {@link KindexError}.
 */
export function open(
  source: string | URL | ReadFile,
  options?: ShardedOpenOptions,
): Promise<ShardedIndex>;
