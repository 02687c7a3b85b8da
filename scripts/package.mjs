// Assembles the npm package in dist/npm, whole or not at all, and packs it as dist/kindex.tgz.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundleClassic, bundleEntries, minify } from "./bundles.mjs";
import { publishedPath, relinked } from "./layout.mjs";
import { notices } from "./notices.mjs";
import { releaseVersion } from "./release/versions.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OUT = `${ROOT}dist/npm`;
const NEW = `${ROOT}dist/.npm.new`;
const SOURCES = `${ROOT}js`;

/** The files of a build that belong into the package; the types are those of js/entry/index.d.ts. */
const built = (name) => [`${name}.js`, `${name}_bg.wasm`];

async function manifest() {
  const manifest = JSON.parse(await readFile(`${ROOT}pkg.json`, "utf8"));
  const version = await releaseVersion();
  if (manifest.version !== version) {
    throw new Error(`pkg.json has version ${manifest.version}, Cargo.toml has ${version}`);
  }
  return manifest;
}

/** Copies the hand-written files, each to its place in the package. */
async function copySources() {
  const entries = await readdir(SOURCES, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(SOURCES, file);
    const to = join(NEW, publishedPath(path));
    await mkdir(dirname(to), { recursive: true });
    const { mode } = await stat(file);
    await writeFile(to, relinked(await readFile(file, "utf8"), path), { mode });
  }
}

async function copyBuild(name) {
  await mkdir(`${NEW}/${name}`);
  for (const file of built(name)) {
    const from = `${ROOT}target/wasm/${name}/${file}`;
    await cp(from, `${NEW}/${name}/${file}`).catch((cause) => {
      throw new Error(`${from} is missing; run: make wasm`, { cause });
    });
  }
  await minify(`${NEW}/${name}/${name}.js`);
}

/** Writes the module by which JavaScript describes its tools in the same words as the native command. */
async function writeInterface() {
  const described = JSON.parse(await readFile(`${ROOT}crates/cli/src/command/mcp/interface.json`, "utf8"));
  const values = { VERSION: await releaseVersion(), ...described };
  const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  await writeFile(`${NEW}/mcp/interface.js`, lines.join(""));
}

/** Writes the module by which a page tells its engines from those of other builds. */
async function writeBuilds() {
  const lines = ["search", "sharded"].map(async (name) => {
    const bytes = await readFile(`${NEW}/${name}/${name}_bg.wasm`);
    const hash = createHash("sha256").update(bytes).digest("hex");
    return `export const ${name.toUpperCase()} = "${hash.slice(0, 16)}";\n`;
  });
  await writeFile(`${NEW}/engine/builds.js`, (await Promise.all(lines)).join(""));
}

async function copyDocuments() {
  const isDocument = (name) => name === "README.md" || name.startsWith("LICENSE");
  for (const name of (await readdir(ROOT)).filter(isDocument)) {
    await cp(ROOT + name, `${NEW}/${name}`);
  }
  await writeFile(`${NEW}/THIRD-PARTY-NOTICES.txt`, await notices());
}

async function assemble() {
  await rm(NEW, { recursive: true, force: true });
  await copySources();
  for (const name of ["search", "sharded", "explore", "full"]) await copyBuild(name);
  await writeInterface();
  await writeBuilds();
  await bundleEntries(NEW);
  await bundleClassic(NEW);
  await copyDocuments();
  await writeFile(`${NEW}/package.json`, `${JSON.stringify(await manifest(), null, 2)}\n`);
  await rm(OUT, { recursive: true, force: true });
  await rename(NEW, OUT);
}

/**
 * Gives the Python package the search field, which it puts into sites where there is no Node.js, with
 * the licences of what is in it.
 */
async function copyToPython() {
  const folder = `${ROOT}integrations/python/src/kindex_docs`;
  const fresh = `${folder}/.field.new`;
  const { filesOfField } = await import(`${OUT}/bin/field-files.js`);
  const files = await filesOfField("injected.min.js");
  const notices = ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-NOTICES.txt"];
  await rm(fresh, { recursive: true, force: true });
  for (const path of [...files.keys(), ...notices]) await cp(`${OUT}/${path}`, `${fresh}/${path}`);
  await rm(`${folder}/field`, { recursive: true, force: true });
  await rename(fresh, `${folder}/field`);
}

/** As it is published; under a name without the version, as who installs it from here cannot know that. */
async function pack() {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--silent", "--pack-destination", `${ROOT}dist`, OUT]);
  await rename(`${ROOT}dist/${stdout.trim()}`, `${ROOT}dist/kindex.tgz`);
}

await assemble();
await copyToPython();
await pack();
console.log("dist/npm: assembled; dist/kindex.tgz: packed");
