// Builds the command for Linux as it is released, for both processors, and tries it.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { MACHINES } from "../npm-binaries.mjs";
import { ROOT } from "./versions.mjs";

const run = promisify(execFile);

/** The type of the part of a program that names what loads its libraries. */
const INTERPRETER = 3;

/** The targets of Rust that are linked statically. */
export const STATIC = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"];

/** Whether a program for Linux asks for libraries of the system: by ELF for 64 bits, the numbers little-endian. */
export function needsLibraries(bytes) {
  const [table, size, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  const types = Array.from({ length: count }, (_, at) => bytes.readUInt32LE(table + at * size));
  return types.includes(INTERPRETER);
}

/** How a program for a processor runs here: by itself, or by QEMU. */
function runner(target) {
  const { QEMU } = process.env;
  if (MACHINES[target].cpu === process.arch) return [];
  if (!QEMU) throw new Error(`nothing runs programs for ${target} here; run: make setup-static`);
  return [QEMU];
}

/** Builds and searches an index with a command, where there is nothing else. */
async function tryCommand(target, file) {
  const folder = await mkdtemp(join(tmpdir(), "kindex-static-"));
  const [program, ...args] = [...runner(target), file];
  const kindex = (...rest) => run(program, [...args, ...rest], { cwd: folder, env: { PATH: "", HOME: folder } });
  try {
    await kindex("build", join(ROOT, "docs"), "-o", "site.kdx");
    const { stdout } = await kindex("search", "site.kdx", "search box");
    if (!stdout.includes("search-box")) throw new Error(`the command for ${target} does not find the search box`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Builds the command for a target, tries it, and gives its file.
 *
 * @returns {Promise<string>}
 */
export async function buildStatic(target) {
  const { CARGO_TARGET_DIR = join(ROOT, "target") } = process.env;
  await run(join(ROOT, "scripts/build-command.sh"), [target], { maxBuffer: 1 << 26 });
  const file = join(CARGO_TARGET_DIR, target, "release", "kindex");
  if (needsLibraries(await readFile(file))) throw new Error(`${file} needs libraries of the system`);
  await tryCommand(target, file);
  return file;
}
