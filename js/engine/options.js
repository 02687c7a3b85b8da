import { KindexError, invalidArgument } from "./errors.js";

const COLLAPSE = ["max", "mean"];
const BOUNDS = ["min", "max"];
const CONDITIONS = ["any", "all", "not", ...BOUNDS];

/** The value of `prefix` by which every word may be a beginning, and its number in the module. */
const ALL = "all";
const ALL_NUMBER = 2;

/** The share for which `autoMerge: true` stands. */
const DEFAULT_AUTO_MERGE = 0.5;

export const isWhole = (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32;
const isNumber = (value) => typeof value === "number" && !Number.isNaN(value);
const isString = (value) => typeof value === "string";
const isBoolean = (value) => typeof value === "boolean";
// `every` would pass over places that an array leaves empty.
const isArrayOf = (test) => (value) => Array.isArray(value) && [...value].every(test);
const isObject = (value) => typeof value === "object" && !Array.isArray(value);
// Numbers are compared as they are written, so they have to be written in full.
const isValue = (value) =>
  isString(value) || isBoolean(value) || (isNumber(value) && /^[-.\d]+$/.test(value));

const isSignal = (value) => typeof value.throwIfAborted === "function";

export const object = [isObject, "is an object"];
export const number = [isNumber, "are numbers"];
export const boolean = [isBoolean, "are true and false"];
export const string = [isString, "are strings"];
export const whole = [isWhole, "are whole numbers from 0 to 4294967295"];
const prefixes = [(value) => isBoolean(value) || value === ALL, "are true, false and all"];
const shares = [(value) => isNumber(value) || isBoolean(value), "are numbers, true and false"];
const collapses = [(value) => COLLAPSE.includes(value), `are ${COLLAPSE.join(", ")}`];
const strings = [isArrayOf(isString), "are arrays of strings"];
const value = [isValue, "are strings, booleans, and numbers written without an exponent"];

/**
 * The search options, each with its test: those of scripts/options/table.mjs and a few more. The WebAssembly module
 * decides itself which values can be used with an index.
 */
export const OPTIONS = {
  // options: checks
  limit: whole,
  offset: whole,
  prefix: prefixes,
  fuzzy: boolean,
  texts: boolean,
  completions: whole,
  matchLevel: whole,
  returnLevel: whole,
  expand: boolean,
  perDocument: whole,
  group: boolean,
  phraseBytes: whole,
  filters: object,
  prefer: object,
  sort: string,
  facets: strings,
  fold: boolean,
  collapse: collapses,
  autoMerge: shares,
  siblings: whole,
  explain: boolean,
  maxTokens: whole,
  // options end
  // kindex/explore has more to say of it, and other modules refuse it.
  vector: [() => true],
  signal: [isSignal, "are AbortSignals"],
  pause: whole,
};

/** The options that every `open` accepts. */
const OPEN = {
  wasm: [() => true],
  cacheBytes: [(value) => value >= 0, "are numbers from 0"],
  coalesce: boolean,
};

/**
 * Checks search options and brings them into the form in which the WebAssembly module takes them.
 *
 * @param {import("../entry/index.js").ExploreSearchOptions} [given]
 * @returns {[names: string, numbers: Float64Array, strings: string]} the names of the numbers, with
 *   commas between them, the numbers, and lists of strings
 */
export function searchArguments(given) {
  return writtenOptions(Object.fromEntries(checkedOptions(given, OPTIONS)));
}

/** The same for options that are checked. */
export function writtenOptions({ collapse, facets, sort, filters, prefer, signal, ...others }) {
  signal?.throwIfAborted();
  const numbers = numberEntries(others);
  const lists = [
    collapse && ["collapse", collapse],
    facets && ["facets", ...facets],
    sort !== undefined && ["sort", ...sortStrings(sort)],
    ...conditionLists("filter", "filters", filters),
    ...conditionLists("prefer", "prefer", prefer),
  ];
  return [
    numbers.map(([name]) => name).join(),
    Float64Array.from(numbers, ([, value]) => Number(value)),
    lists.filter(Boolean).map(writtenList).join(""),
  ];
}

/** The names and values of the options that are numbers, or can be written as such. */
function numberEntries({ expand, autoMerge, ...numbers }) {
  if (numbers.maxTokens !== undefined) numbers.limit ??= 100;
  if (autoMerge !== undefined && autoMerge !== false) numbers.autoMerge = autoMerge === true ? DEFAULT_AUTO_MERGE : autoMerge;
  if (numbers.prefix === ALL) numbers.prefix = ALL_NUMBER;
  if (expand === false) numbers.returnLevel = levelMatched(numbers);
  return Object.entries(numbers);
}

/** `key`, `key:asc` or `key:desc`: the key, and after it a string where the greatest comes first. */
function sortStrings(sort) {
  const [, key, , descending] = /^(.*?)(:asc|:(desc))?$/s.exec(sort);
  if (key === "") throw invalidOption("sort: give a key, as in date or date:desc");
  return descending ? [key, descending] : [key];
}

/** A list with its end. The sign of the end cannot stand in a string. */
export const writtenList = (strings) => strings.map((string) => `=${string.replaceAll("\0", "\uFFFD")}\0`).join("") + "\0";

function levelMatched({ matchLevel = 0, returnLevel = matchLevel }) {
  if (returnLevel === matchLevel) return matchLevel;
  throw invalidOption("expand: it is false, but returnLevel is not the level that is matched");
}

/** A list for each condition: what it is for, the key, the name of the condition, and the values. */
const conditionLists = (use, option, wanted) =>
  definedEntries(wanted).flatMap(([key, given]) => listsOfKey(use, key, `${option}.${key}`, given));

function listsOfKey(use, key, name, wanted) {
  const conditions = isObject(wanted) ? wanted : { any: wanted };
  // A Date is an object without conditions, and must not find everything.
  if (Object.keys(conditions).length === 0) throw invalidOption(`${name}: it has no condition`);
  return definedEntries(conditions).map(([condition, given]) => {
    if (!CONDITIONS.includes(condition)) throw unknownOption(`${name}.${condition}`, CONDITIONS);
    const values = BOUNDS.includes(condition) ? [given] : [given].flat();
    for (const one of values) check(name, one, value);
    return [use, key, condition, ...values.map(String)];
  });
}

/** Checks the options of an `open` that accepts more. */
export function openOptions(options, more) {
  checkedOptions(options, { ...OPEN, ...more });
}

/** The options that are given, by name, if they are known and can be used. */
export function checkedOptions(options, known) {
  check("options", options ?? {}, object);
  const given = definedEntries(options);
  for (const [name, value] of given) {
    if (!Object.hasOwn(known, name)) throw unknownOption(name, Object.keys(known));
    check(name, value, known[name]);
  }
  return given;
}

/** A query as it is looked up: Korean syllables are one character each, as in the index. */
export function checkedQuery(query) {
  if (typeof query !== "string") throw invalidArgument("query", "a string");
  return /[\u1100-\u11ff]/.test(query) ? query.normalize() : query;
}

/** The entries that have a value. */
export function definedEntries(object) {
  return Object.entries(object ?? {}).filter(([, value]) => value !== undefined && value !== null);
}

function check(name, value, [accepts, accepted]) {
  if (!accepts(value)) throw invalidOption(`${name}: accepted ${accepted}`);
}

export function unknownOption(name, known) {
  const meant = nearest(name, known);
  return invalidOption(`there is no option ${name}${meant ? `, but ${meant}` : ""}${known.length > 0 ? `; accepted are ${known.join(", ")}` : ""}`);
}

/** The known name within one edit, or within two for a long name. */
export function nearest(name, known) {
  const within = (edits) => known.find((one) => name.length > 2 * edits && isNear(name, one, edits));
  return within(1) ?? within(2);
}

function isNear(a, b, edits) {
  const [c, d] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return !a || isNear(c, d, edits);
  return edits-- > 0 && (isNear(c, d, edits) || isNear(a, d, edits) || isNear(c, b, edits));
}

export function invalidOption(message) {
  return new KindexError("invalid_option", message);
}
