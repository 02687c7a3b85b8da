// Checks the arguments of a tool by its schema, of which it knows as much as the tools use.
import { bounds, texts } from "./interface.js";
import { isObject, saysNothing, trimmed } from "./rpc.js";
import { ToolError } from "./tool-error.js";
import { filled, line } from "./text.js";

/**
 * The arguments, with defaults for those that are not there.
 *
 * @param {object} schema the tool's inputSchema
 * @param {object} given
 */
export function checkedArguments(schema, given) {
  const names = Object.keys(schema.properties);
  const wrong = unknown(given, names);
  const args = {};
  for (const [name, one] of Object.entries(schema.properties)) {
    const required = schema.required?.includes(name);
    const value = given[name] ?? undefined;
    // What says nothing was left out, where that may be.
    if (required ? value !== undefined : !saysNothing(value)) {
      args[name] = meant[one.type](value, one);
      if (!accepts[one.type](one, args[name])) wrong.push(accepted[one.type](name, one));
    } else if (required) wrong.push(filled(texts.missing, name));
    else if (one.default !== undefined) args[name] = one.default;
  }
  if (wrong.length > 0) throw new ToolError(wrong.join("\n"));
  return args;
}

function unknown(given, names) {
  // Sorted, as objects do not keep the order of names that are numbers.
  const all = Object.keys(given).filter((name) => !names.includes(name)).sort();
  const rows = all
    .slice(0, bounds.namedArguments)
    .map((name) => filled(texts.unknownArgument, line(name), names.join(", ")));
  return all.length > rows.length ? [...rows, filled(texts.moreArguments, all.length - rows.length)] : rows;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Numbers that are written without an exponent. */
const PLAIN = /^[-.\d]+$/;

/** The value of a text that is JSON and not only a text; another one as it is. */
export function readJson(value) {
  try {
    return typeof value === "string" ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

/** The value that is meant, as some clients write every value as a text. */
const meant = {
  string: (value) => (typeof value === "boolean" || (typeof value === "number" && PLAIN.test(value)) ? String(value) : value),
  integer: (value) => (typeof value === "string" && NUMBER.test(trimmed(value)) ? Number(value) : value),
  boolean: (value) => {
    const text = typeof value === "string" ? trimmed(value) : "";
    return ["true", "True"].includes(text) || (["false", "False"].includes(text) ? false : value);
  },
  object: readJson,
  array: (value, { items }) => {
    const all = readJson(value);
    return (Array.isArray(all) ? all : [value]).map((one) => meant[items.type](one));
  },
};

const accepts = {
  string: ({ minLength = 0, maxLength }, value) => {
    const length = typeof value === "string" ? [...value].length : -1;
    return length >= minLength && length <= maxLength;
  },
  integer: ({ minimum, maximum }, value) =>
    Number.isInteger(value) && value >= minimum && value <= maximum,
  boolean: (_, value) => typeof value === "boolean",
  object: (_, value) => isObject(value),
  array: ({ items, maxItems }, value) => value.length <= maxItems && value.every((one) => accepts[items.type](items, one)),
};

const accepted = {
  string: (name, { minLength = 0, maxLength }) => filled(texts.string, name, minLength, maxLength),
  integer: (name, { minimum, maximum }) => filled(texts.integer, name, minimum, maximum),
  boolean: (name) => filled(texts.boolean, name),
  object: (name) => filled(texts.object, name),
  array: (name, { maxItems, items: { minLength = 0, maxLength } }) => filled(texts.list, name, maxItems, minLength, maxLength),
};
