// Makes the wheel kindex-command of one machine, with the command that cargo built for it:
//
//   node scripts/release/wheel.mjs TARGET OUT
//
// maturin asks cargo for the command, which builds nothing that is in target/ already.
import { execFile } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { command, notices } from "../notices.mjs";
import { ROOT } from "./versions.mjs";

const run = promisify(execFile);

/** The folder of the Python package that is made of the command. */
export const COMMAND_PACKAGE = "integrations/command";

/** As deep in the repository as the package, which names the crate by a relative path. */
const STAGED = join(ROOT, "dist", "command");

/** A command that is linked with musl needs no C library, and runs beside any. */
const compatibility = (target) => (target.endsWith("-linux-musl") ? ["--compatibility", "manylinux2014", "musllinux_1_1"] : []);

async function stage(target) {
  await rm(STAGED, { recursive: true, force: true });
  await mkdir(STAGED, { recursive: true });
  for (const name of ["pyproject.toml", "README.md"]) await cp(join(ROOT, COMMAND_PACKAGE, name), join(STAGED, name));
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) await cp(join(ROOT, name), join(STAGED, name));
  await writeFile(join(STAGED, "THIRD-PARTY-NOTICES.txt"), await notices(command(target)));
}

/**
 * @param {string} target
 * @param {string} out a folder
 * @param {{ isHost?: boolean }} [how] whether cargo built it without naming the target
 */
export async function makeCommandWheel(target, out, { isHost = false } = {}) {
  await stage(target);
  const named = isHost ? [] : ["--target", target];
  const args = ["build", "--release", "--locked", ...named, ...compatibility(target), "--out", out];
  await run("maturin", args, { cwd: STAGED, maxBuffer: 1 << 26 }).catch((error) => {
    const advice = error.code === "ENOENT" ? "maturin is missing; run: make setup-release" : error.stderr;
    throw new Error(`cannot make the wheel of the command: ${advice}`, { cause: error });
  });
  await rm(STAGED, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [target, out] = process.argv.slice(2);
  if (!out) throw new Error("usage: node scripts/release/wheel.mjs TARGET OUT");
  await makeCommandWheel(target, out);
}
