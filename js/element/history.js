// The searches that this browser keeps: in a tab the last one, beyond it those that led somewhere.

/** So many searches are kept, without those that somebody wants to keep. */
const MOST = 6;

/** @typedef {{ query: string, kept?: boolean }} Search */

/** Earlier searches of an index on this site: those to be kept first, then the latest. */
export class History {
  #key;

  /** @param {string} src */
  constructor(src) {
    this.#key = `kindex-recent ${src}`;
  }

  /** @returns {Search[]} */
  get all() {
    const found = read(local, this.#key);
    return Array.isArray(found) ? found.filter(({ query }) => typeof query === "string") : [];
  }

  add(query) {
    const before = this.all;
    const kept = before.find((one) => one.query === query)?.kept;
    this.#write([{ query, ...(kept && { kept }) }, ...before.filter((one) => one.query !== query)]);
  }

  /** Keeps a search at the top, or no longer. */
  toggle(query) {
    this.#write(this.all.map((one) => (one.query === query ? { query, ...(!one.kept && { kept: true }) } : one)));
  }

  remove(query) {
    this.#write(this.all.filter((one) => one.query !== query));
  }

  /** Removes all but what is kept. */
  clear() {
    this.#write(this.all.filter(({ kept }) => kept));
  }

  #write(all) {
    const kept = all.filter((one) => one.kept);
    write(local, this.#key, [...kept, ...all.filter((one) => !one.kept).slice(0, MOST)]);
  }
}

/** Where a tab was when a result was opened, by index. */
const tabKey = (src) => `kindex-tab ${src}`;

/**
 * @param {string} src
 * @returns {{ query?: string, choice?: string, page?: string }} `page` is where a result was opened from
 */
export const lastSearch = (src) => read(tab, tabKey(src)) ?? {};

/**
 * Whether the last search of an index in this tab ended with a result that was opened from this page.
 *
 * @param {string} src
 */
export const wasLeftFrom = (src) => lastSearch(src).page === location.href;

export const keepSearch = (src, search) => write(tab, tabKey(src), search);

const local = () => globalThis.localStorage;
const tab = () => globalThis.sessionStorage;

/** The stored value. There is none if it is no JSON, or if even asking for the storage throws. */
function read(store, key) {
  try {
    return JSON.parse(store().getItem(key));
  } catch {
    return null;
  }
}

/** Where nothing can be stored, or no more, searches are just not remembered. */
function write(store, key, value) {
  try {
    store().setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}
