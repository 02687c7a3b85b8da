// Checks that all that is released together has one version:
//
//   node scripts/release/versions.mjs [TAG]
//
// With a tag, as v0.1.0, that has to be the version too, and CHANGELOG.md has to have its date.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { section } from "./notes.mjs";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const readJson = async (file) => JSON.parse(await readFile(file, "utf8"));

/** The version of all crates, which is that of everything else. */
export async function releaseVersion(root = ROOT) {
  const cargo = await readFile(join(root, "Cargo.toml"), "utf8");
  const part = cargo.split(/^\[/m).find((part) => part.startsWith("workspace.package]"));
  const version = /^version *= *"(.+)"/m.exec(part ?? "");
  if (!version) throw new Error("Cargo.toml has no version in [workspace.package]");
  return version[1];
}

/** The files of a name in the folders of a folder, as paths below the root. */
async function manifestsIn(root, folder, name) {
  const folders = await readdir(join(root, folder), { withFileTypes: true });
  const paths = folders.filter((entry) => entry.isDirectory()).map((entry) => `${folder}/${entry.name}`);
  const names = await Promise.all(paths.map((path) => readdir(join(root, path))));
  return paths.filter((_, at) => names[at].includes(name)).sort().map((path) => `${path}/${name}`);
}

/** The manifests of the npm packages that are published beside the main one. */
export const integrations = (root = ROOT) => manifestsIn(root, "integrations", "package.json");

/** Those of the Python packages. */
export const wheels = (root = ROOT) => manifestsIn(root, "integrations", "pyproject.toml");

/** Crates name each other's versions beside the path, as crates.io knows no paths. */
async function inCrates(root, version) {
  const paths = ["Cargo.toml", ...(await manifestsIn(root, "crates", "Cargo.toml"))];
  const faults = [];
  for (const path of paths) {
    const text = await readFile(join(root, path), "utf8");
    for (const [, name, asked] of text.matchAll(/^(kindex[\w-]*) *= *\{ *version *= *"([^"]+)"/gm)) {
      if (asked !== version) faults.push(`${path} asks for ${name} ${asked}, not ${version}`);
    }
  }
  return faults;
}

async function inPackages(root, version) {
  const faults = [];
  for (const path of ["pkg.json", ...(await integrations(root))]) {
    const { version: own, peerDependencies } = await readJson(join(root, path));
    if (own !== version) faults.push(`${path} has version ${own}, not ${version}`);
    const asked = peerDependencies?.kindex;
    if (asked !== undefined && asked !== `^${version}`) faults.push(`${path} asks for kindex ${asked}, not ^${version}`);
  }
  return faults;
}

async function inWheels(root, version) {
  const faults = [];
  for (const path of await wheels(root)) {
    const text = await readFile(join(root, path), "utf8");
    const [, own] = /^version *= *"([^"]+)"/m.exec(text) ?? [];
    if (own !== version) faults.push(`${path} has version ${own}, not ${version}`);
  }
  return faults;
}

/** The entry of the registry of MCP names the package and its version, and the package names the entry. */
async function inRegistry(root, version) {
  const entry = await readJson(join(root, "server.json"));
  const { name, mcpName } = await readJson(join(root, "pkg.json"));
  const faults = [entry, ...entry.packages].filter((one) => one.version !== version);
  return [
    ...faults.map((one) => `server.json has version ${one.version}, not ${version}`),
    ...entry.packages.filter((one) => one.identifier !== name).map((one) => `server.json names the package ${one.identifier}, not ${name}`),
    ...(entry.name === mcpName ? [] : [`server.json is ${entry.name}, and pkg.json has mcpName ${mcpName}`]),
  ];
}

function inChangelog(changelog, version, tag) {
  const found = section(changelog, version);
  if (!found) return [`CHANGELOG.md has no heading "## ${version}"`];
  if (tag === undefined || /, \d{4}-\d\d-\d\d$/.test(found.heading)) return [];
  return [`CHANGELOG.md has the heading "${found.heading}"; give it its date: "${version}, YYYY-MM-DD"`];
}

/** All that differs from the version of Cargo.toml, in sentences. */
export async function disagreements(root = ROOT, tag = undefined) {
  const version = await releaseVersion(root);
  const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
  const ofTag = tag === undefined || tag === `v${version}` ? [] : [`the tag is ${tag}, and Cargo.toml has ${version}`];
  const inManifests = await Promise.all([inCrates, inPackages, inWheels, inRegistry].map((look) => look(root, version)));
  return [...inManifests.flat(), ...inChangelog(changelog, version, tag), ...ofTag];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = await disagreements(ROOT, process.argv[2]);
  for (const fault of faults) console.error(`versions: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`versions: all are ${await releaseVersion()}`);
}
