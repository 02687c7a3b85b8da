// The searches before this one: on a page of results that of its address, otherwise those that the
// browser keeps, unless `recent` is "off".
import { History, keepSearch, lastSearch, takeSearch } from "./history.js";
import { readQuery, writeQuery } from "./results-page.js";

export class Memory {
  #host;
  #isPage;
  #key;
  #filters;

  /**
   * @param {import("../entry/element.js").KindexSearch} host
   * @param {boolean} isPage whether it is a page of results
   * @param {() => string} key names the index: pages of a site have the same searches, wherever they lie
   * @param {() => import("./filters.js").Chosen} filters what is chosen, which a page of results has in its address
   */
  constructor(host, isPage, key, filters) {
    this.#host = host;
    this.#isPage = isPage;
    this.#key = key;
    this.#filters = filters;
  }

  get #isOn() {
    return this.#host.recent !== "off";
  }

  /** The searches that led somewhere. */
  get history() {
    return new History(this.#key());
  }

  get isEmpty() {
    return !this.#isOn || this.history.all.length === 0;
  }

  /** @returns {{ query?: string, choice?: string }} the last search of this page or this tab */
  get last() {
    if (this.#isPage) return readQuery();
    return this.#isOn ? lastSearch(this.#key()) : {};
  }

  /** Keeps a search as the last one, with the hit that was chosen, and whether the reader leaves by it now. */
  keep(query, choice, isLeft) {
    if (this.#isPage) writeQuery(query, choice, this.#filters());
    else if (this.#isOn) keepSearch(this.#key(), { query, choice }, isLeft);
  }

  /** @returns {string | undefined} the query by which this entry of the browser's history was left, once */
  take() {
    return this.#isOn ? takeSearch(this.#key()) : undefined;
  }

  /** Keeps a search that led somewhere. */
  add(query) {
    if (this.#isOn) this.history.add(query);
  }
}
