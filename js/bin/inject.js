// `kindex inject`: search for finished pages of HTML, whichever program made them.
import { mkdir, readFile, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, posix, relative, sep } from "node:path";
import { plain } from "../text/sanitize.js";
import { build } from "./build.js";
import { filesOfField } from "./field-files.js";
import { injected, isWide, restored } from "./markup.js";
import { Failure, UsageError, fileFailure, print, warn } from "./output.js";
import { failingTo, isFolder, replaceFile, syncFolder } from "./target.js";

const help = `Put search into finished pages of HTML, whichever program made them.

Builds an index of the pages in DIR, puts it with engine and search field into the folder DIR/kindex,
and a line with a script into the head of each page. Run again after each build of the pages; a page
that has the line already keeps one. Addresses are relative, so the site may move. With --remove the
pages are as before, byte for byte, and the folder is gone.

The field takes the place of the search box of TypeDoc, Javadoc and Doxygen, stands in the sidebar of
rustdoc, and on other pages in the upper corner.

Usage: kindex inject DIR

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
delete building.output;

const options = {
  ...building,
  folder: { type: "string", default: "kindex" },
  into: { type: "string" },
  replace: { type: "string" },
  attribute: { type: "string", multiple: true, default: [] },
  remove: { type: "boolean" },
};

/** The script that pages load, and the code that it calls. */
const SCRIPT = "search.js";
const CODE = "injected.min.js";

/** The first line of the script, by which the folder is known to be of this command. */
const SIGN = "// Written by kindex inject, which removes this folder with --remove.";

async function run(paths, given) {
  const [folder, other] = paths;
  if (folder === undefined || other !== undefined) {
    throw new UsageError("kindex inject takes one DIR, the folder of the finished pages; see kindex inject --help");
  }
  if (!(await isFolder(folder))) throw new Failure(`cannot read ${folder}: there is no such folder`);
  const own = await ownFolder(folder, given.folder);
  const count = given.remove ? await remove(folder, own) : await add(folder, own, given);
  if (!given.quiet) print(`${plain(folder)}: ${said(count, given.remove)}\n`);
}

/** The folder of this command in a site, which holds nothing that somebody else put there. */
async function ownFolder(folder, name) {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)) {
    throw new UsageError(`--folder ${name}: accepted are names of folders in DIR, such as kindex or assets/kindex`);
  }
  const path = join(folder, name);
  const entries = await readdir(path).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw fileFailure("read", path, error);
  });
  const script = await readFile(join(path, SCRIPT), "utf8").catch(() => "");
  if (entries.length > 0 && !script.startsWith(SIGN)) {
    throw new Failure(`${path} is there, and is not of kindex inject: name another folder with --folder`);
  }
  return { name, path };
}

async function add(folder, own, given) {
  const site = siteOf(own, given);
  await failingTo("write", own.path, () => mkdir(own.path, { recursive: true }));
  // Before anything else, so that what is cut short can be removed or done again.
  await writeIn(own.path, SCRIPT, scriptOf(site));
  for (const [path, content] of await filesOfField(CODE)) await writeIn(own.path, path, content);
  await build.run([folder], { ...given, output: join(own.path, site.src) });
  return changePages(folder, own, (page, path) => injected(page, posix.relative(posix.dirname(path), `${own.name}/${SCRIPT}`)));
}

async function remove(folder, own) {
  const count = await changePages(folder, own, restored);
  await failingTo("remove", own.path, () => rm(own.path, { recursive: true, force: true }));
  return count;
}

/** The settings that the script carries. */
function siteOf(own, { layout, into, replace, attribute }) {
  if (into !== undefined && replace !== undefined) throw new UsageError("--into and --replace exclude each other");
  const spot = into === undefined ? replace && { at: replace, how: "replace" } : { at: into, how: "into" };
  return {
    src: layout === "sharded" ? "index/" : "site.kdx",
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

const scriptOf = (site) => `${SIGN}
import { inject } from ${JSON.stringify(`./${CODE}`)};

inject(${JSON.stringify(site, null, 2)}, import.meta.url);
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
 * @param {{ path: string }} own the folder in it that has no pages
 * @param {(page: Buffer, path: string) => Buffer | undefined} change nothing leaves the page as it is
 * @returns {Promise<{ changed: number, same: number }>}
 */
async function changePages(folder, own, change) {
  const count = { changed: 0, same: 0 };
  const folders = new Set();
  for (const path of await pagesIn(folder, own)) {
    const file = join(folder, path);
    const page = await failingTo("read", file, () => readFile(file));
    if (isWide(page)) warn(`skipped ${file}: it is UTF-16; save it as UTF-8`);
    const changed = isWide(page) ? undefined : change(page, path);
    if (!changed) continue;
    count[changed.equals(page) ? "same" : "changed"] += 1;
    if (changed.equals(page)) continue;
    await failingTo("write", file, async () => replaceFile(file, changed, (await stat(file)).mode));
    folders.add(dirname(file));
  }
  for (const one of folders) await syncFolder(one);
  return count;
}

/** The paths of the pages in a folder, with forward slashes. Links are left alone, as they lead to other files. */
async function pagesIn(folder, own) {
  const entries = await failingTo("read", folder, () => readdir(folder, { recursive: true, withFileTypes: true }));
  return entries
    .filter((entry) => entry.isFile() && /\.html?$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(own.path + sep))
    .map((file) => relative(folder, file).split(sep).join("/"))
    .sort();
}

function said({ changed, same }, isRemoved) {
  const pages = (count) => `${count.toLocaleString("en")} page${count === 1 ? "" : "s"}`;
  if (isRemoved) return `search is taken out of ${pages(changed)}`;
  return `search is in ${pages(changed + same)}${same > 0 ? `, ${same.toLocaleString("en")} of which had it before` : ""}`;
}

export const inject = { help, options, native: build.native, run };
