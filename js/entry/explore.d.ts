import type {
  OpenOptions,
  Explorer,
  ReadFile,
  ShardedExplorer,
  ShardedOpenOptions,
  Source,
} from "./index.js";

export type * from "./index.js";
export { KindexError } from "./index.js";

/**
 * Opens an index, with a WebAssembly module that finds the way through chunks and explains scores
 * besides. Rejects with a {@link KindexError}.
 *
 * An address that ends in "/" is a folder, and a function reads the files of one; what is in it,
 * one file or several, is asked by promises.
 */
export function open(
  source: `${string}/` | ReadFile,
  options?: ShardedOpenOptions,
): Promise<ShardedExplorer>;
export function open(
  source: `${string}.kdx` | `${string}.gz` | Exclude<Source, string | URL> | PromiseLike<Source>,
  options?: OpenOptions,
): Promise<Explorer>;
/** For an address that may name either kind of index: `await` suits both. */
export function open(
  source: Source | ReadFile | PromiseLike<Source>,
  options?: ShardedOpenOptions,
): Promise<Explorer | ShardedExplorer>;
