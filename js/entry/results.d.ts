/** A value of metadata, as the page or record has it. */
export type MetaValue = string | number | boolean | null | MetaValue[] | { [key: string]: MetaValue };

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

/** Of several indexes. */
export interface GroupResults extends Results {
  hits: GroupHit[];
  /** The indexes that are not in this answer. Absent where all are. */
  unavailable?: UnavailableIndex[];
}

export interface GroupHit extends Hit {
  /** The position of its index in the list of sources. */
  index: number;
  /** The label of its index, if that has one. */
  label?: string;
}

/** One of several indexes, which could not be opened, or of which a file could not be had. */
export interface UnavailableIndex {
  /** Its position in the list of sources. */
  index: number;
  /** Its label, if it has one. */
  label?: string;
  /** The reason, as a {@link KindexError} has it. */
  code: string;
  message: string;
}

/** Of several indexes, by kindex/explore and kindex/build. */
export interface ExploreGroupResults extends GroupResults {
  hits: (ExploreHit & GroupHit)[];
  leftOut?: (LeftOut & Pick<GroupHit, "index" | "label">)[];
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
  /** The number of chunks of its level that its document has. */
  chunks: number;
  children: ExploreChildHit[];
  /**
   * With `fold`, other versions and translations of the document: the best hit of each. It says what it is and
   * where it is, and has no text, nothing of that, and no `more`. Its `differs` has `lang` and `version` too,
   * where those are not of this hit.
   */
  same?: this[];
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
