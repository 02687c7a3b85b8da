import { Problem } from "./problem.js";

/** By search option the prefix of its conditions, as in `filter.lang=de`. */
export const CONDITIONS = { filters: "filter.", prefer: "prefer." };

/** The number of conditions of each that are accepted in one request. */
export const MAX_CONDITIONS = 20;

/** Characters of a key of metadata, with its direction where results are sorted. */
const MAX_KEY_CHARACTERS = 200;

const wrong = (detail) => new Problem(400, detail);

/** The number of keys whose values are counted in one request. */
const MAX_FACETS = 10;

/** Whole numbers without sign, fraction or leading zeros. */
const WHOLE = /^(0|[1-9]\d{0,9})$/;

/**
 * A kind of parameter: the function that reads it, its schema in the OpenAPI document, and how often
 * it may be given, once unless it says otherwise.
 *
 * @typedef {{ read: (name: string, text: string) => unknown, schema: object, most?: number }} Kind
 */

/** @returns {Kind} */
export function whole(from, to, fallback) {
  const read = (name, text) => {
    const value = WHOLE.test(text) ? Number(text) : NaN;
    if (value >= from && value <= to) return value;
    throw wrong(`${name}: accepted are whole numbers from ${from} to ${to}.`);
  };
  return { read, schema: { type: "integer", minimum: from, maximum: to, default: fallback } };
}

/** A number from 0 to 1, without sign and exponent. */
const SHARE = /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/;

/** @returns {Kind} */
function share() {
  const read = (name, text) => {
    if (SHARE.test(text)) return Number(text);
    throw wrong(`${name}: accepted are numbers from 0 to 1, such as 0.5.`);
  };
  return { read, schema: { type: "number", minimum: 0, maximum: 1 } };
}

/** @returns {Kind} */
export function truth(fallback = false) {
  const read = (name, text) => {
    if (text === "true" || text === "false") return text === "true";
    throw wrong(`${name}: accepted are true and false.`);
  };
  return { read, schema: { type: "boolean", default: fallback } };
}

/** @returns {Kind} */
function prefixes() {
  const { read } = truth();
  const all = (name, text) => (text === "all" ? text : read(name, text));
  return { read: all, schema: { type: "string", enum: ["false", "true", "all"], default: "false" } };
}

/**
 * Characters as Unicode counts them, which is how JSON Schema does.
 *
 * @returns {Kind}
 */
export function words(most) {
  const read = (name, text) => {
    if (text.length <= most || [...text].length <= most) return text;
    throw wrong(`${name}: it has more than ${most} characters.`);
  };
  return { read, schema: { type: "string", maxLength: most } };
}

/**
 * Keys of metadata, each by itself.
 *
 * @returns {Kind}
 */
function keys(most) {
  const { read, schema } = words(MAX_KEY_CHARACTERS);
  return { read, most, schema: { type: "array", items: schema, maxItems: most } };
}

/**
 * Names of indexes.
 *
 * @returns {Kind}
 */
function names(all) {
  const read = (name, text) => {
    if (all.includes(text)) return text;
    throw wrong(`${name}: accepted are ${all.join(", ")}.`);
  };
  return { read, most: all.length, schema: { type: "array", items: { enum: all }, maxItems: all.length } };
}

/**
 * The parameters of each route.
 *
 * @param {import("./settings.js").Settings} settings
 * @param {number} levels how many levels of chunks the index has
 * @returns {Record<string, { known: Record<string, Kind>, required?: string[], conditions?: boolean }>}
 */
export function parametersOf({ limits, embedder, sources }, levels) {
  const { query, results, maxTokens, page } = limits;
  const ofSeveral = sources && { index: names(sources.map(({ name }) => name)) };
  const search = {
    q: words(query),
    // options: parameters
    limit: whole(1, results),
    offset: whole(0, 2 ** 31, 0),
    prefix: prefixes(),
    fuzzy: truth(true),
    texts: truth(true),
    level: whole(0, levels),
    expand: truth(true),
    group: truth(),
    sort: words(MAX_KEY_CHARACTERS),
    facets: keys(MAX_FACETS),
    fold: truth(),
    maxTokens: whole(1, maxTokens),
    // options end
    ...(embedder && { alpha: share() }),
    ...ofSeveral,
  };
  return {
    search: { known: search, required: ["q"], conditions: true },
    suggest: { known: { q: words(query), limit: whole(1, 20, 5), ...ofSeveral }, required: ["q"] },
    documents: { known: { prefix: words(query), from: whole(0, 2 ** 31, 0), limit: whole(1, page, 100) } },
    filters: { known: { limit: whole(1, page, 20) } },
  };
}

/**
 * Reads the parameters of a request and accepts no others.
 *
 * @param {URLSearchParams} given
 * @param {{ known: Record<string, Kind>, required?: string[], conditions?: boolean }} [accepted]
 * @returns {Record<string, any>} the values of those that are there; `facets` and `index` in a list, `filters` and
 *   `prefer` by key
 */
export function read(given, { known, required = [], conditions = false } = { known: {} }) {
  const values = {};
  const found = {};
  for (const [name, text] of given) {
    const option = conditions && conditionOf(name);
    if (option) addCondition((found[option] ??= new Map()), CONDITIONS[option], name, text);
    else if (!Object.hasOwn(known, name)) throw wrong(unknown(name, Object.keys(known), conditions));
    else add(values, name, known[name], text);
  }
  for (const name of required) {
    if (!Object.hasOwn(values, name)) throw wrong(`${name}: it is missing.`);
  }
  for (const [option, byKey] of Object.entries(found)) values[option] = Object.fromEntries(byKey);
  return values;
}

/** Adds the value of a parameter: to a list, if it may be given several times. */
function add(values, name, { read, most }, text) {
  const before = values[name];
  if (most === undefined && before !== undefined) throw wrong(`${name}: it may be given once only.`);
  if (before?.length === most && most !== undefined) throw wrong(`${name}: it may be given up to ${most} times.`);
  values[name] = most === undefined ? read(name, text) : [...(before ?? []), read(name, text)];
}

const conditionOf = (name) => Object.keys(CONDITIONS).find((option) => name.startsWith(CONDITIONS[option]));

function addCondition(found, prefix, name, text) {
  const key = name.slice(prefix.length);
  if (key === "") throw wrong(`${prefix}KEY: the key is missing.`);
  found.set(key, [...(found.get(key) ?? []), text]);
  const count = [...found.values()].reduce((sum, { length }) => sum + length, 0);
  if (count > MAX_CONDITIONS) throw wrong(`${prefix}KEY: accepted are up to ${MAX_CONDITIONS}.`);
}

function unknown(name, known, conditions) {
  const prefixes = conditions ? Object.values(CONDITIONS) : [];
  const accepted = [...known, ...prefixes.map((prefix) => `${prefix}KEY`)];
  const short = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  const list = accepted.length > 0 ? `accepted are ${accepted.join(", ")}` : "none is accepted here";
  return `There is no parameter ${JSON.stringify(short)}; ${list}.`;
}
