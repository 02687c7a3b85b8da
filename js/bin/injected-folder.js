// The folder that `kindex inject` makes in a site: by which sign it is known, what it holds, its removal.
import { lstat, readFile, readdir, realpath, rm, rmdir } from "node:fs/promises";
import { basename, join, posix, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { filesOfField } from "./field-files.js";
import { Failure, UsageError, fileFailure, warn } from "./output.js";
import { failingTo, isAside } from "./target.js";

/** The script that pages load. */
export const SCRIPT = "search.js";

/** The first line of the script, by which the folder is known to be of this command. */
export const SIGN = "// Written by kindex inject, which removes this folder with --remove.";

/** The folder with the index, and the files that it may have. */
export const INDEX = { src: "index/", files: /^index\/(index\.kdx|[\da-f]{12}\.kds)$/ };

/** The index where earlier versions had it. */
const EARLIER = "site.kdx";

/** The paths of all files in a folder, with forward slashes. Links are no files, as they lead to other ones. */
export async function filesIn(folder) {
  const entries = await failingTo("read", folder, () => readdir(folder, { recursive: true, withFileTypes: true }));
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

const isSigned = async (folder) => (await readFile(join(folder, SCRIPT), "utf8").catch(() => "")).startsWith(SIGN);

/**
 * The folder of this command in a site, which holds nothing that somebody else put there. One that was killed
 * before all else may have left a file that it wrote aside.
 *
 * @returns {Promise<{ name: string, path: string, isUsed: boolean }>}
 */
export async function ownFolder(site, name) {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)) {
    throw new UsageError(`--folder ${name}: accepted are names of folders in DIR, such as kindex or assets/kindex`);
  }
  const path = join(site, name);
  await checkLinks(site, name);
  const entries = await readdir(path).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw fileFailure("read", path, error);
  });
  if (!entries.every(isAside) && !(await isSigned(path))) {
    throw new Failure(`${path} is there, and is not of kindex inject: name another folder with --folder`);
  }
  return { name, path, isUsed: entries.length > 0 };
}

/** What lies behind a link may be of another site. */
async function checkLinks(site, name) {
  const steps = name.split("/");
  for (const at of steps.keys()) {
    const path = join(site, ...steps.slice(0, at + 1));
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) throw new Failure(`${path} is a link to another folder: name a folder in DIR with --folder`);
  }
}

/**
 * The names of all other folders of this command in a site.
 *
 * @param {string} site
 * @param {string[]} files the paths of all files in it
 * @param {{ path: string }} own
 * @returns {Promise<string[]>}
 */
export async function otherFolders(site, files, own) {
  const there = await realpath(own.path).catch(() => undefined);
  const found = [];
  for (const file of files.filter((file) => file.endsWith(`/${SCRIPT}`))) {
    const name = posix.dirname(file);
    if (!(await isSigned(join(site, name)))) continue;
    // Some systems do not tell Kindex from kindex.
    if ((await realpath(join(site, name))) !== there) found.push(name);
  }
  return found;
}

/**
 * The files of this command, by their paths in a folder of it: by what its script leads to, whatever version wrote it.
 * Files come before those that lead to them, so that a removal that was cut short can go on.
 */
export async function filesOfFolder(site, name) {
  const folder = join(site, name);
  const files = await filesIn(folder);
  const loaded = [...(await filesOfField(SCRIPT, pathToFileURL(folder + sep))).keys()].filter((path) => files.includes(path));
  return [...files.filter((path) => INDEX.files.test(path) || path === EARLIER || isAside(basename(path))), ...loaded.reverse()];
}

/** Removes a folder of this command from a site, but not what somebody else put into it. */
export async function removeFolder(site, name) {
  const files = await filesOfFolder(site, name);
  const isSign = (path) => path === SCRIPT;
  await removeFiles(site, name, files.filter((path) => !isSign(path)));
  const path = join(site, name);
  // Folders whose files an earlier run removed, which was cut short.
  await removeEmpty(await foldersIn(path));
  await removeFiles(site, name, files.filter(isSign));
  if (await lstat(path).catch(() => undefined)) warn(`kept ${path}: it has files that are not of kindex inject`);
}

/** Removes files of a folder, and the folders that are empty then. */
export async function removeFiles(site, name, paths) {
  for (const path of paths) {
    const file = join(site, name, path);
    await failingTo("remove", file, () => rm(file));
  }
  const folders = new Set(paths.flatMap((path) => foldersAbove(`${name}/${path}`)));
  await removeEmpty([...folders].map((folder) => join(site, folder)));
}

async function foldersIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

/** Removes folders. One with files in it stays. */
async function removeEmpty(folders) {
  for (const folder of folders.sort((a, b) => b.length - a.length)) await rmdir(folder).catch(() => {});
}

/** The folders that a path leads through. */
export function foldersAbove(path) {
  const steps = path.split("/").slice(0, -1);
  return steps.map((_, at) => steps.slice(0, at + 1).join("/"));
}
