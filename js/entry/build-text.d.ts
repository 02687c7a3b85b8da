import type { Builder as FullBuilder } from "./build.js";
import type {
  BuilderOptions as AllOptions,
  FinishOptions,
  Document,
  Index,
  OpenOptions,
  ReadFile,
  ShardedIndex,
  ShardedOpenOptions,
  Source,
} from "./index.js";

export type * from "./index.js";
export { KindexError } from "./index.js";

/** Opens an index as `kindex` does, with the WebAssembly module that makes indexes of texts. */
export function open(
  source: `${string}/` | ReadFile,
  options?: ShardedOpenOptions,
): Promise<ShardedIndex>;
export function open(
  source: `${string}.kdx` | `${string}.gz` | Exclude<Source, string | URL> | PromiseLike<Source>,
  options?: OpenOptions,
): Promise<ChangeableIndex>;
/** For an address that may name either kind of index: `await` suits both. */
export function open(
  source: Source | ReadFile | PromiseLike<Source>,
  options?: ShardedOpenOptions,
): Promise<ChangeableIndex | ShardedIndex>;

/** An open index of which changes make others, as that of `kindex/build`. */
export interface ChangeableIndex extends Index {
  /** The index after a change: see `with` of the index of `kindex/build`. */
  with(
    added?: readonly Document[] | null,
    removed?: readonly (string | number)[] | null,
  ): ChangeableIndex;
  /** A copy of its bytes, to keep or to send. */
  bytes(): Bytes;
}

/** A `Uint8Array` over memory of its own: `Uint8Array<ArrayBuffer>` from TypeScript 5.7 on. */
type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

/** The settings of a {@link Builder}: those of `kindex/build` that are not about other files. */
export interface BuilderOptions
  extends Pick<
    AllOptions,
    | "wasm"
    | "levels"
    | "overlap"
    | "unit"
    | "parents"
    | "sectionDepth"
    | "synonyms"
    | "baseUrl"
    | "tenant"
    | "mergeable"
  > {
  /**
   * The places at which documents are cut: at headings, then between blocks, sentences and words;
   * or in windows as large as may be, wherever headings are. Default "sections".
   */
  chunker?: "sections" | "windows" | undefined;
  /** The language of documents that name none. With "none" no words are stemmed. Default "en". */
  language?: "en" | "none" | (string & {}) | undefined;
}

/**
 * Makes indexes of documents and of files of text and JSON Lines, in English or without stems. They
 * are, byte for byte, those of `kindex/build`.
 *
 * Other files are refused with the code `unknown_format`, and documents in other languages that
 * `kindex/build` knows with `invalid_option`.
 */
export interface Builder extends Pick<FullBuilder, "add" | "addFile"> {
  /**
   * A builder for each tenant of the documents, in the order of names, or one without a name where
   * they name none. An index is of one tenant, so `finish` throws where documents are of several.
   * This builder cannot be used afterwards.
   */
  byTenant(): [tenant: string | undefined, builder: Builder][];
  /**
   * The index of everything added, which may be nothing with `mergeable`. The builder cannot be used
   * afterwards.
   */
  finish(): Bytes;
  /** The same index as the files of a folder: see `finishFiles` of the builder of `kindex/build`. */
  finishFiles(options?: FinishOptions): IterableIterator<[name: string, bytes: Bytes]>;
}

export const Builder: {
  /** Loads what makes indexes, the first time it is called. */
  create(options?: BuilderOptions): Promise<Builder>;
};
