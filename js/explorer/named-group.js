// Several open indexes, each with a name, that are explored as one: the name stands in front of ids.
// crates/mcp/src/sites.rs has the same rule of names.
import { KindexError, invalidArgument } from "../engine/errors.js";
import { JOINER } from "../text/sanitize.js";
import { answersOf } from "./lost.js";
import { pagesOfAll } from "./pages-of-all.js";

/** The sign between a name and an id or an address. */
const SIGN = "::";

const LETTER = "[\\p{Alphabetic}\\p{N}]";

/** What joins letters counts as one of them, and no reader sees it. */
const NAME = new RegExp(`^(?=.*${LETTER})(?:(?!${JOINER})(?:[-._]|${LETTER})){1,64}$`, "u");

/** What names consist of, for who gave another one. */
export const NAMES = "up to 64 letters, digits, points, _ and -";

/** Whether a text can be the name of an index: it has no colon. */
export const isName = (text) => typeof text === "string" && NAME.test(text);

/** An id with the name of its index in front. */
export const withName = (name, id) => name + SIGN + id;

/** An address with the name of its index in front; one that says a host stays. */
export const addressWithName = (name, url) => (url === "" || /^https?:\/\//.test(url) ? url : withName(name, url));

/**
 * The name with which a text begins, if that is one of some indexes, and the rest.
 *
 * @param {string[]} names
 * @param {string} text
 * @returns {[name: string | undefined, rest: string]}
 */
export function parted(names, text) {
  const at = text.indexOf(SIGN);
  const name = text.slice(0, Math.max(at, 0));
  return at > 0 && names.includes(name) ? [name, text.slice(at + SIGN.length)] : [undefined, text];
}

/** The names of members in answers that are ids. */
const IDS = ["id", "document", "child"];

/** What is kept as it is: metadata may have any keys. */
const KEPT = ["meta", "filters", "differs"];

/** The methods whose first argument is an id. */
const OF_ID = ["chunk", "hierarchy", "document"];

/** The counts that add up. */
const COUNTS = ["bytes", "documents", "headings", "words", "stems", "terms"];

/** As many as there can be. */
const ALL = 2 ** 32 - 1;

/**
 * One of several indexes: what is open of it, or the reason why nothing is.
 *
 * @typedef {{ name: string, index?: any, error?: unknown }} Member
 */

/**
 * Several indexes that answer what one does, by promises: what is asked by an id, `search`, `pages`, `keys` and
 * `stats`. Ids have the name of their index in front, and what has an id has that name as `label` besides.
 * Addresses are given as the index has them.
 */
export class NamedGroup {
  #members;
  #search;

  /**
   * @param {() => Member[]} members gives them in their order; which of them are open may change
   * @param {(query: string, options?: object) => Promise<import("../entry/index.js").ExploreGroupResults>} search
   *   searches them as one; `indexes` among the options has the names of those that are asked
   */
  constructor(members, search) {
    this.#members = members;
    this.#search = search;
    for (const method of OF_ID) this[method] = (id, ...args) => this.#ofId(method, id, args);
  }

  /** The names of all, in their order. */
  get names() {
    return this.#members().map(({ name }) => name);
  }

  /** Those that are open, with their names. @returns {Member[]} */
  get all() {
    return this.#members().filter(({ index }) => index);
  }

  /** The names of those that are not open at the moment. */
  get missing() {
    return this.#members().filter(({ index }) => !index).map(({ name }) => name);
  }

  /** The name with which a text begins, if that is one of an index, and the rest. */
  parted(text) {
    return parted(this.names, text);
  }

  /**
   * Those of which something is asked: that with a name, or all that are open.
   *
   * @param {string} [name]
   * @returns {Member[]} throws the error of that one where it is not open, and where none is, that of the first
   */
  of(name) {
    const members = this.#members().filter((one) => name === undefined || one.name === name);
    const open = members.filter(({ index }) => index);
    if (open.length === 0) throw members[0].error ?? new KindexError("read_failed", `the index ${members[0].name} cannot be read`);
    return open;
  }

  async search(query, options) {
    const found = await this.#search(query, options);
    const ofHit = (hit) => named(hit.label, hit);
    return { ...found, hits: found.hits.map(ofHit), ...(found.leftOut && { leftOut: found.leftOut.map(ofHit) }) };
  }

  /** The pages of one index after another. */
  async pages({ prefix = "", from = 0, limit = 100 } = {}) {
    const [name, rest] = this.parted(prefix);
    return pagesOfAll(this.of(name), { prefix: rest, from, limit }, (of, page) => named(of.name, page));
  }

  /** The keys of all, with how many documents of all have them. */
  async keys({ limit = 20 } = {}) {
    const lists = await answersOf(this.of().map(({ index }) => index.keys({ limit: ALL })));
    return joinedKeys(lists, limit);
  }

  /** The figures of all: what counts is added up. A word that several have is counted in each of them. */
  async stats() {
    const all = await answersOf(this.of().map(({ index }) => index.stats()));
    return joinedStats(all);
  }

  async #ofId(method, id, args) {
    const [name, rest] = this.parted(id);
    if (name === undefined) throw new KindexError("unknown_id", `nothing in the indexes has the id ${id}: ids begin with the name of one, as ${this.names[0]}${SIGN}`);
    return named(name, await this.of(name)[0].index[method](rest, ...args));
  }
}

/**
 * The group that `open` of `kindex/explore` gave for a list of sources, by the labels of these.
 *
 * @param {any} index
 * @returns {NamedGroup | undefined} nothing for a single index; throws a KindexError where labels are no names
 */
export function namedGroupOf(index) {
  if (index instanceof NamedGroup) return index;
  const names = index?.labels;
  if (!names) return undefined;
  if (!names.every(isName) || new Set(names).size < names.length) {
    throw invalidArgument("index", `of several indexes each with a label of its own, of ${NAMES}`);
  }
  return new NamedGroup(
    () => index.indexes.map((one, at) => ({ name: names[at], index: one })),
    (query, options) => index.search(query, options),
  );
}

/** An answer with the name of its index. A copy of a page may be in another one. */
function named(nameOfAll, value) {
  if (Array.isArray(value)) return value.map((one) => named(nameOfAll, one));
  if (typeof value !== "object" || value === null) return value;
  const name = typeof value.label === "string" ? value.label : nameOfAll;
  const entries = Object.entries(value).map(([key, one]) => {
    if (IDS.includes(key) && typeof one === "string") return [key, withName(name, one)];
    return [key, KEPT.includes(key) ? one : named(name, one)];
  });
  return { ...Object.fromEntries(entries), ...(typeof value.id === "string" && { label: name }) };
}

/** The keys of several indexes, each of which gave all values that it knows, with so many values of each. */
export function joinedKeys(lists, limit) {
  const keys = new Map();
  for (const view of lists.flat()) keys.set(view.key, [...(keys.get(view.key) ?? []), view]);
  return [...keys.keys()].sort(byBytes).map((key) => joinedKey(keys.get(key), limit));
}

/** What several indexes say of a key. */
function joinedKey(views, limit) {
  const counts = new Map();
  for (const { value, documents } of views.flatMap(({ values }) => values)) counts.set(value, (counts.get(value) ?? 0) + documents);
  const values = [...counts].map(([value, documents]) => ({ value, documents }));
  const order = (one, other) => other.documents - one.documents || byBytes(one.value, other.value);
  return {
    key: views[0].key,
    kind: views.some(({ kind }) => kind === "filter") ? "filter" : "metadata",
    documents: sum(views, "documents"),
    // An index in several files may not know all values.
    total: Math.max(values.length, ...views.map(({ total }) => total)),
    values: firstOf(values, limit, order),
  };
}

function joinedStats(all) {
  const [first] = all;
  const isAlike = ({ unit, levels }) =>
    unit === first.unit && levels.length === first.levels.length && levels.every(({ size, overlap }, at) => size === first.levels[at].size && overlap === first.levels[at].overlap);
  const alike = all.filter(isAlike);
  const levels = first.levels.map((level, at) => ({ ...level, chunks: sum(alike.map((one) => one.levels[at]), "chunks") }));
  const language = [...new Set(all.flatMap(({ language }) => language.split(",")))].join(",");
  return { ...Object.fromEntries(COUNTS.map((name) => [name, sum(all, name)])), language, unit: first.unit, levels };
}

const sum = (all, name) => all.reduce((total, one) => total + one[name], 0);

/** The first ones in an order, of very many. */
function firstOf(all, limit, order) {
  const first = all.slice(0, limit).sort(order);
  for (const one of limit > 0 ? all.slice(limit) : []) {
    if (order(one, first[limit - 1]) >= 0) continue;
    let [low, high] = [0, limit - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(one, first[middle]) < 0) high = middle;
      else low = middle + 1;
    }
    first.splice(low, 0, one);
    first.pop();
  }
  return first;
}

/** The order of their bytes in UTF-8, which is that of their code points. */
function byBytes(one, other) {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at === end ? one.length - other.length : rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
}

/** The place of a UTF-16 unit among the code points: halves of those above 0xffff come last. */
const rank = (unit) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
