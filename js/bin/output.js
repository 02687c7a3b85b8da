// Output to a terminal or a pipe.
import { UNSAFE, plain } from "../text/sanitize.js";
import { version } from "./version.js";

/** An error that ends a command early, whose message is one line. */
export class Failure extends Error {
  exitCode = 1;
}

/** A command line that cannot be used. */
export class UsageError extends Failure {
  exitCode = 2;
}

/** An error about a file of an index that is not what it should be. */
export class InvalidFile extends Failure {
  /**
   * @param {string} file
   * @param {string} code for programs, as of `KindexError`
   * @param {string} fault
   * @param {string} advice may be empty
   */
  constructor(file, code, fault, advice) {
    super(`${file}: ${fault}${advice && `; ${advice}`}`);
    Object.assign(this, { file, code, fault });
  }
}

/** The package that brings the native command for this machine, where there is one. */
export const PACKAGE = `kindex-${process.platform}-${process.arch}`;

/** The machines that there is a native command for, in packages of npm and PyPI. */
export const MACHINES = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

/** An error about a feature that this command lacks: it says how to get the native one. */
export function onlyNative(what) {
  const isPackaged = MACHINES.includes(`${process.platform}-${process.arch}`);
  const packaged = isPackaged ? `npm install ${PACKAGE}@${version} or pip install kindex-docs==${version} brings it, or ` : "";
  return new UsageError(`${what}: only the native command does this; ${packaged}make install in a clone of Kindex, or name it in KINDEX_COMMAND`);
}

/** A failure to do something with a file. */
export function fileFailure(action, path, error) {
  return new Failure(`cannot ${action} ${path}: ${reason(error)}`);
}

/** The message of an error of the system, without its number and the call. */
export function reason({ code, message }) {
  if (code === "EISDIR") return "is a directory";
  return message.replace(/^[A-Z]+: /, "").replace(/, \w+( '.*')?$/s, "");
}

/** Standard output. The command ends where whoever read it has gone away, as `head` does. */
export function standardOutput() {
  if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", endOf);
  return process.stdout;
}

function endOf(error) {
  if (error.code === "EPIPE") process.exit(0);
  complain(`cannot write to standard output: ${reason(error)}`);
  process.exit(1);
}

export function print(text) {
  standardOutput().write(text);
}

/** Writes a value to standard output as one line of JSON. */
export function printJson(value) {
  print(`${escaped(JSON.stringify(value))}\n`);
}

/** JSON in which every character that `plain` would replace wherever it stands is an escape. */
const escaped = (json) => json.replace(new RegExp(UNSAFE, "gu"), (char) => char.split("").map(unitEscape).join(""));

const unitEscape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Says on standard error why the command failed. */
export function complain(message) {
  process.stderr.write(`kindex: error: ${plain(message)}\n`);
}

/** Says on standard error what the command does not fail for. */
export function warn(message) {
  process.stderr.write(`kindex: ${plain(message)}\n`);
}
