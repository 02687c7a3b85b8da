import { KindexError } from "./errors.js";

const COLLAPSE = ["max", "mean", "sum", "decayed"];
const BOUNDS = ["min", "max"];
const CONDITIONS = ["any", "all", "not", ...BOUNDS];

/** The share for which `autoMerge: true` stands. */
const DEFAULT_AUTO_MERGE = 0.5;

export const isWhole = (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32;
const isNumber = (value) => typeof value === "number" && !Number.isNaN(value);
const isString = (value) => typeof value === "string";
const isBoolean = (value) => typeof value === "boolean";
const isArrayOf = (test) => (value) => Array.isArray(value) && value.every(test);
const isObject = (value) => typeof value === "object" && !Array.isArray(value);
// Numbers are compared as they are written, so they have to be written in full.
const isValue = (value) =>
  isString(value) || isBoolean(value) || (isNumber(value) && /^[-.\d]+$/.test(value));

const isSignal = (value) => typeof value.throwIfAborted === "function";

const object = [isObject, "is an object"];
const number = [isNumber, "are numbers"];
export const boolean = [isBoolean, "are true and false"];
export const string = [isString, "are strings"];
const whole = [isWhole, "are whole numbers from 0 to 4294967295"];
const value = [isValue, "are strings, booleans, and numbers written without an exponent"];

/**
 * The search options, each with its test. The WebAssembly module knows those before `blend` by their
 * order, and decides itself which values can be used with an index.
 */
const OPTIONS = {
  limit: whole,
  prefix: boolean,
  completions: whole,
  matchLevel: whole,
  returnLevel: whole,
  collapse: [(value) => COLLAPSE.includes(value), `are ${COLLAPSE.join(", ")}`],
  decay: number,
  autoMerge: [(value) => isNumber(value) || isBoolean(value), "are numbers, true and false"],
  siblings: whole,
  perDocument: whole,
  group: boolean,
  maxTokens: whole,
  explain: boolean,
  k1: number,
  b: number,
  title: number,
  heading: number,
  extra: number,
  titleScore: number,
  exactTitle: number,
  phraseBytes: whole,
  blend: [isArrayOf(isNumber), "are arrays of numbers"],
  expand: boolean,
  sort: string,
  facets: [isArrayOf(isString), "are arrays of strings"],
  filters: object,
  signal: [isSignal, "are AbortSignals"],
  pause: whole,
};

/** The options that every `open` accepts. */
const OPEN = {
  wasm: [() => true],
  cacheBytes: [(value) => value >= 0, "are numbers from 0"],
  coalesce: boolean,
};

const NAMES = Object.keys(OPTIONS);
const NUMBERS = NAMES.slice(0, NAMES.indexOf("blend"));

/**
 * Checks search options and brings them into the form in which the WebAssembly module takes them.
 *
 * @param {import("../entry/index.js").ExploreSearchOptions} [options]
 * @returns {[numbers: Float64Array, strings: string]} after the numbers of fixed places `blend`,
 *   if there is one, with any number before it
 */
export function searchArguments(options) {
  const given = checkedOptions(options, OPTIONS);
  options?.signal?.throwIfAborted();
  const { collapse, autoMerge, blend, expand, sort, facets = [], filters, ...others } =
    Object.fromEntries(given);
  if (others.decay >= 0 && collapse !== "decayed") throw invalidOption("decay: it needs collapse: decayed");
  const numbers = {
    ...others,
    limit: others.limit ?? (others.maxTokens === undefined ? undefined : 100),
    collapse: collapse && COLLAPSE.indexOf(collapse),
    autoMerge: isBoolean(autoMerge) ? (autoMerge ? DEFAULT_AUTO_MERGE : undefined) : autoMerge,
    returnLevel: expand === false ? levelMatched(others) : others.returnLevel,
  };
  return [
    Float64Array.from([...NUMBERS.map((name) => numbers[name]), ...(blend ? [0, ...blend] : [])]),
    [facets, undefined, sortStrings(sort), undefined, definedEntries(filters).flatMap(filterStrings)]
      .flat()
      .map(terminated)
      .join(""),
  ];
}

/** `key`, `key:asc` or `key:desc`: the key, and after it a string where the greatest comes first. */
function sortStrings(sort) {
  if (sort === undefined) return [];
  const [, key, , descending] = /^(.*?)(:asc|:(desc))?$/s.exec(sort);
  if (key === "") throw invalidOption("sort: give a key, as in date or date:desc");
  return descending ? [key, descending] : [key];
}

/** A string with its end. The sign of the end cannot stand in the string. */
const terminated = (string) => (string === undefined ? "\0" : `=${string.replaceAll("\0", "\uFFFD")}\0`);

function levelMatched({ matchLevel = 0, returnLevel = matchLevel }) {
  if (returnLevel === matchLevel) return matchLevel;
  throw invalidOption("expand: it is false, but returnLevel is not the level that is matched");
}

/** For each condition the key, its name, the values, and undefined as the end. */
function filterStrings([key, wanted]) {
  const name = `filters.${key}`;
  const conditions = isObject(wanted) ? wanted : { any: wanted };
  // A Date is an object without conditions, and must not find everything.
  if (Object.keys(conditions).length === 0) throw invalidOption(`${name}: it has no condition`);
  return definedEntries(conditions).flatMap(([condition, given]) => {
    if (!CONDITIONS.includes(condition)) throw unknownOption(`${name}.${condition}`, CONDITIONS);
    const values = BOUNDS.includes(condition) ? [given] : [given].flat();
    for (const one of values) check(name, one, value);
    return [key, condition, ...values.map(String), undefined];
  });
}

/** Checks the options of an `open` that accepts more. */
export function openOptions(options, more) {
  if (!more?.tenant && options?.tenant) throw invalidOption("tenant: kindex/explore opens one, of one file");
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

/** The entries that have a value. */
export function definedEntries(object) {
  return Object.entries(object ?? {}).filter(([, value]) => value !== undefined && value !== null);
}

function check(name, value, [accepts, accepted]) {
  if (!accepts(value)) throw invalidOption(`${name}: accepted ${accepted}`);
}

export function unknownOption(name, known) {
  const meant = nearest(name, known);
  return invalidOption(`there is no option ${name}${meant ? `, but ${meant}` : ""}; accepted are ${known.join(", ")}`);
}

/** The one of some names that is an edit away from a name, or two from one that is not short. */
export function nearest(name, known) {
  const within = (edits) => known.find((one) => name.length > 2 * edits && isNear(name, one, edits));
  return within(1) ?? within(2);
}

function isNear(a, b, edits) {
  const [c, d] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return !a || isNear(c, d, edits);
  return edits-- > 0 && (isNear(c, d, edits) || isNear(a, d, edits) || isNear(c, b, edits));
}

function invalidOption(message) {
  return new KindexError("invalid_option", message);
}
