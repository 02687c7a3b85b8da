import type { Builder as FullBuilder, ChangeableIndex as FullIndex } from "./build.js";
import type {
  BuilderOptions as AllOptions,
  FinishOptions,
  Index,
  Opener,
  ShardedIndex,
} from "./index.js";

export type * from "./index.js";
export { KindexError } from "./index.js";

/** Opens an index as `kindex` does, with the WebAssembly module that makes indexes of texts. */
export const open: Opener<ChangeableIndex, ShardedIndex>;

/** An open index of which changes make others, as that of `kindex/build`. */
export interface ChangeableIndex extends Index, Pick<FullIndex, "bytes"> {
  /** The index after a change: see `with` of the index of `kindex/build`. */
  with(...change: Parameters<FullIndex["with"]>): ChangeableIndex;
}

type Bytes = ReturnType<FullIndex["bytes"]>;

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
