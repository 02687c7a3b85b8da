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

/** For indexes in several files, for folders, and for indexes in another thread. */
export interface ShardedSearchOptions extends SearchOptions {
  /** Stops the search, and requests that no other search waits for. */
  signal?: AbortSignal | undefined;
  /**
   * The wait before more than four files are loaded, in milliseconds: while somebody types, a search that is
   * aborted meanwhile loads none of them. Searches that need fewer are not held up. Default 0.
   */
  pause?: number | undefined;
}

/**
 * Opens an index. Rejects with a {@link KindexError}.
 *
 * An address that ends in "/" is a folder, and a function reads the files of one: an index in several
 * files, or in one that is called `index.kdx`. Its `search` gives a promise. So does that of an index in
 * another thread, with `worker: true`. `await` suits all of them.
 */
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

/**
 * An index that `kindex/explore` or `kindex/build` has opened.
 *
 * Ids are those of chunks, as hits have them; `document` and `chunks` take those of documents too.
 * An id that names nothing in the index throws "unknown_id", a level that is not there
 * "invalid_option". All that is returned is of the document of the id, in the order of the text.
 */
export interface Explorer extends Index {
  search(query: string, options?: ExploreSearchOptions): ExploreResults;
  /** Figures about the content of the index. */
  stats(): Stats;
  /** Reads and checks every byte; throws where one is wrong. */
  verify(): void;
  /** The chunk itself. */
  chunk(id: string): ChunkView;
  /** The chunk of the next level above that it lies in, the last being the document; null of a document. */
  parent(id: string): ChunkView | null;
  /** The chunks of the level below that lie in it; none of a child. */
  children(id: string): ChunkView[];
  /** The chunks that it lies in, from its parent to the document. */
  ancestors(id: string): ChunkView[];
  /** The chunk of a level above that it lies in. */
  ancestor(id: string, level: number): ChunkView;
  /**
   * Up to so many chunks of its level before it, and after it, in the same document. Default 1 and 1.
   */
  siblings(id: string, before?: number, after?: number): ChunkView[];
  /** The chunks of a level of a document. Takes the document's own id, or one of a chunk in it. */
  chunks(id: string, level: number): ChunkView[];
  /** The chunk with those around it. */
  hierarchy(id: string): Hierarchy;
  /** A document without its text. Takes its own id, or one of a chunk in it. */
  document(id: string): DocumentView;
  /** The ids of all documents. */
  documents(): string[];
  /** Documents by the beginning of their addresses, in their order in the index. */
  pages(options?: PagesOptions): Pages;
  /** The first document with an address; null where there is none. */
  page(url: string): Page | null;
  /**
   * The keys of metadata and filters, in the order of their bytes, each with the values that most
   * documents have. Reads what is kept of every document, which takes milliseconds for thousands.
   */
  keys(options?: KeysOptions): KeyView[];
  /** The vectors that it has; null where it has none. */
  vectors(): VectorStats | null;
}

/**
 * An index in a folder that `kindex/explore` or `kindex/build` has opened: the answers of an {@link
 * Explorer}, as promises. They load the files that are not there yet, as {@link ShardedIndex} says.
 */
export interface ShardedExplorer extends ShardedIndex {
  search(
    query: string,
    options?: ExploreSearchOptions & ShardedSearchOptions,
  ): Promise<ExploreResults>;
  stats(): Promise<Stats>;
  /** Loads every file, and checks every byte; rejects where one is wrong. */
  verify(): Promise<void>;
  chunk(id: string): Promise<ChunkView>;
  parent(id: string): Promise<ChunkView | null>;
  children(id: string): Promise<ChunkView[]>;
  ancestors(id: string): Promise<ChunkView[]>;
  ancestor(id: string, level: number): Promise<ChunkView>;
  siblings(id: string, before?: number, after?: number): Promise<ChunkView[]>;
  chunks(id: string, level: number): Promise<ChunkView[]>;
  hierarchy(id: string): Promise<Hierarchy>;
  document(id: string): Promise<DocumentView>;
  documents(): Promise<string[]>;
  pages(options?: PagesOptions): Promise<Pages>;
  page(url: string): Promise<Page | null>;
  /** Loads every file that has documents, so all of the index but its words. */
  keys(options?: KeysOptions): Promise<KeyView[]>;
  vectors(): Promise<VectorStats | null>;
}

/** The vectors of an index. */
export interface VectorStats {
  /** The name of the embedder, as it was given. */
  embedder: string;
  /** The number of numbers of a vector as the embedder gives it. */
  dimensions: number;
  /** The number of those that are kept. */
  kept: number;
  /** The bits of each. */
  bits: number;
  /** The level of the chunks that have vectors, 0 being the children. */
  level: number;
  /** The number of chunks that have one. */
  chunks: number;
  /** The number of chunks of the level. */
  all: number;
}

export interface KeysOptions {
  /** At most so many values of each key. Default 20. */
  limit?: number | undefined;
}

/** A key by which searches can be narrowed and sorted, and whose values facets count. */
export interface KeyView {
  key: string;
  /** Whether any document has it among its filters, or it is only in metadata, as `lang` is. */
  kind: "filter" | "metadata";
  /** The number of documents that have a value. */
  documents: number;
  /** The number of distinct values, of which `values` may have the first ones only. */
  total: number;
  /** The values that most documents have, as filters take them; equals in the order of their bytes. */
  values: { value: string; documents: number }[];
}

export interface PagesOptions {
  /** The beginning of the addresses. Default "", with which all begin. */
  prefix?: string | undefined;
  /** The position of the first one to be returned, among those with the prefix. Default 0. */
  from?: number | undefined;
  /** At most so many. Default 100. */
  limit?: number | undefined;
}

/** A part of a list of documents. */
export interface Pages {
  /** The number of pages in the whole list. */
  total: number;
  pages: Page[];
}

/** A document in a list. */
export interface Page {
  /** The document's id. */
  id: string;
  /** May be empty. */
  url: string;
  /** May be empty. */
  title: string;
}

export interface SearchOptions {
  // options: page
  /** At most this many results. Default 10; with `maxTokens` 100. */
  limit?: number | undefined;
  /**
   * How many results to pass over, as for the next page. It continues the page before, without gaps and
   * repeats. It counts what `limit` counts, so documents where they are grouped; with `maxTokens` also
   * results that were left out. Pages may overlap where `uncheckedPhrases` names a phrase. Default 0.
   */
  offset?: number | undefined;
  /**
   * Whether the last word may be the beginning of one, or with "all" every word. For results as one types. So
   * may a word with `*` after it. Both hold in queries of up to ten parts. Default false.
   */
  prefix?: boolean | "all" | undefined;
  /** Whether a word that no page has may be a mistyped one. Default true. */
  fuzzy?: boolean | undefined;
  /**
   * Whether results have their texts. Without them a search takes less time, for a list that shows titles,
   * headings and snippets: `Hit.marks` has the places of words in these. Default true.
   */
  texts?: boolean | undefined;
  /**
   * In how many ways at most to complete the last word, with `prefix`. See `Results.completions`. There are
   * up to 64 for one or two letters, and up to 20 for more. Default 0.
   */
  completions?: number | undefined;
  /**
   * The level whose chunks are matched, 0 being the smallest. Options and results that speak of children mean
   * the chunks of this level. Default 0.
   */
  matchLevel?: number | undefined;
  /**
   * The level whose chunks are returned, the number of levels standing for whole documents. Default the next
   * one above the one matched, or that one where the index has no other.
   */
  returnLevel?: number | undefined;
  /**
   * Whether to return the passages around what matches. False returns the chunks that were matched:
   * `returnLevel` is then `matchLevel`. Default true.
   */
  expand?: boolean | undefined;
  /** At most this many results of one document. Default any number, with `group` 3. */
  perDocument?: number | undefined;
  /**
   * Whether each result is a document, with its best passages. The best one comes first, with the others in
   * `more`. `limit` then counts documents. Default false.
   */
  group?: boolean | undefined;
  /**
   * At most this many bytes of texts are read to find phrases. Phrases are texts in quotes, and names of
   * several parts after a sign or field. Documents beyond that limit count as if they met the query: as if
   * they had its phrases, with the words near each other, and nothing that it excludes. See
   * `Results.uncheckedPhrases`. Default as many as it takes.
   */
  phraseBytes?: number | undefined;
  /**
   * Only documents that meet all of these, by key. A value or several stand for `any`. A key that no document
   * has throws an `invalid_option` that names those there are; so do `sort` and `facets`.
   */
  filters?:
    | Readonly<Record<string, FilterValue | readonly FilterValue[] | Condition | undefined>>
    | undefined;
  /**
   * Documents that meet these come before others, by key. Those that meet an earlier one come before those
   * that do not. A document without a value for the key meets it, and a key that no document has counts for
   * nothing. A language has its regional forms: `en-US` meets `en`. `Hit.differs` says what a hit does not
   * meet.
   */
  prefer?: Readonly<Record<string, FilterValue | readonly FilterValue[] | Condition | undefined>> | undefined;
  /**
   * A key to order by its values and not by score, as date or date:desc. They are found as for filters, of
   * several the first; numbers go by their size, before all else. Documents without a value come last; equals
   * keep the order by score.
   */
  sort?: string | undefined;
  /**
   * Keys whose values are counted over the documents that words find. Those that a vector alone finds are not
   * counted.
   */
  facets?: readonly string[] | undefined;
  // options end
  /** BM25's k1, at least 0. Default 1.2. */
  k1?: number | undefined;
  /** BM25's b, 0 to 1. Default 0.75. */
  b?: number | undefined;
  /** The weight of a word in the title, compared with 1 in the body. Default 2. */
  title?: number | undefined;
  /** The weight of a word in a heading above the passage. Default 2. */
  heading?: number | undefined;
  /** The weight of a word that is searched and not shown. Default 1. */
  extra?: number | undefined;
  /**
   * The weights with which the scores of the chunks above a child are added to its own: one for each level
   * above the one matched, then one for the document. Default 0.5 for the parent, 0.25 for the
   * document and 0 between.
   */
  blend?: readonly number[] | undefined;
  /**
   * The weight with which the title's score as a text of its own is added, times the share of the title
   * that matches, and of the bonus for a title that is a part of the query. Default 0.75.
   */
  titleScore?: number | undefined;
  /**
   * The share of the best possible score that is added to a page whose title is the query, and to the
   * beginning of a section whose heading is; of both the greater part counts. It is less for another
   * name that several pages have. Of pages with one name those to which others link have up to half as
   * much again. Default 0.5.
   */
  exactTitle?: number | undefined;
  /** Throws its reason where it was aborted before. */
  signal?: AbortSignal | undefined;
}

/**
 * A condition on the values of a document for a key: those of its filters, or if it has none of that
 * key, of its metadata.
 */
export interface Condition {
  /** One of these is among them. */
  any?: FilterValue | readonly FilterValue[] | undefined;
  /** All of these are. */
  all?: FilterValue | readonly FilterValue[] | undefined;
  /** None of these is, which also a document without any meets. */
  not?: FilterValue | readonly FilterValue[] | undefined;
  /**
   * One of them is at least so much. Numbers in decimal notation go by their size, all else, such
   * as dates written year first, by its characters; the two do not compare.
   */
  min?: FilterValue | undefined;
  /** One of them is at most so much. */
  max?: FilterValue | undefined;
}

/** Compared as a string. Numbers that JavaScript writes with an exponent cannot be used. */
export type FilterValue = string | number | boolean;

/** A site's own answer for a query: see docs/synonyms.md. */
export interface Pin {
  query: string;
  /** Whether the whole query is meant, or a beginning of three characters or more is enough. Default "exact". */
  match?: "exact" | "prefix" | undefined;
  /** At most 32 pages by id or URL, in the order in which they are shown. */
  pages: string | readonly string[];
}

/** A value of metadata, as the page or record has it. */
export type MetaValue = string | number | boolean | null | MetaValue[] | { [key: string]: MetaValue };

export interface ExploreSearchOptions extends SearchOptions {
  // options: explore
  /**
   * How the scores of the chunks that match in a result become its own: the best one's, or their mean.
   * Default "max".
   */
  collapse?: "max" | "mean" | undefined;
  /**
   * Return a parent only where more than this share of its children match, 0 to 1, else those children. True
   * is 0.5. False returns all parents. Default false.
   */
  autoMerge?: number | boolean | undefined;
  /**
   * How many chunks before and after a result are returned with it. Windows that overlap become one result.
   * With `autoMerge` children only get a window. Default 0.
   */
  siblings?: number | undefined;
  /** Whether each result says how its score came about. Default false. */
  explain?: boolean | undefined;
  /**
   * Fills this many tokens of a language model with the best results. Those that do not fit are replaced by
   * their best child or left out, and named in `leftOut`.
   */
  maxTokens?: number | undefined;
  // options end
  /**
   * The vector that the embedder of the index gives the query, for an index with vectors: see
   * `vectors()`. The best hits by words and the chunks with the nearest vectors are put in order by
   * both; the query may then be "". Where the query is the title of a page the vector counts nothing,
   * and for one or two words it counts less. An index in several files puts what words find in order.
   */
  vector?: ArrayLike<number> | undefined;
  /** The weight of the vector, 0 to 1. Default 0.5. With `vector` only. */
  alpha?: number | undefined;
  /**
   * So many of the best hits by words are put in order by both, and so many of those whose vectors are
   * nearest; others follow. 1 to 1000, default 100. With `vector` only.
   */
  candidates?: number | undefined;
  /** The name of the embedder; a search throws if it is not that of the index. With `vector` only. */
  embedder?: string | undefined;
}

/** All offsets are UTF-16 units, as strings in JavaScript count them. */
export interface Results {
  /** The query as given. */
  query: string;
  /**
   * The query with the nearest words that the index has in the place of those that it lacks and
   * that were probably mistyped. Absent where they differ in an ending only, and where there are
   * results and at most one in three words is unknown.
   */
  didYouMean?: string;
  /**
   * Completions, if they were asked for and there are any: the query with its last word completed
   * to words of the index, the shortest one of each stem, the most frequent first; where it begins
   * none and may be mistyped, to those nearest to it. Words mistyped before it are corrected too.
   * Words are folded, as the index holds them.
   */
  completions?: string[];
  /** The number of hits without a limit. */
  total: number;
  /**
   * Whether there may be more than `total`: to count what has a phrase takes reading the texts, and
   * once the best hits are certain, the others are read only where there are few. Absent where it is
   * false.
   */
  totalIsLowerBound?: true;
  /**
   * The phrases of the query that were not looked for everywhere, as the query has them: hits may lack
   * them, or have them where they are excluded. These are all but the first four, and those that take
   * more reading than `phraseBytes` allows. Absent where there are none.
   */
  uncheckedPhrases?: string[];
  /** Best first. */
  hits: Hit[];
  /**
   * Facets, if they were asked for: for each key the values, each with the number of documents that
   * match and have it.
   */
  facets?: Record<string, [value: string, documents: number][]>;
}

export interface ExploreResults extends Results {
  hits: ExploreHit[];
  /** The hits that did not fit into `maxTokens`, best first; absent if there are none. */
  leftOut?: LeftOut[];
}

/** A chunk that answers, usually a parent. */
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
  /** The level of the chunk, 0 being the children and the number of levels whole documents. */
  level: number;
  /** The level at which the query was matched. */
  matchedLevel: number;
  /** The level that was returned: the same as `level`. */
  returnedLevel: number;
  /**
   * The whole text of the chunk, or of the window of chunks around it. Where it begins within a table,
   * the header of that comes first; code in which it begins or ends has its fences. With `texts: false` it is empty,
   * and so are `highlights` and `children`; `snippetStart` is 0.
   */
  text: string;
  /** The part of the text, at most 200 characters, in which the query shows best. */
  snippet: string;
  /** The place in `text` at which the snippet begins. */
  snippetStart: number;
  /** Start and end in `text` of each place where a word of the query stands, in order. */
  highlights: [start: number, end: number][];
  /** With `texts: false`, the places of words of the query in what is shown. */
  marks?: Marks;
  /** The children that match: the best one, then the others in the order of the text. */
  children: ChildHit[];
  /** The metadata of the document. */
  meta: Record<string, MetaValue>;
  /** The keys of `prefer` that the document does not meet, with its values, if there are any. */
  differs?: Record<string, string>;
  /** Whether the site shows the page first for this query, as its pins say. */
  pinned?: true;
  /** The next best hits of the document, where they are grouped and there are any. */
  more?: this[];
}

/** Start and end of each place where a word of the query stands, in order. */
export interface Marks {
  /** In the title. */
  title: [start: number, end: number][];
  /** In each of the headings. */
  headings: [start: number, end: number][][];
  /** In the snippet. */
  snippet: [start: number, end: number][];
}

export interface ExploreHit extends Hit {
  /** The tokens of a language model in the text, about. */
  tokens: number;
  children: ExploreChildHit[];
  /** The parts of the score, if `explain` asked for them. */
  explanation?: Explanation;
}

/** A child that matches. */
export interface ChildHit {
  /** Made like the id of the parent. */
  id: string;
  /** The child's own score, before the document's boost. */
  score: number;
  /** The place in the parent's text at which it starts. */
  start: number;
  /** The place in the parent's text at which it ends. */
  end: number;
  text: string;
}

export interface ExploreChildHit extends ChildHit {
  /** The tokens of a language model in it, about. */
  tokens: number;
}

/** A hit that did not fit into the tokens asked for. */
export interface LeftOut {
  id: string;
  /** The tokens that it has, about. */
  tokens: number;
  /** The id of its best child, where that took its place. */
  child: string | null;
}

/**
 * The parts of a score. It is the sum of each child's score times its share, of the title's scores,
 * and of the bonuses for a title that is a part of the query and for a title or other name that is the
 * query. All of it is multiplied by the document's boost.
 */
export interface Explanation {
  /** The chunks of the level matched that count, in the order of the text. */
  children: ChildScore[];
  /** The score of each word that stands in the title. */
  title: TitleScore[];
  /** The bonus for a title that is a part of the query. */
  partTitle: number;
  /** The bonus for a title or other name that is the query. */
  exactTitle: number;
  /** The factor of the sum. */
  boost: number;
  /**
   * The parts of the score where the query has a vector and it counts. Then it is their sum, and all
   * else here says how the score of the words alone came about.
   */
  fusion?: FusedScore;
}

/** A score of words and of a vector. */
export interface FusedScore {
  /** The part of the words. */
  words: number;
  /** The part of the vector. */
  meaning: number;
  /**
   * The cosine of the query's vector and the nearest one of the hit; 0 where the hit has none, and
   * where it is beyond the candidates.
   */
  cosine: number;
  /** The weight of the vector. */
  weight: number;
}

/** The score of a matching chunk. */
export interface ChildScore {
  /** Position of the chunk among those of its level in the document, from 0. */
  position: number;
  /** The share of the score that counts, by the way in which the scores of children combine. */
  share: number;
  /** The sum of the terms' scores and the bonus. */
  score: number;
  /** The bonus for a heading that is the query. Or what lifts a passage above its words: it has a term of a list that is the query, or it begins a page that the query names. */
  exactHeading: number;
  /** The score of each term in each level. */
  terms: TermScore[];
}

/** The score of a term for a chunk, or for a chunk that it lies in. */
export interface TermScore {
  /** The word of the query, folded. */
  term: string;
  /** The level, that of documents being the last. */
  level: number;
  /** The number of times that the term stands in the title. */
  title: number;
  /** In headings above. */
  heading: number;
  /** In extra words. */
  extra: number;
  /** In the body. */
  body: number;
  /** Inverse document frequency times how often the query has the term. */
  idf: number;
  /** The weight of the level. */
  weight: number;
  /** The resulting score; in a list of links a tenth, if other text of the document has words of the query. */
  score: number;
}

/** The score of a word in the title, for all of a page. */
export interface TitleScore {
  /** The word of the query, folded. */
  term: string;
  /** Its score. */
  score: number;
}

/** A chunk and where it stands. */
export interface ChunkView {
  /** As hits have it. */
  id: string;
  /** The document's id. */
  document: string;
  /** The level, 0 being the children and the number of levels whole documents. */
  level: number;
  /** Position among the chunks of its level in the document, from 0. */
  position: number;
  /** The place in the document's text at which it starts, in UTF-16 units. */
  start: number;
  /** The place in the document's text at which it ends, in UTF-16 units. */
  end: number;
  /** The tokens of a language model in the text, about. */
  tokens: number;
  /** The fragment that links to the heading at its start, without `#`; may be empty. */
  anchor: string;
  /** The headings above its start, strongest first. */
  headings: string[];
  /**
   * The text, which can be read alone: where the chunk begins within a table, the header of that comes
   * first, and code in which it begins or ends has its fences.
   */
  text: string;
  /** The place in `text` of what begins at `start`: 0 where nothing comes first. */
  textStart: number;
}

/** A chunk with those around it. */
export interface Hierarchy {
  /** The chunks that it lies in, from its parent to the document. */
  ancestors: ChunkView[];
  /** The chunk itself. */
  chunk: ChunkView;
  /** The chunks of the level below in it. */
  children: ChunkView[];
  /** The other chunks of its level under the same parent. */
  siblings: ChunkView[];
}

/** A document without its text. */
export interface DocumentView {
  id: string;
  /** May be empty. */
  url: string;
  /** May be empty. */
  title: string;
  /** A BCP 47 tag; may be empty. */
  lang: string;
  /** Its metadata. */
  meta: Record<string, MetaValue>;
  /** The values by which searches can be narrowed. */
  filters: Record<string, string[]>;
  /** The number of chunks of each level, children first. */
  chunks: number[];
  /** The length of its text in UTF-16 units. */
  length: number;
}

export interface Stats {
  /** Size of the whole index. */
  bytes: number;
  /** The languages in which words were stemmed, with commas between them: first that of documents which name none. */
  language: string;
  documents: number;
  headings: number;
  /** Entries of the dictionary: a word as written has one for each of its stems, synonyms and other spellings. */
  words: number;
  /** Distinct stems. */
  stems: number;
  /** Terms in the bodies of all children. */
  terms: number;
  /** The unit of the sizes of chunks. */
  unit: "characters" | "tokens";
  /** Children first. */
  levels: LevelStats[];
  /** Name and size in bytes of each section of the index. */
  sections: { name: string; bytes: number }[];
}

/** One level of chunks. */
export interface LevelStats {
  /** The largest chunk, in the unit; 0 where there is no limit. */
  size: number;
  /** The share of its size by which a chunk reaches back into the one before. */
  overlap: number;
  /** The number of chunks. */
  chunks: number;
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
  /** So many texts at most are given to `embed` at once. Default 64. */
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
   * So many numbers are kept of each, by principal component analysis, rounded up to a multiple of
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
