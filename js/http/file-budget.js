import { KindexError } from "../engine/errors.js";

/** As many files as results are in, most often, besides one for the text of each. */
const FILES_FACTOR = 2;

/** The results of a search that does not say how many. */
const DEFAULT_RESULTS = 10;

/**
 * The number of files that a request may read, for all that it asks.
 */
export class FileBudget {
  #left;
  #spared = 0;

  /** @param {number} files */
  constructor(files) {
    this.#left = files;
  }

  /**
   * A reader that reads as long as the request may.
   *
   * @param {import("../entry/index.js").ReadFile} read
   * @returns {import("../entry/index.js").ReadFile}
   */
  reader(read) {
    return async (name, options) => {
      if (this.#left <= this.#spared) throw tooManyFiles();
      this.#left--;
      return read(name, options);
    };
  }

  /**
   * Tries a search for which there is another one, by words alone: it has files left then for so
   * many results. Where texts are to have a number of tokens, they are few, whatever the limit.
   *
   * @template T
   * @param {{ limit?: number, maxTokens?: number } | undefined} options those of the search
   * @param {() => T | Promise<T>} attempt
   */
  async sparing({ limit = DEFAULT_RESULTS, maxTokens } = {}, attempt) {
    this.#spared = FILES_FACTOR + Math.max(DEFAULT_RESULTS, maxTokens === undefined ? limit : 0);
    try {
      return await attempt();
    } finally {
      this.#spared = 0;
    }
  }
}

function tooManyFiles() {
  const advice = "ask for less at once; in searches leave out filters, phrases, and words that most pages have, and give more letters of a beginning";
  const message = `more of the index is needed than may be read for one request: ${advice}. What was read is kept for a while, so asking again may do`;
  return new KindexError("too_many_files", message);
}

/** A last word of one or two letters or digits; not in scripts without case, where it may be a whole one. */
const SHORT = /(?:^|[^\p{L}\p{M}\p{N}])[\p{Lu}\p{Ll}\p{N}]{1,2}$/u;

/** Short words with a star after them, or between blanks. */
const SHORT_STARRED = /(^|[^\p{L}\p{M}\p{N}])([\p{Lu}\p{Ll}\p{N}]{1,2})\*/gu;
const SHORT_WORD = /(?:^|\s)[\p{Lu}\p{Ll}\p{N}]{1,2}(?:\s|$)/u;

/**
 * The query without stars that too many words would suit, each of which may be in another file.
 *
 * @param {string} query
 * @param {number} shards how many files the index has besides the first
 * @param {number} files how many a request may read
 */
export function withoutShortStars(query, shards, files) {
  return shards > files ? query.replace(SHORT_STARRED, "$1$2") : query;
}

/** Whether a word of the query is too short to be a beginning there. */
export function hasShortWord(query, shards, files) {
  return shards > files && SHORT_WORD.test(query.normalize("NFC"));
}

/**
 * Whether too many words begin as the last one does: each may be in another file. It does not depend
 * on the files that are read already, so that the same request has the same answer.
 *
 * @param {string} query
 * @param {number} shards how many files the index has besides the first
 * @param {number} files how many a request may read
 */
export function isTooShort(query, shards, files) {
  return shards > files && SHORT.test(query.normalize("NFC"));
}
