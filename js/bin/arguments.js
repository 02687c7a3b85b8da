// The arguments of a command, after its name.
import { parseArgs } from "node:util";
import { nearest } from "../engine/options.js";
import { UsageError, onlyNative } from "./output.js";

/**
 * @param {string} name of the command
 * @param {{ options: import("node:util").ParseArgsOptionsConfig, native: string[] }} command with
 *   the options that only the native one has; a flag that `mayHaveValue` has it after a sign of equality
 * @param {string[]} args
 */
export function parsed(name, { options, native }, args) {
  const known = { help: { type: "boolean", short: "h" }, ...options };
  const found = parseArgs({ args, options: known, allowPositionals: true, strict: false, tokens: true });
  for (const token of found.tokens) {
    const fault = token.kind === "option" && faultOf(token, known, native);
    if (fault) throw new UsageError(`${fault}; see kindex ${name} --help`);
  }
  return found;
}

function faultOf({ name, rawName, value, inlineValue }, known, native) {
  if (native.includes(name)) throw onlyNative(rawName);
  if (!Object.hasOwn(known, name)) return unknown(name, rawName, Object.keys(known));
  if (known[name].mayHaveValue) return undefined;
  if (known[name].type === "boolean") return value === undefined ? undefined : `${rawName} takes no value`;
  const isMissing = value === undefined || (!inlineValue && /^-./.test(value));
  return isMissing ? `${rawName}: its value is missing` : undefined;
}

function unknown(name, rawName, known) {
  const meant = nearest(name, known);
  return meant
    ? `there is no option ${rawName}, but --${meant}`
    : `there is no option ${rawName}; what begins with a hyphen and is none goes after --`;
}

/**
 * A message of the library about an option, with the option's name on the command line:
 * `--section-depth: ...` of `sectionDepth: ...`.
 *
 * @param {string} message
 * @param {{ options: object, names?: Record<string, string> }} command with the flags of options that
 *   are called otherwise
 */
export function byFlag(message, { options, names = {} }) {
  const name = /^[a-zA-Z][\w.]*(?=(\[\d+\])?:)/.exec(message)?.[0] ?? "";
  const flag = names[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  // An option that may be repeated is a flag for one value.
  const known = [flag, flag.replace(/s$/, "")].find((one) => Object.hasOwn(options, one));
  return known ? `--${known}${message.slice(name.length)}` : message;
}

/** A whole number. */
export function whole(flag, text) {
  if (text === undefined || /^\d+$/.test(text)) return text && Number(text);
  throw new UsageError(`--${flag}: ${JSON.stringify(text)} given; accepted are whole numbers from 0`);
}

/** One number. */
export const number = (flag, text) => list(flag, text, "numbers", 1)?.[0];

/**
 * Numbers with commas between.
 *
 * @param {string} flag
 * @param {string} [text]
 */
export const numbers = (flag, text) => list(flag, text, "numbers with commas between");

function list(flag, text, accepted, most = Infinity) {
  const all = text?.split(",").map((part) => (part.trim() ? Number(part) : NaN));
  if (all?.some(Number.isNaN) || all?.length > most) {
    throw new UsageError(`--${flag}: ${JSON.stringify(text)} given; accepted are ${accepted}`);
  }
  return all;
}
