// Builds the site of Kindex: the home page of www/, and the documents as VitePress shows them, which
// Kindex searches.
//
//   BASE=/kindex/      the path under which the site is published
//   SITE=target/site   where to write it: a folder that is not there yet, or has a site
//   ADDRESS=https://…  where the site is published, for the cards of shared links
//   DATA=folder        as scripts/demo.sh has it
//
// A site of the same files is not built again.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { INDEX, addHome } from "./home.mjs";
import { relinked } from "./links.mjs";
import { ROOT, filesOf, readPages } from "./pages.mjs";
import { sidebarOf } from "./sidebar.mjs";
import { sourcePage, sourcePlaceOf } from "./sources.mjs";

const run = promisify(execFile);

const { BASE = "/", ADDRESS = "", DATA = "" } = process.env;
const SITE = resolve(process.env.SITE || join(ROOT, "target/site"));

/** VitePress and the home page's script start it, in folders of their own. */
process.env.KINDEX_COMMAND = resolve(process.env.KINDEX_COMMAND || join(ROOT, "target/release/kindex"));

/** What the generator reads, the home page by itself, and what the last site was made of. */
const WORK = `${SITE}-work`;
const STAMP = join(WORK, "stamp");
const PROJECT = join(WORK, "project");
const NEW = join(WORK, "new");

const TOOLS = join(ROOT, "tests/vitepress/node_modules");

async function main() {
  if (!/^\/([^/?#\s]+\/)*$/.test(BASE)) throw new Error(`site: BASE=${BASE} must begin and end with a slash, such as /kindex/`);
  if (await isOther(SITE)) throw new Error(`site: ${SITE} is there, and no site; choose another with SITE=folder`);
  const state = await stateOf();
  if ((await readFile(STAMP, "utf8").catch(() => "")) === state && (await exists(SITE))) {
    return console.log(`site: ${SITE} is up to date`);
  }
  await stage();
  await generate();
  await addHome(NEW, join(WORK, "home"));
  await replace();
  await writeFile(STAMP, state);
  console.log(`site: built in ${SITE}; look at it with: target/release/kindex serve ${SITE} --base-path ${BASE}`);
}

const exists = (path) => stat(path).catch(() => undefined);

/** Whether a folder is there that this script did not write. */
async function isOther(folder) {
  return (await exists(folder)) && !(await exists(join(folder, INDEX)));
}

/** A name for all that the site depends on. */
async function stateOf() {
  const hash = createHash("sha256").update(JSON.stringify([BASE, SITE, ADDRESS, DATA]));
  const built = (await readdir(join(ROOT, "dist/npm"), { recursive: true, withFileTypes: true }).catch((cause) => {
    throw new Error("site: dist/npm is missing; run: make package", { cause });
  })).filter((entry) => entry.isFile()).map(({ parentPath, path, name }) => join(parentPath ?? path, name));
  for (const file of [...(await filesOf()), ...built.sort(), join(TOOLS, ".package-lock.json")]) {
    // A file may be removed and still be known to git.
    hash.update(`${file}\0`).update(await readFile(resolve(ROOT, file)).catch(() => ""));
  }
  return hash.digest("hex");
}

/** Writes a project of VitePress, as a user would have it. */
async function stage() {
  await rm(PROJECT, { recursive: true, force: true });
  const pages = await readPages();
  const sources = new Set();
  for (const page of pages.values()) await put(`pages/${page.place}`, await relinked(page, pages, sources));
  for (const path of sources) await put(`pages/${sourcePlaceOf(path)}`, await sourcePage(path));
  for (const name of ["images", "plots"]) await cp(join(ROOT, "docs", name), join(PROJECT, "pages/docs", name), { recursive: true });
  await cp(join(ROOT, "site/vitepress"), join(PROJECT, ".vitepress"), { recursive: true });
  await put(".vitepress/site.json", JSON.stringify({ base: BASE, outDir: NEW, index: INDEX, sidebar: sidebarOf(pages) }));
  await put("package.json", JSON.stringify({ private: true, type: "module" }));
  await install();
}

async function put(path, text) {
  const file = join(PROJECT, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The packages of this repository as they are published, and the generator. */
async function install() {
  const modules = join(PROJECT, "node_modules");
  await cp(join(ROOT, "dist/npm"), join(modules, "kindex"), { recursive: true });
  const plugin = join(ROOT, "integrations/vitepress");
  const { stdout } = await run("npm", ["pack", "--json", "--dry-run", plugin], { cwd: WORK });
  const [{ files }] = Object.values(JSON.parse(stdout));
  for (const { path } of files) await cp(join(plugin, path), join(modules, "kindex-vitepress", path));
  const tools = await readdir(TOOLS).catch((cause) => {
    throw new Error("site: VitePress is missing; run: make tests/vitepress/node_modules/.package-lock.json", { cause });
  });
  for (const name of tools.filter((name) => !name.startsWith("."))) await symlink(join(TOOLS, name), join(modules, name));
  await symlink(join(ROOT, "node_modules/github-slugger"), join(modules, "github-slugger"));
}

async function generate() {
  await rm(NEW, { recursive: true, force: true });
  // A variable that Vite sets for itself means something else to VitePress.
  const env = { ...process.env, NODE_ENV: undefined };
  const program = join(TOOLS, "vitepress/bin/vitepress.js");
  const { stdout } = await run(process.execPath, [program, "build"], { cwd: PROJECT, env }).catch((error) => {
    throw new Error(`site: VitePress failed:\n${error.stdout}${error.stderr}`, { cause: error });
  });
  console.log(stdout.split("\n").filter((line) => line.includes(".kdx")).join("\n"));
}

/** Puts the new site in the place of the old one. */
async function replace() {
  const old = join(WORK, "old");
  await rm(old, { recursive: true, force: true });
  if (await exists(SITE)) await rename(SITE, old);
  await mkdir(dirname(SITE), { recursive: true });
  await rename(NEW, SITE);
  await rm(old, { recursive: true, force: true });
}

await main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
