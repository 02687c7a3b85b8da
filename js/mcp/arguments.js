// Checks the arguments of a tool by its schema, of which it knows as much as the tools use.
import { ToolError } from "./tool-error.js";
import { line } from "./text.js";

/** The number of unknown arguments that are named. */
const MAX_NAMED_ARGUMENTS = 3;

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
    const value = given[name] ?? one.default;
    if (value !== undefined) args[name] = value;
    const message = problem(one, value, schema.required?.includes(name));
    if (message) wrong.push(`${name}: ${message}`);
  }
  if (wrong.length > 0) throw new ToolError(wrong.join("\n"));
  return args;
}

function unknown(given, names) {
  // Sorted, as objects do not keep the order of names that are numbers.
  const all = Object.keys(given).filter((name) => !names.includes(name)).sort();
  const rows = all
    .slice(0, MAX_NAMED_ARGUMENTS)
    .map((name) => `${line(name)}: there is no such argument; accepted are ${names.join(", ")}`);
  return all.length > MAX_NAMED_ARGUMENTS ? [...rows, `and ${all.length - MAX_NAMED_ARGUMENTS} more that are no arguments`] : rows;
}

function problem(schema, value, required) {
  if (value === undefined) return required ? "it is missing" : undefined;
  return accepts[schema.type](schema, value) ? undefined : `accepted ${accepted[schema.type](schema)}`;
}

const accepts = {
  string: ({ minLength = 0, maxLength }, value) => {
    const length = typeof value === "string" ? [...value].length : -1;
    return length >= minLength && length <= maxLength;
  },
  integer: ({ minimum, maximum }, value) =>
    Number.isInteger(value) && value >= minimum && value <= maximum,
  boolean: (_, value) => typeof value === "boolean",
  object: (_, value) => typeof value === "object" && !Array.isArray(value),
};

const accepted = {
  string: ({ minLength = 0, maxLength }) => `are strings of ${minLength} to ${maxLength} characters`,
  integer: ({ minimum, maximum }) => `are whole numbers from ${minimum} to ${maximum}`,
  boolean: () => "are true and false",
  object: () => "is an object",
};
