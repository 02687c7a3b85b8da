// Finds the files that may be read. The WebAssembly module decides what is left out, by the code of the
// native command.
import { readFile, readdir, readlink, realpath, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { guarded } from "../engine/errors.js";
import { Failure, fileFailure, reason } from "./output.js";

/**
 * @typedef {import("./plan.js").Entry} Entry
 * @typedef {{ path: string, reason: string }} Skipped
 * @typedef {object} How
 * @property {import("./plan.js").Planner} planner says which files are read
 * @property {string[]} exclude globs of what to leave out
 * @property {boolean} gitignore whether .gitignore files count
 */

/**
 * @param {string[]} paths files and folders
 * @param {How} how
 * @returns {Promise<{ entries: Entry[], names: (string | undefined)[], skipped: Skipped[], unread: string[] }>}
 *   also the names of the paths that are folders, what could not be looked at, and the files that nothing
 *   reads
 */
export async function walked(paths, how) {
  const [entries, names, skipped, unread] = [[], [], [], []];
  for (const [root, path] of paths.entries()) {
    const about = await stat(path).catch((error) => {
      throw fileFailure("read", path, error);
    });
    if (about.isDirectory()) {
      names[root] = basename(await realpath(path)) || undefined;
      entries.push(...(await inFolder(path, root, how, { skipped, unread })));
    } else {
      if (!about.isFile()) throw new Failure(`cannot read ${path}: neither a file nor a folder`);
      how.planner.checkNamed(path);
      entries.push({ ...entryOf(path, root, basename(path)), named: true });
    }
  }
  skipped.sort((a, b) => byBytes(a.path, b.path) || byBytes(a.reason, b.reason));
  return { entries, names, skipped, unread };
}

/** A file of which nothing is known yet but where it is. */
const entryOf = (file, root, path) => ({ file, root, path, named: false, linked: false, aside: false });

const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

async function inFolder(folder, root, how, { skipped, unread }) {
  const found = [];
  const exclusions = how.planner.exclusions(how.exclude);
  const skip = (path, reason) => skipped.push({ path, reason });
  let hasLinks = false;
  const enter = async (path, above) => {
    const at = join(folder, path);
    const real = await realpath(at);
    if (above.includes(real)) return skip(at, "it leads back to a folder that it is in");
    if (how.gitignore) await addGitignore(exclusions, at, path);
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const { name } = entry;
      if (name.startsWith(".")) continue;
      hasLinks ||= entry.isSymbolicLink();
      await look(path ? `${path}/${name}` : name, [...above, real]);
    }
  };
  const look = async (path, above) => {
    const file = join(folder, path);
    try {
      const about = await stat(file);
      const isFolder = about.isDirectory();
      if (exclusions.excludes(path, isFolder)) return;
      if (isFolder) await enter(path, above);
      else if (about.isFile() && !how.planner.reads(path)) unread.push(file);
      else if (about.isFile()) found.push(entryOf(file, root, path));
    } catch (error) {
      if (await isDeadLinkToNothingRead(file, path, exclusions, how.planner)) return;
      skip(file, `cannot be read: ${reason(error)}`);
    }
  };
  await enter("", []);
  if (hasLinks) await followLinks(found, folder);
  return found;
}

/** Whether a link leads nowhere, and what it names would not have been read anyway. */
async function isDeadLinkToNothingRead(file, path, exclusions, planner) {
  const target = await readlink(file).catch(() => undefined);
  const isDead = target !== undefined && (await stat(file).then(() => false, ({ code }) => code === "ENOENT"));
  if (!isDead) return false;
  const isRead = planner.reads(path) || [path, target].every(mayBeFolder);
  return !isRead || exclusions.excludes(path, false);
}

/** Whether a name has no extension of a file; `v1.2` has none. */
const mayBeFolder = (path) => /^(\.\d*)?$/.test(extname(path));

/** Tells of the files of a folder where they are without links. */
async function followLinks(found, folder) {
  const root = await realpath(folder);
  for (const one of found) {
    one.place = await realpath(one.file).catch(() => one.file);
    one.linked = join(root, one.path) !== one.place;
  }
}

/** Adds the rules of the .gitignore in a folder at a path, if it has one. */
async function addGitignore(exclusions, folder, path) {
  const content = await readFile(join(folder, ".gitignore")).catch(() => undefined);
  if (content) guarded(() => exclusions.addGitignore(path, content));
}
