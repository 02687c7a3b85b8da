import type { Index, ShardedIndex } from "./index.js";
import type { ExploreResults, MetaValue } from "./results.js";
import type { ExploreSearchOptions, ShardedSearchOptions } from "./search-options.js";

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
   * The chunks of its level before it, and after it, up to these numbers, in the same document. Default 1 and 1.
   */
  siblings(id: string, before?: number, after?: number): ChunkView[];
  /** The chunks of a level of a document. Takes the document's own id, or one of a chunk in it. */
  chunks(id: string, level: number): ChunkView[];
  /** The number of chunks of a level of a document, of which no text is read. Takes the document's own id, or one of a chunk in it. */
  count(id: string, level: number): number;
  /**
   * The first line of a section of a document, counted from 1, and the line after its last; null if there is none. Takes
   * the document's id, `#`, and the fragment that links to the heading.
   */
  section(id: string): [number, number] | null;
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
   * documents have. Reads what is kept of every document, which takes milliseconds for thousands; in
   * several files one of them, which may have only the most frequent values of a key that has very many.
   */
  keys(options?: KeysOptions): KeyView[];
  /**
   * The lines that have a text or match a regular expression, document by document. Reads texts, so it costs as much as
   * they are long; a call looks at a bounded number of characters, in a time linear in these.
   */
  grep(pattern: string, options?: GrepOptions): Grepped;
  /** The vectors that it has; null where it has none. */
  vectors(): VectorStats | null;
}

/** Methods that give promises of what others give. */
type Promised<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Answer>
    : never;
};

/**
 * An index in a folder that `kindex/explore` or `kindex/build` has opened: the answers of an {@link
 * Explorer}, as promises. They load the files that are not there yet, as {@link ShardedIndex} says.
 * `verify` loads all of them, and `keys` all but those of words.
 */
export interface ShardedExplorer extends ShardedIndex, Promised<Omit<Explorer, keyof Index>> {
  search(
    query: string,
    options?: ExploreSearchOptions & ShardedSearchOptions,
  ): Promise<ExploreResults>;
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
  /** The number of values of each key at most. Default 20. */
  limit?: number | undefined;
}

/** A key by which searches can be narrowed and sorted, and whose values facets count. */
export interface GrepOptions {
  /**
   * Whether the pattern is a regular expression, of `.`, `[a-z]`, `\\d`, `\\w`, `\\s`, `\\b`, `^`, `$`, groups, `|` and
   * repetitions. It is looked for in each line by itself. Default false.
   */
  regex?: boolean | undefined;
  /** Whether capitals and small letters differ, and letters with and without accents. Default false. */
  case?: boolean | undefined;
  /** Whether no letter, digit or `_` may stand before and after. Default false. */
  word?: boolean | undefined;
  /** What addresses or ids begin with, or what follows a slash in them, with `*` for anything. Default "", for all. */
  page?: string | undefined;
  /** `next` of the call before. Default is the beginning. */
  from?: [number, number] | undefined;
  /** The number of lines at most. Default 20. */
  limit?: number | undefined;
}

/** Lines that were found. */
export interface Grepped {
  /** How many lines have it, as far as was looked. */
  lines: number;
  /** How many documents they are of. */
  documents: number;
  /** Whether there may be more, as not all was looked at. */
  isLowerBound?: true;
  /** The sections of the lines that are given, in the order of the index. */
  sections: GrepSection[];
  /** Where to go on: the number of a document, and of its line. */
  next?: [number, number];
}

/** Lines of a section. */
export interface GrepSection {
  /** The number of the document. */
  document: number;
  page: Page;
  /** The id of the chunk around the first line. */
  id: string;
  /** The fragment that links to the heading above. */
  anchor: string;
  /** The headings above, strongest first. */
  headings: string[];
  /** The lines with their numbers in the document, counted from 1. A long one is cut around what was found. */
  lines: [number, string][];
}

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
  /** The number of pages at most. Default 100. */
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
