// The searches that this browser keeps: in a tab the last one, beyond it those that led somewhere.

/** This many searches are kept, without those that somebody wants to keep. */
const MAX_RECENT_SEARCHES = 6;

/** @typedef {{ query: string, kept?: boolean }} Search */

/** Earlier searches of an index on this site: those to be kept first, then the latest. */
export class History {
  #key;

  /** @param {string} key names the index */
  constructor(key) {
    this.#key = `kindex-recent ${key}`;
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
    write(local, this.#key, [...kept, ...all.filter((one) => !one.kept).slice(0, MAX_RECENT_SEARCHES)]);
  }
}

/** The key of the last search of an index in a tab. */
const tabKey = (key) => `kindex-tab ${key}`;

/** The key of the searches by which entries of the tab's history were left. */
const LEFT = "kindex-left";

/** This many entries are kept, the latest. */
const MAX_ENTRIES = 50;

/**
 * @param {string} key
 * @returns {{ query?: string, choice?: string }} `choice` is the hit that was opened
 */
export const lastSearch = (key) => read(tab, tabKey(key)) ?? {};

/**
 * Keeps the last search of an index in this tab.
 *
 * @param {string} key
 * @param {{ query: string, choice?: string }} search
 * @param {boolean} [isLeft] whether the reader leaves this entry of the history by it now
 */
export function keepSearch(key, search, isLeft) {
  write(tab, tabKey(key), search);
  const left = allLeft();
  const others = left.filter((one) => !isOfHere(one, key));
  if (isLeft) others.push({ ...search, key, entry: entry() });
  if (isLeft || others.length < left.length) write(tab, LEFT, others.slice(-MAX_ENTRIES));
}

/**
 * Whether a search of an index has led away from this entry of the history.
 *
 * @param {string} key
 */
export const wasLeft = (key) => allLeft().some((one) => isOfHere(one, key));

/**
 * The query of that search. It serves once, and is the last search of the tab again.
 *
 * @param {string} key
 * @returns {string | undefined}
 */
export function takeSearch(key) {
  const { query, choice } = allLeft().find((one) => isOfHere(one, key)) ?? {};
  if (query !== undefined) keepSearch(key, { query, choice });
  return query;
}

function allLeft() {
  const found = read(tab, LEFT);
  return Array.isArray(found) ? found : [];
}

const isOfHere = (one, key) => one.entry === entry() && one.key === key;

/**
 * This entry of the history. A page may be in the history more than once, which older browsers do not
 * tell. The state of the entry says nothing: routers write their own.
 */
const entry = () => globalThis.navigation?.currentEntry?.key ?? location.href;

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
