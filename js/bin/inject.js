// `kindex inject`: search for finished pages of HTML, whichever program made them.
import { mkdir, stat } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";
import { plain } from "../text/sanitize.js";
import { OF_DEV, build } from "./build.js";
import { expanded } from "./configuration.js";
import { filesOfField } from "./field-files.js";
import { checkLayout } from "./destination.js";
import { INDEX, SCRIPT, SIGN, filesIn, filesOfFolder, foldersAbove, otherFolders, ownFolder, removeFiles, removeFolder } from "./injected-folder.js";
import { lockFolder } from "./lock.js";
import { injected, isWide, restored } from "./markup.js";
import { Failure, UsageError, print, warn } from "./output.js";
import { readSteady } from "./steady.js";
import { failingTo, isAside, isFolder, removeAbandoned, replaceFile, syncFolder } from "./target.js";

const help = `Put search into finished pages of HTML, whichever program made them.

Builds an index of the pages in DIR, puts it with engine and search field into DIR/kindex, and a
line with a script into the head of each page. Run it again after each build of the pages: a page
that has the line already keeps one. Addresses are relative, so the site may move. With --remove the
pages are as before, byte for byte, and the folder is gone.

The field takes the place of the search box of mdBook, MkDocs, Sphinx, TypeDoc, Javadoc and Doxygen.
It stands in the sidebar of rustdoc, and on other pages in the upper corner.

Usage: kindex inject DIR
       kindex inject [--config FILE]

      --config FILE       a file that says what flags say, by their names, and as paths the DIR;
                          flags win. Without it and without DIR it is kindex.toml in this folder
      --into SELECTOR     put the field into the first element that matches, at its beginning
      --replace SELECTOR  put it in the place of that element
      --attribute NAME=VALUE
                          give the field an attribute, such as placeholder="Search"; may be repeated
      --folder NAME       the folder in DIR [default: kindex]
      --remove            take it all out again
      --layout, --language, --levels and the other options of kindex build, but -o
  -q, --quiet             print nothing but errors and what is skipped
`;

/** The index has its place in the folder. */
const building = { ...build.options };
for (const name of ["output", "json", "keep-previous"]) delete building[name];

const options = {
  ...building,
  folder: { type: "string", default: "kindex" },
  into: { type: "string" },
  replace: { type: "string" },
  attribute: { type: "string", multiple: true, default: [] },
  remove: { type: "boolean" },
};

/** The code that the script calls. */
const CODE = "injected.min.js";

async function run(paths, given) {
  const [folder, other] = paths;
  if (folder === undefined || other !== undefined) {
    throw new UsageError("kindex inject takes one DIR, the folder of the finished pages; see kindex inject --help");
  }
  const line = await searched(folder, given);
  if (!given.quiet) print(`${line}\n`);
}

/**
 * Puts search into the pages of a folder, or takes it out. Waits while another process does.
 *
 * @param {string} folder
 * @param {object} given options of this command
 * @param {(paths: string[], given: object) => Promise<void>} [index] makes the index
 * @returns {Promise<string>} a line about it
 */
export async function searched(folder, given, index = build.run) {
  if (!(await isFolder(folder))) throw new Failure(`cannot read ${folder}: there is no such folder`);
  const lock = await lockFolder(folder);
  if (!lock) throw new Failure(`cannot write ${folder}: another folder took its place meanwhile; run this again`);
  try {
    return await searchedAlone(folder, given, index);
  } finally {
    await lock.release();
  }
}

async function searchedAlone(folder, given, index) {
  const files = await filesIn(folder);
  // Pages are written aside in their own folders, and one that is killed leaves such a file.
  for (const path of files.filter((path) => isAside(basename(path)))) await removeAbandoned(join(folder, path));
  const own = await ownFolder(folder, given.folder);
  const others = await otherFolders(folder, files, own);
  const site = { folder, own, others, pages: files.filter((path) => isPage(path) && !path.startsWith(`${own.name}/`)) };
  const count = given.remove ? await remove(site) : await add(site, given, index);
  if (!given.remove && count.changed + count.same === 0) {
    throw new Failure(`${folder}: search is in no page: a page has <html>, <head>, <body> or a doctype, and parts of pages are left alone; give them a layout`);
  }
  return `${plain(folder)}: ${said(count, given.remove)}`;
}

/**
 * @typedef {object} Site
 * @property {string} folder
 * @property {{ name: string, path: string, isUsed: boolean }} own the folder of this command in it, and whether
 *   anything is in that
 * @property {string[]} others the names of other folders that it made before
 * @property {string[]} pages their paths, with forward slashes
 */

const isPage = (path) => /\.html?$/i.test(path);

/** @param {Site} site */
async function add({ folder, own, others, pages }, given, index) {
  const above = others.find((name) => own.name.startsWith(`${name}/`));
  if (above) throw new UsageError(`--folder ${own.name}: it lies in ${above}, which is of kindex inject; name a folder beside that`);
  const settings = settingsOf(own, given);
  const before = own.isUsed ? await filesOfFolder(folder, own.name) : [];
  await failingTo("write", own.path, () => mkdir(own.path, { recursive: true }));
  // Before anything else, so that what is cut short can be removed or done again.
  await writeIn(own.path, SCRIPT, scriptOf(settings));
  const files = await filesOfField(CODE);
  for (const [path, content] of files) await writeIn(own.path, path, content);
  const exclude = [...given.exclude, ...[own.name, ...others].map(globOf)];
  await index([folder], { ...given, exclude, "base-url": given["base-url"] ?? HERE, output: join(own.path, settings.src) });
  // Pages must not outlast the files that they load.
  const written = [SCRIPT, ...files.keys()].flatMap((path) => foldersAbove(`${own.name}/${path}`));
  for (const name of new Set(["", ...written])) await synced(join(folder, name));
  const count = await changePages(folder, pages, (page, path) => injected(page, posix.relative(posix.dirname(path), `${own.name}/${SCRIPT}`)));
  const isUsed = (path) => path === SCRIPT || files.has(path) || INDEX.files.test(path);
  await removeFiles(folder, own.name, before.filter((path) => !isUsed(path)));
  for (const name of others) await removeFolder(folder, name);
  return count;
}

/** What addresses of pages begin with: their canonical links would lead out of a preview, or into another version. */
const HERE = "./";

/** A folder by its path, as `--exclude` takes it. */
const globOf = (name) => `/${name.replace(/[*?[\]\\ ]/g, "\\$&")}/`;

/** @param {Site} site */
async function remove({ folder, own, others, pages }) {
  const count = await changePages(folder, pages, restored);
  for (const name of [...(own.isUsed ? [own.name] : []), ...others]) await removeFolder(folder, name);
  return count;
}

/** The settings that the script carries. */
function settingsOf(own, { layout, into, replace, attribute }) {
  checkLayout({ layout });
  if (into !== undefined && replace !== undefined) throw new UsageError("--into and --replace exclude each other");
  const spot = into === undefined ? replace && { at: replace, how: "replace" } : { at: into, how: "into" };
  return {
    src: INDEX.src,
    root: posix.relative(own.name, ".") + "/",
    spot,
    attributes: Object.fromEntries(attribute.map(attributeOf)),
  };
}

function attributeOf(text) {
  const [, name, value] = /^([a-z][a-z-]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (name) return [name, value ?? ""];
  throw new UsageError(`--attribute ${text}: accepted are NAME=VALUE and NAME, such as placeholder=Search`);
}

const scriptOf = (settings) => `${SIGN}
import { inject } from ${JSON.stringify(`./${CODE}`)};

inject(${JSON.stringify(settings, null, 2)}, import.meta.url);
`;

async function writeIn(folder, path, content) {
  const file = join(folder, path);
  await failingTo("write", file, async () => {
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, content);
  });
}

/**
 * Changes the pages in a folder, each whole or not at all.
 *
 * @param {string} folder
 * @param {string[]} pages their paths
 * @param {(page: Buffer, path: string) => Buffer | undefined} change nothing leaves the page as it is
 * @returns {Promise<{ changed: number, same: number }>}
 */
async function changePages(folder, pages, change) {
  const count = { changed: 0, same: 0 };
  const folders = new Set();
  for (const path of pages) {
    const file = join(folder, path);
    const became = await changePage(file, (page) => change(page, path));
    if (became) count[became] += 1;
    if (became === "changed") folders.add(dirname(file));
  }
  for (const one of folders) await synced(one);
  return count;
}

/** The number of times that a page is changed which is saved meanwhile. */
const TRIES = 20;

/**
 * Changes a page. One that is saved between its reading and its writing is read again.
 *
 * @param {string} file
 * @param {(page: Buffer) => Buffer | undefined} change
 * @returns {Promise<"changed" | "same" | undefined>} nothing where the page stays as it is
 */
async function changePage(file, change) {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { page, seen, mode } = await failingTo("read", file, async () => ({ ...(await stampOf(file)), page: await readSteady(file) }));
    if (isWide(page)) warn(`skipped ${file}: it is UTF-16; save it as UTF-8`);
    const changed = isWide(page) ? undefined : change(page);
    if (!changed) return undefined;
    if (changed.equals(page)) return "same";
    const isCurrent = async () => (await stampOf(file)).seen === seen;
    if (await failingTo("write", file, () => replaceFile(file, changed, { mode, isCurrent }))) return "changed";
  }
  throw new Failure(`cannot write ${file}: it is saved again and again meanwhile; run this again when nothing writes to it`);
}

/** A text that changes where a file is written to, and who may read and write it. */
async function stampOf(file) {
  const { mtimeNs, size, ino, mode } = await stat(file, { bigint: true });
  return { seen: [mtimeNs, size, ino].join(), mode: Number(mode) };
}

const synced = (folder) => failingTo("write", folder, () => syncFolder(folder));

function said({ changed, same }, isRemoved) {
  const pages = (count) => `${count.toLocaleString("en")} page${count === 1 ? "" : "s"}`;
  if (isRemoved) return `search is taken out of ${pages(changed)}`;
  return `search is in ${pages(changed + same)}${same > 0 ? `, ${same.toLocaleString("en")} of which had it before` : ""}`;
}

const expandedFor = { name: "inject", options, native: build.native, others: ["output", "json", "keep-previous", ...OF_DEV] };

export const inject = { help, options, native: [], run, expanded: (args) => expanded(args, expandedFor) };
