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

/** For several indexes as one. */
export interface GroupSearchOptions extends ShardedSearchOptions {
  /** The indexes to be searched, by their labels or their positions in the list of sources. Default all. */
  indexes?: readonly (string | number)[] | undefined;
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
   * one above the level matched, or that one where the index has no other.
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

/** The weights of words, to see what they change. */
export interface Weights {
  /** BM25's k1, at least 0. Default 1.2. */
  k1?: number | undefined;
  /** BM25's b, 0 to 1. Default 0.75. */
  b?: number | undefined;
  /** The weight of a word in the title, compared with 1 in the body. Default 2. */
  title?: number | undefined;
  /** The weight of a word in a heading above the passage. Default 2. */
  heading?: number | undefined;
}

export interface ExploreSearchOptions extends SearchOptions {
  // options: explore
  /**
   * Whether other versions and translations of a page are folded into it. They are pages at the same address,
   * but for the parts that name the version or the language; versions have the same title. A pinned one
   * stands for all, or else the first of the version that `prefer` names, or else the first; with `sort`
   * always the first. It has the others in `Hit.same`. Only results that are asked for together are folded:
   * `limit`, `offset` and `total` count as without it, so there may be fewer results than `limit`. Default
   * false.
   */
  fold?: boolean | undefined;
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
  /** Other weights than those that all searches have. With `explain` only. */
  weights?: Weights | undefined;
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
   * How many of the best hits by words are put in order by both, and how many of those whose vectors are
   * nearest; others follow. 1 to 1000, default 100. With `vector` only.
   */
  candidates?: number | undefined;
  /** The name of the embedder; a search throws if it is not that of the index. With `vector` only. */
  embedder?: string | undefined;
}
