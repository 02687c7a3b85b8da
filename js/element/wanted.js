// What a field asks its index for, and the pages that it makes of the answer.
import { KindexError } from "../engine/errors.js";
import { definedEntries } from "../engine/options.js";
import { grouped, pagesOf } from "./pages.js";
import { folded, preferred } from "./preferred.js";

/** This many completions are asked for. */
const MAX_COMPLETIONS = 8;

/** This many times more pages are asked for where copies of pages leave too few. */
const PAGES_FACTOR = 5;

const wordsIn = (text) => text.split(/\s+/).filter(Boolean);

/** The keys that an attribute names: words, or a list of JSON, as a key may have blanks. */
function keysIn(text) {
  if (!text.trimStart().startsWith("[")) return wordsIn(text);
  try {
    return JSON.parse(text).map(String);
  } catch (cause) {
    throw new KindexError("invalid_option", `filters: ${text} is no list of JSON: ${cause.message}`, { cause });
  }
}

export class Wanted {
  #host;
  /** The number of results beyond `limit`, on a page of results. */
  further = 0;

  /** @param {import("../entry/element.js").KindexSearch} host */
  constructor(host) {
    this.#host = host;
  }

  /** The keys of metadata to choose values of. */
  get filters() {
    return keysIn(this.#host.filters);
  }

  /** The options of a search. */
  get options() {
    return grouped(this.#options);
  }

  get #options() {
    const { limit, perDocument, options: given } = this.#host;
    const own = { limit, perDocument, prefer: preferred(this.#preferredKeys), prefix: true, completions: MAX_COMPLETIONS };
    const options = { ...own, ...Object.fromEntries(definedEntries(given)) };
    return { ...options, limit: options.limit + this.further };
  }

  /** What readers choose needs no preference. */
  get #preferredKeys() {
    return wordsIn(this.#host.prefer).filter((key) => !this.filters.includes(key)).join(" ");
  }

  /**
   * The pages to show, and how many of the hits are none of their own, as copies of pages are.
   *
   * @param {import("../entry/index.js").Results} results
   */
  pagesOf({ hits }) {
    const { limit, perDocument } = this.#options;
    const all = pagesOf(hits, perDocument);
    const pages = this.#preferredKeys ? folded(all) : all;
    return { pages: this.#preferredKeys ? pages.slice(0, limit) : pages, copies: hits.length - pages.length };
  }

  /**
   * Searches, and for more where folding leaves fewer pages than there may be.
   *
   * @param {(options: object) => Promise<import("../entry/index.js").Results>} search
   * @param {object} options
   */
  async search(search, options) {
    const results = await search(options);
    const isShort = results.hits.length < results.total && this.pagesOf(results).pages.length < options.limit;
    return isShort ? search({ ...options, limit: options.limit * PAGES_FACTOR }) : results;
  }
}
