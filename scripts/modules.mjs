// Puts the modules of js/ together with the engines that they load.
//
//   node scripts/modules.mjs        into target/modules, with the quick engines as they were last built
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { publishedPath, relinked } from "./layout.mjs";
import { releaseVersion } from "./release/versions.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OUT = `${ROOT}target/modules`;
const SOURCES = `${ROOT}js`;

/** The engines of tests and of the demo. */
export const QUICK = { page: "quick", several: "quick", explore: "quick", texts: "quick", full: "quick" };

/** The files of a build that belong into the package; the types are those of js/entry/index.d.ts. */
const built = (name) => [`${name}.js`, `${name}_bg.wasm`];

/** The manifest, once its version is that of the crates. */
async function manifest() {
  const manifest = JSON.parse(await readFile(`${ROOT}pkg.json`, "utf8"));
  const version = await releaseVersion();
  if (manifest.version !== version) {
    throw new Error(`pkg.json has version ${manifest.version}, Cargo.toml has ${version}`);
  }
  return manifest;
}

/** Copies the hand-written files, each to its place in the package. */
async function copySources(folder) {
  const entries = await readdir(SOURCES, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(SOURCES, file);
    const to = join(folder, publishedPath(path));
    await mkdir(dirname(to), { recursive: true });
    const { mode } = await stat(file);
    await writeFile(to, relinked(await readFile(file, "utf8"), path), { mode });
  }
}

async function copyBuild(folder, name, level) {
  await mkdir(`${folder}/${name}`);
  for (const file of built(name)) {
    const from = `${ROOT}target/wasm/${level}/${name}/${file}`;
    await cp(from, `${folder}/${name}/${file}`).catch((cause) => {
      throw new Error(`${from} is missing; run: make target/wasm/${level}/${name}/${name}_bg.wasm`, { cause });
    });
  }
}

/** Writes the modules by which JavaScript describes its tools in the same words as the native command. */
async function writeInterface(folder) {
  const { several, ...described } = JSON.parse(await readFile(`${ROOT}crates/mcp/src/interface.json`, "utf8"));
  // Apart, as few ask for results as data.
  const tools = described.tools.map(({ outputSchema: _, ...tool }) => tool);
  const outputSchemas = Object.fromEntries(described.tools.map(({ name, outputSchema }) => [name, outputSchema]));
  const values = { VERSION: await releaseVersion(), ...described, tools, outputSchemas };
  await writeConstants(`${folder}/mcp/interface.js`, values);
  // A page has one index.
  await writeConstants(`${folder}/mcp/interface-several.js`, several);
  // And no skill.
  await writeConstants(`${folder}/mcp/skill-text.js`, JSON.parse(await readFile(`${ROOT}crates/mcp/src/skill.json`, "utf8")));
}

async function writeConstants(file, values) {
  const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  await writeFile(file, lines.join(""));
}

/** Writes the module by which a page tells its engines from those of other builds. */
async function writeBuilds(folder) {
  const lines = ["page", "several"].map(async (name) => {
    const bytes = await readFile(`${folder}/${name}/${name}_bg.wasm`);
    const hash = createHash("sha256").update(bytes).digest("hex");
    return `export const ${name.toUpperCase()}_BUILD = "${hash.slice(0, 16)}";\n`;
  });
  await writeFile(`${folder}/engine/page-build.js`, (await Promise.all(lines)).join(""));
}

/**
 * Writes all modules, and package.json.
 *
 * @param {string} folder which is made
 * @param {Record<string, string>} builds the level of each engine
 */
export async function writeModules(folder, builds) {
  await rm(folder, { recursive: true, force: true });
  await copySources(folder);
  for (const [name, level] of Object.entries(builds)) await copyBuild(folder, name, level);
  await writeInterface(folder);
  await writeBuilds(folder);
  await writeFile(`${folder}/package.json`, `${JSON.stringify(await manifest(), null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeModules(`${OUT}.new`, QUICK);
  await rm(OUT, { recursive: true, force: true });
  await rename(`${OUT}.new`, OUT);
}
