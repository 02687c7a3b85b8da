import type { MetaValue, Results } from "../entry/index.js";

/** An open index, of whichever entry, in one file or in several. */
export interface Searchable {
  search(query: string, options?: never): Results | PromiseLike<Results>;
}

/** The options of the search of an index. Those of `kindex/explore` have `maxTokens`. */
export type SearchOptionsOf<Index extends Searchable> = Index extends {
  search(query: string, options?: infer Options): unknown;
}
  ? Options
  : never;

/**
 * What gives queries of an index their vectors. Those of `kindex/explore` and `kindex/build` can be
 * searched with one.
 */
export type EmbedderOf<Index extends Searchable, Embedder> = "vector" extends keyof NonNullable<SearchOptionsOf<Index>>
  ? Embedder
  : never;

/** The citation of a passage. */
export interface Citation {
  /**
   * The address at which a reader finds it: the document's address, with the anchor of the heading
   * above it.
   */
  url: string;
  /** The document's title; may be empty. */
  title: string;
  /** The headings above the best match, strongest first. */
  headings: string[];
  /** The metadata of the document. */
  meta: Record<string, MetaValue>;
}

/** A hit as models are given it. */
export interface Passage extends Citation {
  /** The id of the chunk, as hits have it. */
  id: string;
  /** The whole text of the chunk. */
  text: string;
  /** Higher is better; comparable within one search only. */
  score: number;
  /** The document's id. */
  document: string;
}
