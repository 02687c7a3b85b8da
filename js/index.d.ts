/** What an index can be opened from. In Node a string without scheme is a path. */
export type Source = string | URL | ArrayBufferLike | ArrayBufferView | Response | Blob;

/** What a WebAssembly module can be loaded from. */
export type WasmSource = Source | WebAssembly.Module;

export interface OpenOptions {
  /**
   * The WebAssembly module, where it cannot be found next to the script: in Cloudflare Workers,
   * `import wasm from "kindex/search.wasm"`. Counts until a module is loaded, which happens once.
   */
  wasm?: WasmSource | PromiseLike<WasmSource> | undefined;
}

/** Opens an index. Rejects with a {@link KindexError}. */
export function open(
  source: Source | PromiseLike<Source>,
  options?: OpenOptions,
): Promise<Index>;

/** An open index. Everything it does throws a {@link KindexError} where it fails. */
export interface Index {
  /** The best parents for a query, best first. Any text is a query. */
  search(query: string, options?: SearchOptions): Results;
  /** What the index holds. */
  stats(): Stats;
  /** Reads and checks every byte; throws where one is wrong. */
  verify(): void;
  /** Gives the memory back. Closing twice does no harm; everything else then fails. */
  close(): void;
}

export interface SearchOptions {
  /** At most so many hits. Default 10. */
  limit?: number | undefined;
  /** Whether the last word may be the beginning of one, for results as one types. */
  prefix?: boolean | undefined;
  /** The level whose chunks are returned, 0 being the children. Default 1, if there is one. */
  returnLevel?: number | undefined;
  /** How the scores of its children become a parent's. Default "max". */
  collapse?: "max" | "mean" | "sum" | undefined;
  /** BM25's k1, at least 0. Default 1.2. */
  k1?: number | undefined;
  /** BM25's b, 0 to 1. Default 0.75. */
  b?: number | undefined;
  /** How much a word in the title counts, where one in the body counts 1. Default 2. */
  title?: number | undefined;
  /** How much a word in a heading above the passage counts. Default 2. */
  heading?: number | undefined;
  /**
   * How much of the scores of what a child lies in is added to its own: one weight for each level
   * above the children, then one for the document. Default 0.5 for the parent, 0.25 for the
   * document and 0 between.
   */
  blend?: readonly number[] | undefined;
  /** How much of the title's score as a text of its own is added. Default 0.5. */
  titleScore?: number | undefined;
  /**
   * How much of the best possible score is added to a page whose title is the query, and to the
   * beginning of a section whose heading is. Default 0.5.
   */
  exactTitle?: number | undefined;
  /** Only documents that have one of the values for each of the keys. */
  filters?: Readonly<Record<string, string | readonly string[]>> | undefined;
}

/** All offsets are UTF-16 units, as strings in JavaScript count them. */
export interface Results {
  /** The query as given. */
  query: string;
  /** How many chunks match; `hits` has the best of them. */
  total: number;
  /** Best first. */
  hits: Hit[];
}

/** A parent that matches. */
export interface Hit {
  /** The document's id, `#`, the level, `.`, and the position in that level of the document. */
  id: string;
  /** The document's id. */
  document: string;
  /** The document's address; may be empty. */
  url: string;
  /** The fragment of the heading above the best match, without `#`; may be empty. */
  anchor: string;
  /** The document's title; may be empty. */
  title: string;
  /** The headings above the best match, strongest first. */
  headings: string[];
  /** Higher is better; comparable within one search only. */
  score: number;
  /** The level of the chunk, 0 being the children. */
  level: number;
  /** The whole text of the chunk. */
  text: string;
  /** The part of the text, at most 200 characters, in which the query shows best. */
  snippet: string;
  /** Where in `text` the snippet begins. */
  snippetStart: number;
  /** Start and end in `text` of each place where a word of the query stands, in order. */
  highlights: [start: number, end: number][];
  /** The children that match: the best one, then the others in the order of the text. */
  children: ChildHit[];
  /** What is known of the document besides. */
  meta: Record<string, string>;
}

/** A child that matches. */
export interface ChildHit {
  /** Made like the id of the parent. */
  id: string;
  /** The child's own score. */
  score: number;
  /** Where in the parent's text it starts. */
  start: number;
  /** Where in the parent's text it ends. */
  end: number;
}

export interface Stats {
  /** Size of the whole index. */
  bytes: number;
  /** The language in which words were stemmed. */
  language: string;
  documents: number;
  headings: number;
  /** Distinct words as written. */
  words: number;
  /** Distinct stems. */
  stems: number;
  /** Terms in the bodies of all children. */
  terms: number;
  /** The share of its size by which a chunk reaches back into the one before. */
  overlap: number;
  /** Children first. */
  levels: { size: number; chunks: number }[];
  /** Name and size in bytes of each section of the index. */
  sections: { name: string; bytes: number }[];
}

/** Makes indexes. Everything it does throws a {@link KindexError} where it fails. */
export interface Builder {
  /** Adds a document. The builder is as before where that fails. */
  add(document: Document): void;
  /**
   * Adds what a file holds: Markdown, MDX, HTML, text or JSON Lines, as its name says. `path` is
   * relative to the site's root, with forward slashes, and becomes the document's id.
   *
   * Records of JSON Lines that cannot be added are left out and named in `warnings`, and the others
   * are added. A page that cannot be added throws, and the builder is as before.
   */
  addFile(path: string, content: string | ArrayBufferLike | ArrayBufferView): Added;
  /** The index of everything added. The builder cannot be used afterwards. */
  finish(): Uint8Array<ArrayBuffer>;
}

export const Builder: {
  /** Loads what makes indexes, the first time it is called. */
  create(options?: BuilderOptions): Promise<Builder>;
};

export interface BuilderOptions extends OpenOptions {
  /** The largest chunks of each level in characters. Default [2000, 500]. */
  levels?: readonly number[] | undefined;
  /** The share of its size by which a chunk reaches back, 0 to 0.5. Default 0. */
  overlap?: number | undefined;
  /** The language in which words are stemmed, such as "de"; "none" for none. Default "en". */
  language?: string | undefined;
  /** What the URLs of files begin with. */
  baseUrl?: string | undefined;
  /** The generator that publishes the files; decides URLs and the ids of headings. */
  site?:
    | "plain"
    | "mdbook"
    | "vitepress"
    | "docusaurus"
    | "hugo"
    | "mkdocs"
    | "jekyll"
    | "mdn"
    | "react"
    | undefined;
}

export interface Document {
  /** Unique. */
  id: string | number;
  /** Where a reader finds it. */
  url?: string | undefined;
  title?: string | undefined;
  /** Plain text; headings, code, lists and tables may be written as in Markdown. */
  text: string;
  /** A BCP 47 tag. */
  lang?: string | undefined;
  /** Returned with hits. Values that are no strings come back as JSON. */
  meta?: Readonly<Record<string, unknown>> | undefined;
  /** What searches can be narrowed to. */
  filters?: Readonly<Record<string, FilterValue | readonly FilterValue[]>> | undefined;
}

export type FilterValue = string | number | boolean;

/** What became of a file. */
export interface Added {
  /** How many documents were added. */
  documents: number;
  /** What was wrong with it, such as records that were left out, for people. */
  warnings: string[];
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
  | "invalid_document"
  /** A file's name does not tell how to read it. */
  | "unknown_format"
  /** The network or the server; see `url` and `status`. */
  | "fetch_failed"
  /** The file system. */
  | "read_failed"
  /** The WebAssembly module does not start. */
  | "wasm_failed"
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
  /** What could not be fetched. */
  readonly url?: string;
  /** The status that the server answered. */
  readonly status?: number;
}
