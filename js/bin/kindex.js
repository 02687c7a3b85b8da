#!/usr/bin/env node
// The command of the package: the native one where there is one of this version, otherwise as much
// of it as the WebAssembly module does.
import { parseArgs } from "node:util";
import { readFileSync } from "node:fs";
import { build } from "./build.js";
import { mcp } from "./mcp.js";
import { Failure, UsageError, complain, print } from "./output.js";
import { nativeCommand, runNative } from "./native.js";
import { search } from "./search.js";

/** What is done here. Each has its help, its options for `parseArgs`, and what runs it. */
const COMMANDS = { build, search, mcp };

/** What the native command does besides. */
const NATIVE = {
  commands: ["merge", "tree", "stats", "verify", "eval", "export", "serve"],
  options: {
    build: ["layout", "update", "cache", "mergeable", "boost", "recency", "links", "ignore-links", "extra", "topics", "json"],
    search: ["complete", "facet", "return-level", "no-expand", "auto-merge", "siblings", "per-document", "max-tokens", "explain"],
    mcp: [],
  },
};

const HELP = `Documentation search in one compact index.

Usage: kindex COMMAND

  build PATH... -o FILE    makes an index of files and folders
  search INDEX QUERY...    answers from an index
  mcp INDEX                serves an index to language models

kindex COMMAND --help has the options. This is the command of the npm package, which runs on
WebAssembly. The native command has more: indexes in several files,
${NATIVE.commands.join(", ")}.
Where one of the same version is on PATH, or KINDEX_BIN names it, it is used instead.
`;

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

async function main(args) {
  const native = nativeCommand(version);
  if (native) return runNative(native, args);
  const [name, ...rest] = args;
  if (name === undefined) throw new UsageError(`a command is missing; there are ${Object.keys(COMMANDS).join(", ")}`);
  if (["-h", "--help", "help"].includes(name)) return print(HELP);
  if (["-V", "--version"].includes(name)) return print(`kindex ${version}\n`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw unknownCommand(name);
  const { values, positionals } = parsed(name, command, rest);
  return values.help ? print(command.help) : command.run(positionals, values);
}

function parsed(name, { options }, args) {
  const all = { help: { type: "boolean", short: "h" }, ...options };
  try {
    return parseArgs({ args, options: all, allowPositionals: true });
  } catch ({ message }) {
    const option = /--([a-z-]+)/.exec(message)?.[1];
    if (NATIVE.options[name].includes(option)) throw onlyNative(`--${option}`);
    throw new UsageError(`${message.split(/[.\n]/, 1)[0]}; see kindex ${name} --help`);
  }
}

function unknownCommand(name) {
  if (NATIVE.commands.includes(name)) return onlyNative(name);
  return new UsageError(`there is no command ${name}; see kindex --help`);
}

function onlyNative(what) {
  return new UsageError(
    `${what}: only the native command does this; put kindex ${version} on PATH, or name it in KINDEX_BIN`,
  );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure) && error?.name !== "KindexError") throw error;
  complain(error.message);
  process.exitCode = error.exitCode ?? (error.code === "invalid_option" ? 2 : 1);
}
