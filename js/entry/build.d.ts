import type {
  Added,
  BuilderOptions,
  ChunkText,
  Document,
  Explorer,
  FileOptions,
  FinishOptions,
  Opener,
  ShardedExplorer,
  SurveyOptions,
  VectorOptions,
} from "./index.js";

export type * from "./index.js";
export { KindexError } from "./explore.js";

/** Opens an index as `kindex/explore` does, with the WebAssembly module that makes indexes. */
export const open: Opener<ChangeableIndex, ShardedExplorer>;

/** An open index of which changes make others. */
export interface ChangeableIndex extends Explorer {
  /**
   * The index after a change: first the documents with the ids of `removed` go, then each of `added`
   * takes the place of the one with its id, or is the last. It is, byte for byte, the index that a
   * builder makes of all these documents, with the levels, language, synonyms and pins of this one.
   * This index stays as it is: close it when no search needs it.
   *
   * Only the documents added are cut and read for words, so a change takes a fraction of the time
   * of a build. The first change of an index from bytes takes as long as a build. The next index has
   * no vectors: {@link addVectors} gives it some.
   *
   * Throws, without any change, where the index was built without `mergeable`, an id of `removed` is
   * unknown, or a document cannot be used.
   */
  with(
    added?: readonly Document[] | null,
    removed?: readonly (string | number)[] | null,
  ): ChangeableIndex;
  /** A copy of its bytes, to keep or to send. */
  bytes(): Bytes;
}

/** A `Uint8Array` over memory of its own: `Uint8Array<ArrayBuffer>` from TypeScript 5.7 on. */
type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

/** Makes indexes. Everything it does throws a {@link KindexError} where it fails. */
export interface Builder {
  /** Adds a document. The builder is as before where that fails. */
  add(document: Document): void;
  /**
   * Looks at a file of a site that is going to be added. Give it all of them first, in any order,
   * pages of HTML and the site's own search index (`search/search_index.json` of Material,
   * `*.search-data.*.json` of hugo-book) with their content, others with "". Then `addFile` knows
   * facts that most pages share. It leaves the name of the site out of the titles of finished
   * pages, where most have it. It leaves out pages without `data-pagefind-body`, where others have
   * it. It leaves out text beside finished pages, such as Sphinx's sources of these, unless
   * `textBesidePages` asks for it.
   */
  survey(path: string, content: string | ArrayBufferLike | ArrayBufferView, options?: SurveyOptions): void;
  /**
   * Adds the documents of a file: Markdown, MDX, HTML, text, JSON Lines, tables, programs or
   * exports of conversations, as its name and content say. `path` is relative to the site's root,
   * with forward slashes, and becomes the document's id.
   *
   * Records of JSON Lines and conversations that cannot be added are left out and named in `warnings`, and the others
   * are added. A page that cannot be added throws, and the builder is as before. Pages that no
   * reader looks for, such as one for errors, are left out: see `leftOut` of {@link Added}.
   */
  addFile(path: string, content: string | ArrayBufferLike | ArrayBufferView, options?: FileOptions): Added;
  /** The pages that pins name and nothing added so far is, by id or URL. */
  unknownPins(): { query: string; page: string }[];
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
  finish(options?: { vectors?: undefined }): Bytes;
  /** The same with vectors, but not with `mergeable`. Where these cannot be used, there is no index. */
  finish(options: { vectors: VectorOptions }): Promise<Bytes>;
  /**
   * The same index as the files of a folder, one or several as `layout` says: the name and the bytes of
   * each. Write them to the folder in this order, as they are or compressed with gzip: `index.kdx` comes
   * last, and until it is there the index that it replaces is whole. Each leaves the memory of the module as it is
   * taken, so take them one by one; `new Map(builder.finishFiles())` has them all. The builder cannot be used afterwards.
   */
  finishFiles(options?: FinishOptions & { vectors?: undefined }): IterableIterator<[name: string, bytes: Bytes]>;
  /** The same with vectors. A search then puts what words find in order by both, and loads a few KB more. */
  finishFiles(
    options: FinishOptions & { vectors: VectorOptions },
  ): Promise<IterableIterator<[name: string, bytes: Bytes]>>;
}

/**
 * An index with vectors, in place of those that it has. It is to be in one file: give
 * an index in several files its vectors before, by
 * `finishFiles`. The index that is given stays as it is.
 *
 * Rejects with an `invalid_option` that names the chunk where a vector cannot be used, or the batch
 * where `embed` gives more or fewer vectors than texts; and with the error of `embed`.
 */
export function addVectors(index: ChangeableIndex, vectors: VectorOptions): Promise<ChangeableIndex>;
export function addVectors(index: ArrayBufferLike | ArrayBufferView, vectors: VectorOptions): Promise<Bytes>;

/**
 * The texts of all chunks of a level, 0 being the children, in the order of the index: what is to be
 * embedded. Default 0.
 */
export function chunkTexts(index: ChangeableIndex, level?: number): ChunkText[];

export const Builder: {
  /** Loads what makes indexes, the first time it is called. */
  create(options?: BuilderOptions): Promise<Builder>;
};
