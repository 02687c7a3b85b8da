// Puts what `kindex.toml` says before the flags of a command.
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { guarded } from "../engine/errors.js";
import { fullEngine } from "../entry/full-engine.js";
import { UsageError, fileFailure, onlyNative } from "./output.js";

/** The file that is read where no paths and no other file are given. */
export const FILE = "kindex.toml";

/**
 * The arguments to run the command with in the place of some: several, where the file asks for several
 * indexes.
 *
 * @param {string[]} args after the name of the command
 * @param {{ name: string, options: import("node:util").ParseArgsOptionsConfig, native: string[], others: string[] }} command
 *   with the flags that are of use to another command that reads the file
 * @returns {Promise<string[][]>}
 */
export async function expanded(args, command) {
  const { values, positionals, tokens } = parseArgs({ args, options: command.options, allowPositionals: true, strict: false, tokens: true });
  const { config } = values;
  // Faults of the arguments are reported when they are parsed for good.
  if (values.help || (config === undefined ? positionals.length > 0 : typeof config !== "string")) return [args];
  const file = config ?? FILE;
  const source = await readFile(file, "utf8").catch((error) => {
    if (config === undefined && error.code === "ENOENT") return undefined;
    throw fileFailure("read", file, error);
  });
  if (source === undefined) return [args];
  const indexes = await read(source, file);
  const given = new Set(tokens.filter(({ kind }) => kind === "option").map(({ name }) => name));
  if (given.has("output") && indexes.length > 1) throw new UsageError(`--output: ${file} asks for ${indexes.length} indexes`);
  return indexes.map(({ paths, flags }) => [
    ...flags.flatMap(([name, values]) => flagsOf(name, values, { file, command, given })),
    ...args,
    ...(positionals.length > 0 ? [] : ["--", ...paths]),
  ]);
}

async function read(source, file) {
  const { configuration } = await fullEngine();
  const folder = dirname(file);
  try {
    return JSON.parse(guarded(() => configuration(source, folder === "." ? "" : folder)));
  } catch (error) {
    throw error?.name === "KindexError" ? new UsageError(`${file}: ${error.message}`) : error;
  }
}

function flagsOf(name, values, { file, command: { name: command, options, native, others }, given }) {
  if (others.includes(name)) return [];
  if (native.includes(name)) throw onlyNative(`${file}: ${name}`);
  if (!Object.hasOwn(options, name) || name === "config") {
    throw new UsageError(`${file}: there is no option ${name}; see kindex ${command} --help`);
  }
  if (given.has(name)) return [];
  if (values.length === 0) return [`--${name}`];
  // A flag that is not repeated takes several values with commas between.
  const all = options[name].multiple ? values : [values.join(",")];
  return all.map((value) => `--${name}=${value}`);
}
