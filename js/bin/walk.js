// Finds the files to read, in an order that depends on their names alone: as the native command.
import { readFile, readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Glob } from "./glob.js";
import { ignoring } from "./ignored.js";
import { Failure, UsageError, fileFailure, reason } from "./output.js";

/**
 * @typedef {{ file: string, id: string, named: boolean, root: number }} Found
 * @typedef {{ isWanted: (name: string) => boolean, known: string[], exclude: string[],
 *   gitignore: boolean, link: () => void }} How with the extensions that are known, and who hears of
 *   each path by links to a file that another path leads to
 */

/**
 * @param {string[]} paths files and folders
 * @param {How} how
 * @param {(path: string, reason: string) => void} skip hears what cannot be looked at
 * @returns {Promise<Found[]>} in the order of the paths given, then of ids
 */
export async function walked(paths, how, skip) {
  const found = [];
  const folders = new Map();
  for (const [root, path] of paths.entries()) {
    const about = await stat(path).catch((error) => {
      throw fileFailure("read", path, error);
    });
    if (about.isDirectory()) {
      folders.set(root, basename(await realpath(path)));
      found.push(...(await inFolder(path, root, how, skip)));
    } else {
      if (!about.isFile()) throw new Failure(`cannot read ${path}: neither a file nor a folder`);
      found.push(named(path, root, how));
    }
  }
  return apart(found, folders);
}

function named(file, root, { known }) {
  const id = basename(file);
  if (known.includes(/\.([^./]+)$/.exec(id)?.[1].toLowerCase())) return { file, id, named: true, root };
  throw new Failure(
    `cannot read ${file}: not a kind of file that is known by its extension; known are .${known.join(", .")}`,
  );
}

async function inFolder(folder, root, how, skip) {
  const found = [];
  const excluded = ignoring(how.exclude.map(usable).join("\n"));
  let hasLinks = false;
  const enter = async (path, rules, above) => {
    const at = join(folder, path);
    const real = await realpath(at);
    if (above.includes(real)) return skip(at, "it leads back to a folder that it is in");
    const own = how.gitignore ? await rulesIn(at, path) : undefined;
    const all = own ? [...rules, own] : rules;
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const { name } = entry;
      if (name.startsWith(".")) continue;
      hasLinks ||= entry.isSymbolicLink();
      await look(path ? `${path}/${name}` : name, all, [...above, real]);
    }
  };
  const look = async (path, rules, above) => {
    const file = join(folder, path);
    try {
      const about = await stat(file);
      const isFolder = about.isDirectory();
      if (excluded(path, isFolder) || isIgnored(path, isFolder, rules)) return;
      if (isFolder) await enter(path, rules, above);
      else if (about.isFile() && how.isWanted(path)) found.push({ file, id: path, named: false, root });
    } catch (error) {
      skip(file, `cannot be read: ${reason(error)}`);
    }
  };
  await enter("", [], []);
  found.sort((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
  return hasLinks ? once(found, folder, how.link) : found;
}

/**
 * Of the files of a folder, in their order, each once: the path without links leads to a file,
 * failing that the first.
 */
async function once(found, folder, link) {
  const root = await realpath(folder);
  const chosen = new Map();
  for (const one of found) {
    const place = await realpath(one.file).catch(() => one.file);
    if (!chosen.has(place) || join(root, one.id) === place) chosen.set(place, one);
  }
  const kept = new Set(chosen.values());
  found.filter((one) => !kept.has(one)).forEach(link);
  return found.filter((one) => kept.has(one));
}

function usable(glob) {
  const advice = "use one such as drafts/ or '*.txt'";
  if (glob.startsWith("!")) {
    throw new UsageError(`--exclude ${glob}: a glob of what to leave out has no ! before it; ${advice}`);
  }
  if (!Glob.read(glob)) throw new UsageError(`--exclude ${glob}: it cannot be read as a glob; ${advice}`);
  return glob;
}

/** The .gitignore of a folder, if it has one. */
async function rulesIn(folder, path) {
  const text = await readFile(join(folder, ".gitignore"), "utf8").catch(() => "");
  return text && { path, says: ignoring(text) };
}

/** Those of the nearest folder that say anything count. */
function isIgnored(path, isFolder, rules) {
  for (const { path: folder, says } of rules.toReversed()) {
    const ignored = says(folder ? path.slice(folder.length + 1) : path, isFolder);
    if (ignored !== undefined) return ignored;
  }
  return false;
}

/** Where files have the same id, the ids of all files in folders begin with their folder's name. */
function apart(found, folders) {
  if (!clash(found)) return found;
  const named = found.map((one) => (folders.has(one.root) ? { ...one, id: `${folders.get(one.root)}/${one.id}` } : one));
  const [a, b] = clash(named) ?? [];
  if (!a) return named;
  throw new Failure(`${a.file} and ${b.file} would both have the id ${b.id}; build from a folder that holds both`);
}

/** The first two files with the same id. */
function clash(found) {
  const ids = new Map();
  for (const one of found) {
    if (ids.has(one.id)) return [ids.get(one.id), one];
    ids.set(one.id, one);
  }
  return undefined;
}
