// Makes the wheel kindex-docs of one machine, which has the command in it:
//
//   node scripts/release/wheel.mjs TARGET OUT
//
// A module that Python loads is linked with the C library of the system. For Linux it is linked by zig, so
// that it runs with each one from glibc 2.17 on (manylinux2014), whatever this machine has.
import { execFile } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
  const args = ["build", "--release", "--locked", "--target", target, ...compatibility(target), "--out", out];
  await run("maturin", args, { cwd: STAGED, maxBuffer: 1 << 26 }).catch((error) => {
    const advice = error.code === "ENOENT" ? "maturin is missing; run: make setup-release" : error.stderr;
    throw new Error(`cannot make the wheel for ${target}: ${advice}`, { cause: error });
  });
  await rm(STAGED, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [target, out] = process.argv.slice(2);
  if (!out) throw new Error("usage: node scripts/release/wheel.mjs TARGET OUT");
  await makeWheel(target, out);
}
