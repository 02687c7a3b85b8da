// The notation of conditions on documents, as the native command reads it.
import { plain } from "../text/sanitize.js";
import { count } from "./numbers.js";
import { UsageError, onlyNative } from "./output.js";

/** The condition for which each operator before `=` stands. */
const CONDITIONS = { "": "any", "!": "not", ">": "min", "<": "max" };

/**
 * The conditions that a flag gives, all those on the command line together.
 *
 * @param {"filter" | "prefer"} flag
 * @param {string[]} texts
 * @returns {Record<string, import("../entry/index.js").Condition>}
 */
export function conditionsOf(flag, texts) {
  const all = new Map();
  for (const text of texts) {
    const { key, condition, values } = read(flag, text);
    if (flag === "prefer" && all.has(key)) throw onlyNative(`--prefer ${text} after another one with its key`);
    all.set(key, met(all.get(key) ?? {}, condition, values, `--${flag} ${text}`));
  }
  return Object.fromEntries(all);
}

/** Conditions with one more, which has to be met too. */
function met(conditions, condition, values, flag) {
  if (condition === "not") return { ...conditions, not: [...(conditions.not ?? []), ...values] };
  if (condition === "any" && values.length === 1) return { ...conditions, all: [...(conditions.all ?? []), ...values] };
  if (Object.hasOwn(conditions, condition)) throw onlyNative(`${flag} after another one of its kind`);
  return { ...conditions, [condition]: condition === "any" ? values : values[0] };
}

/** This many values of a key are named. */
const MAX_NAMED_VALUES = 10;

/** Lines about the conditions that ask for values which no document has. */
export async function unmet(index, filters) {
  const keys = await index.keys({ limit: 2 ** 31 });
  const wanted = Object.entries(filters).flatMap(([key, { any, all = [] }]) => [...(any ? [any] : []), ...all.map((one) => [one])].map((values) => [key, values]));
  return wanted.flatMap(([key, values]) => {
    const has = keys.find((one) => one.key === key)?.values.map(({ value }) => value) ?? [];
    if (has.length === 0 || values.some((value) => has.includes(value))) return [];
    const more = has.length > MAX_NAMED_VALUES ? `, ${count(has.length - MAX_NAMED_VALUES)} more` : "";
    return [plain(`No document has ${key}=${values.join(",")}; values of ${key} are ${has.slice(0, MAX_NAMED_VALUES).join(", ")}${more}.`)];
  });
}

/** Reads `key=a,b`, `key!=a,b`, `key>=a` or `key<=a`. */
function read(flag, text) {
  const [, key, operator, value] = /^([^=]*?)([!<>]?)=(.*)$/s.exec(text) ?? [];
  const condition = CONDITIONS[operator];
  const isBound = ["min", "max"].includes(condition);
  if (!key || (isBound && !value)) {
    throw new UsageError(
      `--${flag}: ${JSON.stringify(text)} given; give one such as section=guide, section!=blog,news or year>=2024`,
    );
  }
  return { key, condition, values: isBound ? [value] : list(value) };
}

/** The values between commas that have no backslash before them. */
const list = (values) => values.split(/(?<!\\),/).map((value) => value.replaceAll("\\,", ","));
