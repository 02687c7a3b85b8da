// Assembles the npm package in dist/npm, whole or not at all, and packs it as dist/kindex.tgz:
//
//   node scripts/package.mjs demo|test|pages|release
import { execFile } from "node:child_process";
import { cp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ENTRIES, bundleClassic, bundleEntries, minify } from "./bundles.mjs";
import { QUICK, writeModules } from "./modules.mjs";
import { notices } from "./notices.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OUT = `${ROOT}dist/npm`;
const NEW = `${ROOT}dist/.npm.new`;
const PAGES = { page: "small", several: "small", explore: "small" };

/** The engine that each entry point that makes indexes loads. */
const MAKING = { build: "full", "build-text": "texts" };

/**
 * The builds of scripts/build-wasm.sh that each level has. Optimising the one for all files takes
 * minutes and gains little, so that only releases have it. The demo begins without those that make indexes.
 */
const LEVELS = {
  demo: { page: "quick", several: "quick", explore: "quick" },
  test: QUICK,
  pages: { ...PAGES, texts: "small", full: "quick" },
  release: { ...PAGES, texts: "small", full: "small" },
};

async function copyDocuments() {
  const isDocument = (name) => name === "README.md" || name.startsWith("LICENSE");
  for (const name of (await readdir(ROOT)).filter(isDocument)) {
    await cp(ROOT + name, `${NEW}/${name}`);
  }
  await writeFile(`${NEW}/THIRD-PARTY-NOTICES.txt`, await notices());
}

async function assemble(builds) {
  await writeModules(NEW, builds);
  for (const name of Object.keys(builds)) await minify(`${NEW}/${name}/${name}.js`);
  await bundleEntries(NEW, ENTRIES.filter((name) => !MAKING[name] || builds[MAKING[name]]));
  await bundleClassic(NEW);
  await copyDocuments();
  await rm(OUT, { recursive: true, force: true });
  await rename(NEW, OUT);
}

/** As it is published; under a name without the version, as who installs it from here cannot know that. */
async function pack() {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--silent", "--pack-destination", `${ROOT}dist`, OUT]);
  await rename(`${ROOT}dist/${stdout.trim()}`, `${ROOT}dist/kindex.tgz`);
}

const level = process.argv[2];
if (!Object.hasOwn(LEVELS, level)) throw new Error(`the level is one of ${Object.keys(LEVELS).join(", ")}, not ${level}`);
await assemble(LEVELS[level]);
if (level !== "demo") await pack();
console.log(`dist/npm: assembled for ${level}`);
