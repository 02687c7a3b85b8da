// What reaches a terminal or a pipe, and files.
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { plain } from "../text.js";
import { version } from "./version.js";

/** Why a command ends early, for one line. */
export class Failure extends Error {
  exitCode = 1;
}

/** A command line that cannot be used. */
export class UsageError extends Failure {
  exitCode = 2;
}

/** What this command lacks, and how to get what has it. */
export function onlyNative(what) {
  return new UsageError(
    `${what}: only the native command does this; make install in a clone of Kindex ${version} puts it on PATH, or name it in KINDEX_BIN`,
  );
}

/** A failure to do something with a file. */
export function fileFailure(action, path, error) {
  return new Failure(`cannot ${action} ${path}: ${reason(error)}`);
}

/** What an error of the system says, without its number and the call. */
export function reason({ code, message }) {
  if (code === "EISDIR") return "is a directory";
  return message.replace(/^[A-Z]+: /, "").replace(/, \w+( '.*')?$/s, "");
}

/** Standard output. The command ends where whoever read it has gone away, as `head` does. */
export function standardOutput() {
  process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));
  return process.stdout;
}

export function print(text) {
  standardOutput().write(text);
}

/** Says on standard error why the command failed. */
export function complain(message) {
  process.stderr.write(`kindex: error: ${plain(message)}\n`);
}

/** Says on standard error what the command does not fail for. */
export function warn(message) {
  process.stderr.write(`kindex: ${plain(message)}\n`);
}

/** Looks at where a file will be, links followed, before any work is done for it. */
export async function targetOf(name) {
  const path = await realpath(name).catch(() => name);
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) {
    throw new Failure(`cannot write ${name}: it is a folder; name a file, such as ${join(name, "site.kdx")}`);
  }
  if (there && !there.isFile()) throw new Failure(`cannot write ${name}: it is there and is not a file`);
  const folder = dirname(path);
  const isFolder = await stat(folder).then((found) => found.isDirectory(), () => false);
  if (!isFolder) throw new Failure(`cannot write ${name}: there is no folder ${folder}; make it first`);
  return path;
}

/** Writes a file aside and puts it in its place once all of it is on disk. */
export async function replaceFile(path, bytes) {
  const aside = join(dirname(path), `.kindex-${process.pid}-${basename(path)}.tmp`);
  try {
    const file = await open(aside, "wx");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw fileFailure("write", path, error);
  }
}
