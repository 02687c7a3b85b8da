// Uploads packages or crates of this version, less those that are there already, so that it can be
// run again after half of it failed:
//
//   node scripts/release/publish.mjs npm FILE.tgz... [--provenance] [--dry-run]
//   node scripts/release/publish.mjs crates [--dry-run]
//
// What others ask for goes first: the packages of machines, then the main one. cargo finds the order
// of the crates.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { ROOT, releaseVersion } from "./versions.mjs";

const run = promisify(execFile);

/** Runs a program whose output is for whoever looks on. */
async function shown(program, args) {
  console.log(`publish: ${program} ${args.join(" ")}`);
  const child = spawn(program, args, { cwd: ROOT, stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${program} ${args[0]} failed with ${code}`);
}

/** Whether a registry has something. Any other answer than no or yes is an error. */
async function has(program, args, missing) {
  try {
    // In a folder without a manifest, so that cargo asks the registry and not the workspace.
    await run(program, args, { cwd: tmpdir() });
    return true;
  } catch (error) {
    if (missing.test(error.stderr)) return false;
    throw new Error(`cannot tell whether there is ${args[1]}: ${error.stderr || error.message}`, { cause: error });
  }
}

/** Releases such as 0.2.0-beta.1 are installed by those only who ask for them. */
export const distTag = (version) => (version.includes("-") ? "next" : "latest");

async function identity(tarball) {
  const { stdout } = await run("tar", ["-xzOf", tarball, "package/package.json"]);
  const { name, version, os } = JSON.parse(stdout);
  return { tarball, name, version, rank: os ? 0 : name === "kindex" ? 1 : 2 };
}

async function publishNpm(tarballs, { provenance, "dry-run": dry }) {
  if (tarballs.length === 0) throw new Error("usage: node scripts/release/publish.mjs npm FILE.tgz...");
  const packages = (await Promise.all(tarballs.map(identity))).sort((a, b) => a.rank - b.rank);
  for (const { tarball, name, version } of packages) {
    if (await has("npm", ["view", `${name}@${version}`, "version"], /E404/)) {
      console.log(`publish: npm has ${name}@${version} already`);
      continue;
    }
    const options = ["--access", "public", "--tag", distTag(version)];
    await shown("npm", ["publish", tarball, ...options, ...(provenance ? ["--provenance"] : []), ...(dry ? ["--dry-run"] : [])]);
  }
}

/** The crates that are published. */
export async function publishable() {
  const { stdout } = await run("cargo", ["metadata", "--format-version", "1", "--no-deps", "--locked"], { cwd: ROOT, maxBuffer: 1 << 26 });
  const { packages } = JSON.parse(stdout);
  return packages.filter(({ publish }) => publish === null).map(({ name }) => name).sort();
}

/** A release is of what was committed. */
async function refuseChanges() {
  const { stdout } = await run("git", ["status", "--porcelain"], { cwd: ROOT });
  if (stdout) throw new Error(`there are changes that are not committed:\n${stdout.trimEnd()}`);
}

async function publishCrates({ "dry-run": dry }) {
  const version = await releaseVersion();
  const left = [];
  for (const name of await publishable()) {
    const there = await has("cargo", ["info", `${name}@${version}`, "--registry", "crates-io"], /could not find/);
    if (there) console.log(`publish: crates.io has ${name} ${version} already`);
    else left.push(name);
  }
  if (left.length === 0) return;
  const named = left.flatMap((name) => ["--package", name]);
  if (!dry) await refuseChanges();
  // For cargo the search field, which Git ignores, is a change like any other.
  await shown("cargo", ["publish", "--locked", "--allow-dirty", ...named, ...(dry ? ["--dry-run"] : [])]);
}

async function main() {
  const flag = { type: "boolean", default: false };
  const { values, positionals } = parseArgs({ options: { provenance: flag, "dry-run": flag }, allowPositionals: true });
  const [where, ...files] = positionals;
  if (where === "npm") return publishNpm(files, values);
  if (where === "crates") return publishCrates(values);
  throw new Error("usage: node scripts/release/publish.mjs npm|crates");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    console.error(`publish: error: ${error.message}`);
    process.exitCode = 1;
  }
}
