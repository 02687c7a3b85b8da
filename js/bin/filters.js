// The notation of conditions on documents, as the native command reads it.
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
