import type { OpenOptions } from "./index.js";
import type { FilterValue } from "./search-options.js";

/** A site's own answer for a query: see docs/synonyms.md. */
export interface Pin {
  query: string;
  /** Whether the whole query is meant, or a beginning of three characters or more is enough. Default "exact". */
  match?: "exact" | "prefix" | undefined;
  /** At most 32 pages by id or URL, in the order in which they are shown. */
  pages: string | readonly string[];
}

/** Facts about a file besides its path and content. */
export interface FileOptions {
  /**
   * The language of its documents where it does not name theirs, as `language` of
   * {@link BuilderOptions}; that is taken where this is not given.
   */
  lang?: string | undefined;
  /** The version of what it is about, where it does not name one: the metadata `version`. */
  version?: string | undefined;
  /**
   * The path of the page that shows the file, where it has none of its own, as in a bundle of Hugo:
   * its URL leads there, with the path below that page's folder, without its extension, as the
   * anchor. Counts for Markdown and for HTML with front matter.
   */
  page?: string | undefined;
  /** The name of the site that it is of, where the files of several are added: see `survey` of the builder. */
  of?: string | undefined;
}

export interface SurveyOptions {
  /** The name of the site that the file is of, where there are several. Default "". */
  of?: string | undefined;
}

export interface FinishOptions {
  /**
   * In how many files the index is: `single`, in one, of which a page loads all; `sharded`, in several, of
   * which a page loads what its queries need; `auto`, in one while it has at most 1,500,000 bytes, some
   * 500 KB compressed. Default `auto`.
   */
  layout?: "auto" | "single" | "sharded" | undefined;
  /**
   * Whether there are pairs of words, by which phrases are found. They are half of all bytes. Without
   * them phrases are read in the texts, as in one file. Default true.
   */
  pairs?: boolean | undefined;
}

/** For `kindex/build`: vectors of chunks, and how an index keeps them. */
export interface VectorOptions {
  /** Any name of the model, with which that of a search is compared: `all-MiniLM-L6-v2`. */
  embedder: string;
  /**
   * Makes vectors of texts, in their order. Texts are those of children, in the order of the index:
   * title and headings, parted by " > ", and below these the text. Give this or `entries`.
   */
  embed?:
    | ((texts: string[]) => ArrayLike<ArrayLike<number>> | PromiseLike<ArrayLike<ArrayLike<number>>>)
    | undefined;
  /** The number of texts at most that are given to `embed` at once. Default 64. */
  batch?: number | undefined;
  /** Keeps what `embed` gives between builds, so that only texts which are new are embedded. */
  cache?: VectorCache | undefined;
  /** Vectors by the ids of chunks, children or parents: pairs, or an object. Give this or `embed`. */
  entries?:
    | Iterable<readonly [id: string, vector: ArrayLike<number>]>
    | Readonly<Record<string, ArrayLike<number>>>
    | undefined;
  /**
   * The chunks that have vectors in the index. A parent without a vector of its own has the mean of
   * its children's. One for each child takes more bytes. Default "parents".
   */
  of?: "parents" | "children" | undefined;
  /**
   * How many numbers are kept of each, by principal component analysis, rounded up to a multiple of
   * eight; 0 keeps all. Default 128.
   */
  dimensions?: number | undefined;
  /**
   * The bits of each number: 4, or 32 for numbers as they are. Default 4.
   */
  bits?: 4 | 32 | undefined;
  /**
   * An index of the build before, opened by `kindex/build` from one file, or its bytes. The new one
   * keeps its principal components, so that an edit changes few bytes: as long as the embedder and the
   * settings are the same, and these fit nearly as well as new ones.
   */
  before?: import("./build.js").ChangeableIndex | ArrayBufferLike | ArrayBufferView | undefined;
}

/** Keeps vectors by keys, which are hashes of a text and of the name of its embedder. A `Map` is one. */
export interface VectorCache {
  get(key: string): ArrayLike<number> | null | undefined | PromiseLike<ArrayLike<number> | null | undefined>;
  set(key: string, vector: Float32Array): unknown;
}

/** A chunk as a model of embeddings reads it. */
export interface ChunkText {
  /** As hits have it. */
  id: string;
  /** The document's title; may be empty. */
  title: string;
  /** The headings above its start, strongest first. */
  headings: string[];
  text: string;
  /** The text to embed: title and headings, parted by " > ", and below these the text. */
  embed: string;
}

/** The options of `Builder.create` of `kindex/build`. */
export interface BuilderOptions extends OpenOptions {
  /**
   * The largest chunks of each level, all falling or all rising; the smallest are searched, and a
   * single size gives plain search of chunks without parents. Default [2000, 500]; in tokens
   * [512, 128]; for windows [2000, 800]; below whole sections or documents the smaller one alone.
   */
  levels?: readonly number[] | undefined;
  /**
   * The share of its size by which a chunk reaches back into the one before it, 0 to 0.5: one for
   * all levels, or one for each in the order of `levels`. Default 0; for windows without `levels`
   * [0, 0.125].
   */
  overlap?: number | readonly number[] | undefined;
  /** The unit of sizes: characters, or tokens of a language model, about. Default "characters". */
  unit?: "characters" | "tokens" | undefined;
  /**
   * The places at which documents are cut: at headings, then between blocks, sentences and words;
   * or in windows as large as may be, wherever headings are; or as sections, with all Markdown and
   * text read as conversations. Default "sections".
   */
  chunker?: "sections" | "windows" | "conversations" | undefined;
  /**
   * The kind of the largest chunks: no larger than the largest size, or whole sections or documents,
   * one level above the sizes. Default "budget".
   */
  parents?: "budget" | "sections" | "documents" | undefined;
  /** Parents begin at headings of the levels 1 to this, up to 6. Default 3. */
  sectionDepth?: number | undefined;
  /** The language of documents that name none, such as "de"; with "none" no words are stemmed. Default "en". */
  language?: string | undefined;
  /**
   * Words by which others are found too, a rule on each line: `js, javascript` (each finds the
   * other) or `k8s => kubernetes` (the first finds the second). See docs/synonyms.md.
   */
  synonyms?: string | undefined;
  /**
   * Pages that are shown first for a query, as a list or as the text of a file in YAML. See docs/synonyms.md.
   */
  pins?: string | readonly Pin[] | undefined;
  /** The beginning of the URLs of files. */
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
  /** The tenant of documents and files that name none. */
  tenant?: string | undefined;
  /** Rooms, in TOML: see docs/conversations.md. Each document in one gets the filter `room`. */
  rooms?: string | undefined;
  /** Words by the names of topics: conversations in which they occur get the filter `topic`. */
  topics?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Whether what conversations state that is worth remembering becomes documents of their own, with
   * the filter `memory`. Default false.
   */
  memories?: boolean | undefined;
  /** Whether text beside finished pages of HTML is read too: see `survey` of the builder. Default false. */
  textBesidePages?: boolean | undefined;
  /**
   * Whether the index keeps what a change needs, 1 to 5 % more: `with` of an index then makes
   * others, and `kindex merge` joins it to others. Not for documents that name tenants, nor for several files. Default false.
   */
  mergeable?: boolean | undefined;
  /** CSS selectors: of HTML pages that have elements which match, just these are indexed. */
  rootSelectors?: readonly string[] | undefined;
  /** CSS selectors: the elements of HTML pages that match are left out. */
  excludeSelectors?: readonly string[] | undefined;
}

export interface Document {
  /** Unique. */
  id: string | number;
  /** The address at which a reader finds it. */
  url?: string | undefined;
  title?: string | undefined;
  /** Other names that people have for it: a query that is one of these counts as if it were the title. */
  names?: readonly string[] | undefined;
  /** Plain text; headings, code, lists and tables may be written as in Markdown. */
  text: string;
  /** A BCP 47 tag. */
  lang?: string | undefined;
  /** Returned with hits. Numbers, booleans and lists come back as such. */
  meta?: Readonly<Record<string, unknown>> | undefined;
  /** The values by which searches can be narrowed. */
  filters?: Readonly<Record<string, FilterValue | readonly FilterValue[]>> | undefined;
  /** The tenant that it belongs to. All or none have one, and an index is of one: see `byTenant` of the builder. */
  tenant?: string | undefined;
  /** The factor of its scores: above 0, at most 100. Default 1. */
  boost?: number | undefined;
  /**
   * Searched and never shown: keywords, a summary, questions that the document answers. For the
   * document, or by the anchors of its headings, "" being the document.
   */
  extra?: string | Readonly<Record<string, string>> | undefined;
}

/** The result of adding a file. */
export interface Added {
  /** The number of documents that were added. */
  documents: number;
  /** What became of the file, for people, such as `indexed: Install (4 headings, de, version 2)`. */
  outcome: string;
  /** The faults of the file, such as records that were left out, for people. */
  warnings: string[];
  /**
   * The reason that it was left out, where it was: it asks for that (a draft, `noindex`), is for
   * addresses that lead nowhere (404), only lists other pages (of a tag, an archive), only leads
   * elsewhere, shows the source of a program, is an index or a tool that a generator made, lacks
   * `data-pagefind-body`, which other pages have, is text beside finished pages, or a collection of
   * other pages. The last three depend on `survey` of the builder, and so do pages that the site's
   * own search index leaves out.
   */
  leftOut?: LeftOutReason;
}

export type LeftOutReason =
  | "asked"
  | "errorPage"
  | "list"
  | "redirect"
  | "sourceView"
  | "tool"
  | "unmarked"
  | "besidePages"
  | "collection";
