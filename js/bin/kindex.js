#!/usr/bin/env node
// The command of the package: the native one where there is one of this version, otherwise as much
// of it as the WebAssembly module does.
import { nearest } from "../engine/options.js";
import { byFlag, parsed } from "./arguments.js";
import { asksForOwn, build } from "./build.js";
import { mcp } from "./mcp.js";
import { Failure, UsageError, complain, onlyNative, print } from "./output.js";
import { nativeCommand, runNative } from "./native.js";
import { search } from "./search.js";
import { serve } from "./serve.js";
import { stats } from "./stats.js";
import { verify } from "./verify.js";
import { version } from "./version.js";

/**
 * The commands of the package. Each has its help, its options for `parseArgs`, those that only the
 * native command has, and the function that runs it.
 */
const COMMANDS = { build, search, mcp, serve, stats, verify };

/** The commands that only the native one has. */
const NATIVE = ["dev", "init", "inject", "mdbook", "assets", "tree", "chunks", "eval", "merge", "export"];

const HELP = `Documentation search in one compact index.

Usage: kindex COMMAND

  build PATH... -o FILE    makes an index of files and folders
  search INDEX QUERY...    answers from an index
  mcp INDEX                serves an index to language models
  serve DIR                serves a folder, for trying a site
  stats INDEX              shows what an index holds
  verify INDEX             checks every byte of an index

kindex COMMAND --help has the options. This is the command of the npm package, which runs on
WebAssembly. The native command has more:
${NATIVE.join(", ")}.
One of the same version is used instead where KINDEX_COMMAND names it, where the package for this
machine (kindex-linux-x64 and others) is installed, or where it is on PATH.
`;

async function main(args) {
  const native = (await asksForOwn(args)) ? undefined : nativeCommand(version);
  if (native) return runNative(native, args);
  const [name, ...rest] = args;
  if (name === undefined) throw new UsageError(`a command is missing; there are ${Object.keys(COMMANDS).join(", ")}`);
  if (["-h", "--help", "help"].includes(name)) return print(HELP);
  if (["-V", "--version"].includes(name)) return print(`kindex ${version}\n`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw unknownCommand(name);
  const lines = ((await command.expanded?.(rest)) ?? [rest]).map((line) => parsed(name, command, line));
  if (lines.some(({ values }) => values.help)) return print(command.help);
  await runLines(command, lines.map(({ positionals, values }) => [positionals, values]));
}

async function runLines(command, lines) {
  try {
    if (command.runAll) return await command.runAll(lines);
    for (const [positionals, values] of lines) await command.run(positionals, values);
  } catch (error) {
    if (error?.code !== "invalid_option") throw error;
    throw new UsageError(byFlag(error.message, command));
  }
}

function unknownCommand(name) {
  if (NATIVE.includes(name)) return onlyNative(name);
  const meant = nearest(name, [...Object.keys(COMMANDS), ...NATIVE]);
  return new UsageError(`there is no command ${name}${meant ? `, but ${meant}` : ""}; see kindex --help`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure) && error?.name !== "KindexError") throw error;
  complain(error.message);
  process.exitCode = error.exitCode ?? 1;
}
