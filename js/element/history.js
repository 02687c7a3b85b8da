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

/** The key of the searches by which entries of the tab's history were left. */
const LEFT = "kindex-left";

/** So many entries are kept, the latest. */
const ENTRIES = 50;

/**
 * @param {string} address
 * @returns {{ query?: string, choice?: string }} `choice` is the hit that was opened
 */
export const lastSearch = (address) => read(tab, tabKey(address)) ?? {};

/**
 * Keeps the last search of an index in this tab.
 *
 * @param {string} address
 * @param {{ query: string, choice?: string }} search
 * @param {boolean} [isLeft] whether the reader leaves this entry of the history by it now
 */
export function keepSearch(address, search, isLeft) {
  write(tab, tabKey(address), search);
  const left = allLeft();
  const others = left.filter((one) => !isOfHere(one, address));
  if (isLeft) others.push({ ...search, address, entry: entry() });
  if (isLeft || others.length < left.length) write(tab, LEFT, others.slice(-ENTRIES));
}

/**
 * Whether a search of an index has led away from this entry of the history.
 *
 * @param {string} address
 */
export const wasLeft = (address) => allLeft().some((one) => isOfHere(one, address));

/**
 * The query of that search. It serves once, and is the last search of the tab again.
 *
 * @param {string} address
 * @returns {string | undefined}
 */
export function takeSearch(address) {
  const { query, choice } = allLeft().find((one) => isOfHere(one, address)) ?? {};
  if (query !== undefined) keepSearch(address, { query, choice });
  return query;
}

function allLeft() {
  const found = read(tab, LEFT);
  return Array.isArray(found) ? found : [];
}

const isOfHere = (one, address) => one.entry === entry() && one.address === address;

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
