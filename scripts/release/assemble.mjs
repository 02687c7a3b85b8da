// Puts together all files of a release in dist/release: npm packages, archives of the command, SBOMs
// and their checksums.
//
//   node scripts/release/assemble.mjs COMMANDS
//
// COMMANDS has a folder for each target, command-TARGET, with the command that was built for it, and one
// for each wheel, wheel-TARGET.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { RELEASED, addOptional, makePackage, programName } from "../npm-binaries.mjs";
import { writeSboms } from "./sbom.mjs";
import { ROOT, integrations, releaseVersion } from "./versions.mjs";
import { WHEELS } from "./wheel.mjs";

const run = promisify(execFile);

const DIST = join(ROOT, "dist");
const OUT = join(DIST, "release");
const NEW = join(DIST, ".release.new");

async function packed(folder) {
  await run("npm", ["pack", "--silent", "--pack-destination", NEW, folder]);
}

/** The wheel in a folder. */
async function copyWheel(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".whl"));
  if (names.length !== 1) throw new Error(`${folder} has ${names.length} wheels, not 1`);
  await cp(join(folder, names[0]), join(NEW, names[0]));
}

/** The main package, which asks for those of the machines; dist/npm itself stays as it is. */
async function packMain(targets) {
  const folder = join(DIST, ".npm.released");
  await rm(folder, { recursive: true, force: true });
  await cp(join(DIST, "npm"), folder, { recursive: true });
  await addOptional(folder, targets);
  await packed(folder);
  await rm(folder, { recursive: true });
}

/** A package beside the main one, with the licences, which all have from the root. */
async function packIntegration(source) {
  const folder = join(DIST, ".npm.integration");
  await rm(folder, { recursive: true, force: true });
  await cp(source, folder, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) await cp(join(ROOT, name), join(folder, name));
  await packed(folder);
  await rm(folder, { recursive: true });
}

/** The command for those who install it by hand, with what the project says of itself. */
async function archive(target, folder, version) {
  const name = `kindex-${version}-${target}`;
  const staged = join(NEW, name);
  await cp(folder, staged, { recursive: true });
  await rm(join(staged, "package.json"));
  await cp(join(ROOT, "README.md"), join(staged, "README.md"));
  await rename(join(staged, "bin", programName(target)), join(staged, programName(target)));
  await rm(join(staged, "bin"), { recursive: true });
  if (programName(target).endsWith(".exe")) await run("zip", ["-qr", `${name}.zip`, name], { cwd: NEW });
  else await run("tar", ["-czf", `${name}.tar.gz`, name], { cwd: NEW });
  await rm(staged, { recursive: true });
}

/** In the form that sha256sum checks. */
async function writeChecksums(folder) {
  const names = (await readdir(folder)).filter((name) => name !== "SHA256SUMS").sort();
  const lines = names.map(async (name) => {
    const hash = createHash("sha256").update(await readFile(join(folder, name))).digest("hex");
    return `${hash}  ${name}\n`;
  });
  await writeFile(join(folder, "SHA256SUMS"), (await Promise.all(lines)).join(""));
}

/**
 * @param {Record<string, string>} commands the command of each target
 * @param {string[]} folders those with the wheels
 * @returns {Promise<string>} the folder
 */
export async function assemble(commands, folders) {
  const version = await releaseVersion();
  await rm(NEW, { recursive: true, force: true });
  await mkdir(NEW, { recursive: true });
  for (const [target, file] of Object.entries(commands)) {
    const folder = await makePackage(target, file);
    await packed(folder);
    await archive(target, folder, version);
  }
  for (const folder of folders) await copyWheel(folder);
  await packMain(Object.keys(commands));
  for (const manifest of await integrations()) await packIntegration(join(ROOT, dirname(manifest)));
  await writeSboms(NEW);
  await writeChecksums(NEW);
  await rm(OUT, { recursive: true, force: true });
  await rename(NEW, OUT);
  return OUT;
}

/** The commands of all machines. */
function found(folder) {
  return Object.fromEntries(RELEASED.map((target) => [target, join(folder, `command-${target}`, programName(target))]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error("usage: node scripts/release/assemble.mjs COMMANDS");
  const out = await assemble(found(folder), WHEELS.map((target) => join(folder, `wheel-${target}`)));
  for (const name of (await readdir(out)).sort()) console.log(`${basename(out)}/${name}`);
}
