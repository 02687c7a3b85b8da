// Replaces a file whole or not at all, as the native command does.
import { randomUUID } from "node:crypto";
import { lstat, open, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure, fileFailure } from "./output.js";

/** The names of files that are being written. A process that is killed leaves its file behind. */
const ASIDE = /^\.kindex-.*\.tmp$/;

export const isAside = (name) => ASIDE.test(name);

/** Nobody writes to one file for so long, in milliseconds. */
const ABANDONED = 60 * 60 * 1000;

export const isFolder = (path) => stat(path).then((found) => found.isDirectory(), () => false);

/** A file to be written. */
export class Target {
  #name;
  #path;

  constructor(name, path) {
    this.#name = name;
    this.#path = path;
  }

  /** Looks at where the file will be, links followed, before any work is done for it. */
  static async at(name) {
    const path = await realpath(name).catch(() => name);
    const folder = dirname(path);
    if (!(await isFolder(folder))) {
      throw new Failure(`cannot write ${name}: there is no folder ${folder}; make it first`);
    }
    const isInTheWay = await stat(path).then((found) => !found.isFile(), () => false);
    if (isInTheWay) throw new Failure(`cannot write ${name}: it is there and is not a file`);
    await failingTo("write", name, () => tryWriting(aside(path)));
    await clear(folder);
    return new Target(name, path);
  }

  /** Whatever happens, the old file or the new one is there whole. */
  async write(bytes) {
    await this.replace(bytes);
    await failingTo("write", this.#name, () => syncFolder(dirname(this.#path)));
  }

  /** The same, but the new file may lose its name where the system ends before its folder is synced. */
  replace(bytes) {
    return failingTo("write", this.#name, () => replaceFile(this.#path, bytes));
  }
}

/** Does something with a file, for which it fails by that name. */
export async function failingTo(action, name, act) {
  try {
    return await act();
  } catch (error) {
    throw fileFailure(action, name, error);
  }
}

async function tryWriting(path) {
  await writeFile(path, "", { flag: "wx" });
  await rm(path);
}

/** Removes files left behind in a folder. One that cannot be removed does no harm. */
async function clear(folder) {
  for (const name of await readdir(folder).catch(() => [])) {
    if (isAside(name)) await removeAbandoned(join(folder, name));
  }
}

/** Removes a file that was written aside, unless somebody may write it still. */
export async function removeAbandoned(path) {
  const { mtimeMs = Infinity } = await lstat(path).catch(() => ({}));
  // Exports of the native command are folders.
  if (Date.now() - mtimeMs > ABANDONED) await rm(path, { recursive: true, force: true }).catch(() => {});
}

/**
 * Writes a file aside and puts it in its place once all of it is on disk. The renaming lasts after
 * `syncFolder`.
 *
 * @param {string} path
 * @param {Uint8Array | string} bytes
 */
export async function replaceFile(path, bytes) {
  const beside = aside(path);
  try {
    await writeFile(beside, bytes, { flag: "wx", flush: true });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** A name that nothing has, also where an earlier program of the same number was killed. */
const aside = (path) => join(dirname(path), `.kindex-${randomUUID()}.tmp`);

/** The errors of a disk that does not keep what it is given. */
const LOST = ["EIO", "ENOSPC", "EDQUOT"];

/** Makes renamings last. Not every system can, and the files are in their places already. */
export async function syncFolder(path) {
  const folder = await open(path).catch(() => undefined);
  try {
    await folder?.sync();
  } catch (error) {
    if (LOST.includes(error.code)) throw error;
  } finally {
    await folder?.close();
  }
}
