// Asks the WebAssembly module which files are read, by which ids: what the native command asks.
import { readdir, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { guarded } from "../engine/errors.js";
import { fullEngine } from "../entry/full-engine.js";
import { Failure, UsageError, fileFailure } from "./output.js";

/**
 * @typedef {object} Entry a file that a walk met
 * @property {string} file where it is
 * @property {number} root the number of the path given that it was found under
 * @property {string} path below that folder, with forward slashes; the name of a file that was named
 * @property {boolean} named whether it was named itself
 * @property {string} [place] where it is without links, if there are any
 * @property {boolean} linked whether a link is on the way to it
 * @property {boolean} aside whether it says something about documents and is none of them
 *
 * @typedef {object} Exclusions
 * @property {(folder: string, content: Uint8Array) => void} addGitignore adds the .gitignore in the
 *   folder at a path
 * @property {(path: string, isFolder: boolean) => boolean} excludes whether what has a path below the
 *   folder that is walked is left out; it is not asked about what lies in a folder that is
 *
 * @typedef {object} Source a file to read
 * @property {string} file where it is
 * @property {string} id
 * @property {number} root
 * @property {string} [lang] the language that its folder is called by
 * @property {string} [version] the version that its folder is called by
 * @property {string} [page] the id of the page that shows it
 * @property {boolean} [named]
 * @property {boolean} [surveyed] whether a survey reads its content
 * @property {boolean} [many] whether it may hold any number of documents
 */

/** The generator that publishes a file or a folder, by the configuration that lies there. */
export async function siteOf(path) {
  const { siteOf, siteFolders } = await fullEngine();
  let folder = await folderOf(path).catch((error) => {
    throw fileFailure("read", path, error);
  });
  const names = [];
  for (let above = siteFolders(); above > 0; above--) {
    names.push(await readdir(folder).catch(() => []));
    folder = dirname(folder);
  }
  return siteOf(names);
}

/** The folder itself, or that of a file, without links. */
async function folderOf(path) {
  const real = await realpath(path);
  return (await stat(real)).isDirectory() ? real : dirname(real);
}

/** Whether a file is a document by its extension. */
export async function isDocument(path) {
  const { isDocument } = await fullEngine();
  return isDocument(path);
}

/** Decides which files are read. */
export class Planner {
  #engine;
  #inner;

  constructor(engine, inner) {
    this.#engine = engine;
    this.#inner = inner;
  }

  /** @param {string} include kinds of files with commas between */
  static async create(include) {
    const engine = await fullEngine();
    return new Planner(engine, accepted("--include", () => new engine.Planner(include.split(","))));
  }

  /** Whether text is read also where it lies beside finished pages. */
  readsTextBesidePages() {
    return this.#inner.readsTextBesidePages();
  }

  /** Whether a file in a folder is read, by its path. */
  reads(path) {
    return this.#inner.reads(path);
  }

  /**
   * Decides what is left out of a folder: what matches globs, and what .gitignore files in it name.
   *
   * @param {string[]} globs
   * @returns {Exclusions}
   */
  exclusions(globs) {
    return accepted("--exclude", () => new this.#engine.Exclusions(globs));
  }

  /** Fails where a file that was named cannot be read. */
  checkNamed(file) {
    failing(() => this.#engine.checkNamed(file), (message) => `cannot read ${file}: ${message}`);
  }

  /**
   * @param {Entry[]} entries
   * @param {{ name?: string, site: string }[]} roots the names of folders, and the generators
   * @returns {{ files: Source[], linked: number }} in the order of the roots, then of ids, and how
   *   many paths by links lead to files that are read by another path
   */
  plan(entries, roots) {
    return JSON.parse(failing(() => this.#inner.plan(entries, roots), (message) => message));
  }
}

/** Calls the module with the value of a flag, which its errors name. */
function accepted(flag, call) {
  try {
    return guarded(call);
  } catch (error) {
    throw error.code === "invalid_option" ? new UsageError(`${flag} ${error.message}`) : error;
  }
}

/** Calls the module, whose errors end the command. */
function failing(call, worded) {
  try {
    return guarded(call);
  } catch (error) {
    throw error?.name === "KindexError" ? new Failure(worded(error.message)) : error;
  }
}
