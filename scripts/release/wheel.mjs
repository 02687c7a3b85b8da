// Makes the wheel kindex-docs of one machine, which has the command in it:
//
//   node scripts/release/wheel.mjs TARGET OUT
//
// A module that Python loads is linked with the C library of the system. For Linux it is linked by zig, so
// that it runs with each one from glibc 2.17 on (manylinux2014), whatever this machine has.
import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { notices, python } from "../notices.mjs";
import { ROOT } from "./versions.mjs";

const run = promisify(execFile);

/** The machines that a release has a wheel for. */
export const WHEELS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
];

/** The folder of the Python package. */
const PACKAGE = "integrations/python";

/** As deep in the repository as the package, which names the crate by a relative path. */
const STAGED = join(ROOT, "dist", "wheel");

const compatibility = (target) => (target.endsWith("-linux-gnu") ? ["--zig", "--compatibility", "manylinux2014"] : []);

/** Panic messages hold paths of sources. These folders of this machine are nobody's business. */
const OWN_PATHS = { [ROOT.replace(/[/\\]$/, "")]: ".", [process.env.CARGO_HOME ?? join(homedir(), ".cargo")]: "cargo" };

/** As cargo calls the module, on each system. */
function moduleFile(target) {
  if (target.includes("-windows-")) return "_kindex.dll";
  return target.includes("-apple-") ? "lib_kindex.dylib" : "lib_kindex.so";
}

function environment() {
  const remaps = Object.entries(OWN_PATHS).map(([path, name]) => `--remap-path-prefix=${path}=${name}`);
  const own = process.env.RUSTFLAGS?.split(" ").filter(Boolean) ?? [];
  return { CARGO_PROFILE_RELEASE_STRIP: "symbols", ...process.env, CARGO_ENCODED_RUSTFLAGS: [...own, ...remaps].join("\x1f") };
}

async function checkPaths(target) {
  const { CARGO_TARGET_DIR = join(ROOT, "target") } = process.env;
  const module = await readFile(join(CARGO_TARGET_DIR, target, "release", moduleFile(target)));
  const found = Object.keys(OWN_PATHS).find((path) => module.includes(path));
  if (found) throw new Error(`the module for ${target} has paths of this machine in it, below ${found}`);
}

async function stage(target) {
  await rm(STAGED, { recursive: true, force: true });
  await mkdir(STAGED, { recursive: true });
  for (const name of ["pyproject.toml", "README.md", "src"]) await cp(join(ROOT, PACKAGE, name), join(STAGED, name), { recursive: true });
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) await cp(join(ROOT, name), join(STAGED, name));
  await writeFile(join(STAGED, "THIRD-PARTY-NOTICES.txt"), await notices(python(target)));
}

/**
 * @param {string} target
 * @param {string} out a folder
 */
export async function makeWheel(target, out) {
  await stage(target);
  const args = ["build", "--release", "--locked", "--target", target, ...compatibility(target), "--out", resolve(out)];
  await run("maturin", args, { cwd: STAGED, env: environment(), maxBuffer: 1 << 26 }).catch((error) => {
    const advice = error.code === "ENOENT" ? "maturin is missing; run: make setup-release" : error.stderr;
    throw new Error(`cannot make the wheel for ${target}: ${advice}`, { cause: error });
  });
  await checkPaths(target);
  await rm(STAGED, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [target, out] = process.argv.slice(2);
  if (!out) throw new Error("usage: node scripts/release/wheel.mjs TARGET OUT");
  await makeWheel(target, out);
}
