import type { ExploreGroupResults, GroupResults, Results } from "./results.js";
import type { ExploreSearchOptions, GroupSearchOptions, SearchOptions, ShardedSearchOptions } from "./search-options.js";

export type * from "./build-options.js";
export type * from "./explorer.js";
export type * from "./results.js";
export type * from "./search-options.js";

/** A source of an index. In Node a string without scheme is a path. */
export type Source = string | URL | ArrayBufferLike | ArrayBufferView | Response | Blob;

/** A WebAssembly module that is compiled; Node's own types have no name for it. */
export type WasmModule = typeof globalThis extends {
  WebAssembly: { Module: abstract new (...args: never) => infer Module };
}
  ? Module
  : never;

/** A source of a WebAssembly module. */
export type WasmSource = Source | WasmModule;

export interface OpenOptions {
  /**
   * The WebAssembly module, where it cannot be found next to the script: for Cloudflare Workers that
   * are built without the condition `workerd`, `import wasm from "kindex/page.wasm"`. Counts until
   * a module is loaded, which happens once.
   */
  wasm?: WasmSource | PromiseLike<WasmSource> | undefined;
}

/** For an index in another thread. */
export interface ThreadedOpenOptions extends ShardedOpenOptions {
  /** Whether to search in another thread, so that neither opening nor searching holds up the page. */
  worker: true;
}

/**
 * Reads a file of a folder by its name, from wherever they are kept. Nothing is for a file that is not
 * there. `cache` is for `fetch`: "no-cache" for the first file, whose content changes; "reload" for a file that
 * came before and was not right, and for the first file when another one may be in its place.
 */
export type ReadFile = (
  name: string,
  options: { signal?: AbortSignal | undefined; cache?: "no-cache" | "reload" | undefined },
) => Source | null | undefined | PromiseLike<Source | null | undefined>;

/** One of several indexes that are searched as one. */
export type GroupSource<Of = Source | ReadFile> =
  | Of
  | {
      src: Of;
      /** What hits of this index are to have as `label`. */
      label?: string | undefined;
      /** The factor for the scores of its documents, above 0 and at most 100. Default 1. */
      weight?: number | undefined;
    };

/** For indexes in several files, for folders, and for indexes in another thread. */
export interface ShardedOpenOptions extends OpenOptions {
  /** About how many bytes of shards to keep in memory. Default 64 MiB. */
  cacheBytes?: number | undefined;
  /**
   * Whether searches at the same time that need the same file wait for one reading of it. Default
   * true. False is for where one request must not wait for what another one reads, as in Cloudflare
   * Workers: each search then reads the files that it needs and does not have yet.
   */
  coalesce?: boolean | undefined;
}

/** An open index in several files, or whichever a folder has, or one in another thread. */
export interface ShardedIndex {
  /**
   * The best hits. Loads the files that the answer needs and does not have yet: the lists of the
   * words at the same time, then the texts; for filters and `sort` much more, and for quoted
   * words as much as `phraseBytes` allows. Rejects with a {@link KindexError}, as soon as a file fails:
   * `fetch_failed` where it is not there and `corrupt` where it was altered. Other queries go on.
   */
  search(query: string, options?: ShardedSearchOptions): Promise<Results>;
  /**
   * Gives the memory back, stops requests, and ends the thread where it has one; searches under way reject with `closed`. Closing
   * twice does no harm.
   */
  close(): void;
}

/** Several open indexes, which are searched as one. */
export interface IndexGroup<OfFolder = ShardedIndex, Options = GroupSearchOptions, Found = GroupResults> {
  /**
   * The best hits of all, nearly always with the scores of one index of all their documents. Each says which index it is
   * from. An index that cannot be had is named in the results, and the rest answers. It is tried again after
   * half a minute. Rejects with a {@link KindexError} where none can be had.
   */
  search(query: string, options?: Options): Promise<Found>;
  /** The indexes, in the order of the sources, each to be asked by itself; undefined for one that cannot be opened. */
  readonly indexes: (OfFolder | undefined)[];
  /** Why each that is not among these cannot be opened, in the same order; undefined for one that is open. */
  readonly errors: unknown[];
  /** The labels of the indexes, in the same order; undefined for one that has none. */
  readonly labels: (string | undefined)[];
  /** Gives the memory of all back, and stops requests. Closing twice does no harm. */
  close(): void;
}

/**
 * Opens an index. Rejects with a {@link KindexError}.
 *
 * An address that ends in "/" is a folder, and a function reads the files of one: an index in several
 * files, or in one that is called `index.kdx`. Its `search` gives a promise. So does that of an index in
 * another thread, with `worker: true`. `await` suits all of them.
 *
 * A list of sources is searched as one index, with a WebAssembly module of its own.
 */
export function open(
  sources: readonly GroupSource<Source>[],
  options: ThreadedOpenOptions,
): Promise<Omit<IndexGroup, "indexes" | "errors" | "labels">>;
export function open(
  sources: readonly GroupSource[],
  options?: ShardedOpenOptions,
): Promise<IndexGroup>;
export function open(
  source: Source | PromiseLike<Source>,
  options: ThreadedOpenOptions,
): Promise<ShardedIndex>;
export function open(
  source: `${string}/` | ReadFile,
  options?: ShardedOpenOptions,
): Promise<ShardedIndex>;
export function open(
  source: `${string}.kdx` | `${string}.gz` | Exclude<Source, string | URL> | PromiseLike<Source>,
  options?: OpenOptions,
): Promise<Index>;
/** For an address or an option that may ask for either: `await` suits both. */
export function open(
  source: Source | ReadFile | PromiseLike<Source>,
  options?: ShardedOpenOptions & { worker?: boolean | undefined },
): Promise<Index | ShardedIndex>;

/**
 * The function `open` of entries that make or explore indexes. An address that ends in "/" is a folder, and a
 * function reads the files of one; what is in it, one file or several, is asked by promises.
 */
export interface Opener<OfFile, OfFolder> {
  (
    sources: readonly GroupSource[],
    options?: ShardedOpenOptions,
  ): Promise<IndexGroup<OfFolder, GroupSearchOptions & ExploreSearchOptions, ExploreGroupResults>>;
  (source: `${string}/` | ReadFile, options?: ShardedOpenOptions): Promise<OfFolder>;
  (
    source: `${string}.kdx` | `${string}.gz` | Exclude<Source, string | URL> | PromiseLike<Source>,
    options?: OpenOptions,
  ): Promise<OfFile>;
  /** For an address that may name either kind of index: `await` suits both. */
  (
    source: Source | ReadFile | PromiseLike<Source>,
    options?: ShardedOpenOptions,
  ): Promise<OfFile | OfFolder>;
}

/** An open index. Everything it does throws a {@link KindexError} where it fails. */
export interface Index {
  /**
   * The best parents for a query, best first. Any text is a query; docs/queries.md says what `"a phrase"`,
   * `+word`, `-word`, `NOT word`, `title:word` and `OR` do, which in queries of more than ten parts is nothing.
   */
  search(query: string, options?: SearchOptions): Results;
  /** Gives the memory back. Closing twice does no harm; everything else then fails. */
  close(): void;
}

export type ErrorCode =
  /** The bytes are no index. */
  | "not_an_index"
  /** The index is of another version, or needs something that this version lacks. */
  | "unsupported_version"
  | "unknown_flags"
  | "unknown_analyzer"
  /** The index is cut off. */
  | "truncated"
  /** The index was altered. */
  | "corrupt"
  /** More than an index can number. */
  | "too_large"
  | "out_of_memory"
  /** An option is unknown or has a value that cannot be used. */
  | "invalid_option"
  /** An argument is of the wrong type. */
  | "invalid_argument"
  /** Nothing in the index has the id. */
  | "unknown_id"
  | "invalid_document"
  /** A file's name does not tell how to read it. */
  | "unknown_format"
  /** The network or the server; see `url` and `status`. */
  | "fetch_failed"
  /** The file system. */
  | "read_failed"
  /** The WebAssembly module does not start. */
  | "wasm_failed"
  /** The thread of an index has failed. */
  | "thread_failed"
  /** The embedder gives no vector with which the index can be searched; `cause` may say why. */
  | "embedder_failed"
  /** The index was closed. */
  | "closed"
  /** The builder has finished. */
  | "finished";

/** Everything that Kindex itself finds wrong. */
export class KindexError extends Error {
  constructor(code: ErrorCode, message: string, details?: object);
  readonly name: "KindexError";
  /** The kind of error; stays the same between versions. */
  readonly code: ErrorCode;
  /** The address that could not be fetched. */
  readonly url?: string;
  /** The status that the server answered. */
  readonly status?: number;
}
