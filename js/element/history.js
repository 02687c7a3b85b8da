// The searches that this browser keeps: in a tab the last one, beyond it those that led somewhere.

/** So many searches are kept, without those that somebody wants to keep. */
const MOST = 6;

/** @typedef {{ query: string, kept?: boolean }} Search */

/** Earlier searches of an index on this site: those to be kept first, then the latest. */
export class History {
  #key;

  /** @param {string} address of the index */
  constructor(address) {
    this.#key = `kindex-recent ${address}`;
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

/** The key of the last search of an index in a tab. */
const tabKey = (address) => `kindex-tab ${address}`;

/** The name, in the state of an entry of the tab's history, of the search by which the entry was left. */
export const MARK = "kindexSearch";

/**
 * @param {string} address of the index
 * @returns {{ query?: string, choice?: string }} `choice` is the hit that was opened
 */
export const lastSearch = (address) => read(tab, tabKey(address)) ?? {};

/**
 * Keeps the last search of an index in this tab.
 *
 * @param {string} address of the index
 * @param {{ query: string, choice?: string }} search
 * @param {boolean} [isLeft] whether the reader leaves this entry of the history by it now
 */
export function keepSearch(address, search, isLeft) {
  write(tab, tabKey(address), search);
  if (isLeft) mark({ ...search, address, page: location.href });
  else if (marked(address)) mark(undefined);
}

/**
 * The query of the search by which this entry of the history was left. It serves once, and is the last
 * search of the tab again. A page may be in the history more than once: the mark is of one entry.
 *
 * @param {string} address of the index
 * @returns {string | undefined}
 */
export function takeSearch(address) {
  const found = marked(address);
  if (!found) return undefined;
  const { query, choice } = found;
  keepSearch(address, { query, choice });
  return query;
}

/** The mark of this entry. Pages may copy the state of an entry into that of another page. */
function marked(address) {
  const found = history.state?.[MARK];
  return found?.address === address && found.page === location.href ? found : undefined;
}

function mark(search) {
  const { state } = history;
  // Nothing can be added to a state that is no plain object, and it belongs to the page.
  if (state && Object.getPrototypeOf(state) !== Object.prototype) return;
  const other = { ...state, [MARK]: search };
  if (!search) delete other[MARK];
  try {
    history.replaceState(other, "");
  } catch {
    // WebKit allows a hundred of these in half a minute. Without a mark the dialog stays closed.
  }
}

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

/** Stores a value. If nothing can be stored, or no more, searches are just not remembered. */
function write(store, key, value) {
  try {
    store().setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}
