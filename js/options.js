import { KindexError } from "./errors.js";

const COLLAPSE = ["max", "mean", "sum"];

const isNumber = (value) => typeof value === "number" && !Number.isNaN(value);
const isString = (value) => typeof value === "string";
const isArrayOf = (test) => (value) => Array.isArray(value) && value.every(test);
const isObject = (value) => typeof value === "object" && !Array.isArray(value);
const isStrings = (value) => isString(value) || isArrayOf(isString)(value);

const object = [isObject, "is an object"];
const number = [isNumber, "are numbers"];
const whole = [
  (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32,
  "are whole numbers from 0 to 4294967295",
];

/**
 * What is accepted. The WebAssembly module knows the options before `blend` by their order. Which
 * values can be used with an index is for the module to say.
 */
const OPTIONS = {
  limit: whole,
  prefix: [(value) => typeof value === "boolean", "are true and false"],
  returnLevel: whole,
  collapse: [(value) => COLLAPSE.includes(value), `are ${COLLAPSE.join(", ")}`],
  k1: number,
  b: number,
  title: number,
  heading: number,
  titleScore: number,
  exactTitle: number,
  blend: [isArrayOf(isNumber), "are arrays of numbers"],
  filters: object,
};

const NAMES = Object.keys(OPTIONS);
const NUMBERS = NAMES.slice(0, NAMES.indexOf("blend"));

/**
 * Checks search options and brings them into the form in which the WebAssembly module takes them.
 *
 * @param {import("./index.js").SearchOptions} [options]
 * @returns {[numbers: Float64Array, blend: Float64Array | undefined, filters: unknown[]]}
 */
export function searchArguments(options) {
  check("options", options ?? {}, object);
  const given = present(options);
  for (const [name, value] of given) {
    if (!NAMES.includes(name)) {
      throw invalid(`there is no option ${name}; accepted are ${NAMES.join(", ")}`);
    }
    check(name, value, OPTIONS[name]);
  }
  const { collapse, blend, filters, ...others } = Object.fromEntries(given);
  const numbers = { ...others, collapse: collapse && COLLAPSE.indexOf(collapse) };
  return [
    Float64Array.from(NUMBERS, (name) => numbers[name]),
    blend && Float64Array.from(blend),
    present(filters).flatMap(filterArguments),
  ];
}

/** Key, values, and undefined as the end. */
function filterArguments([key, values]) {
  check(`filters.${key}`, values, [isStrings, "are a string and an array of strings"]);
  return [key, values, undefined].flat();
}

/** The entries that have a value. */
function present(object) {
  return Object.entries(object ?? {}).filter(([, value]) => value !== undefined && value !== null);
}

function check(name, value, [accepts, accepted]) {
  if (!accepts(value)) throw invalid(`${name}: accepted ${accepted}`);
}

function invalid(message) {
  return new KindexError("invalid_option", message);
}
