// What tests of commands that are ended or disturbed share.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { COMMAND, run } from "./cli-support.mjs";

/** With the programs of the system, and no native command. */
export const ENV = { ...process.env, KINDEX_COMMAND: "", PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };

/** strace counts for each thread; with one all calls are in a row. */
export const ONE_THREAD = { ...ENV, UV_THREADPOOL_SIZE: "1" };

export const OWN = [process.execPath, COMMAND];

const STRACE = ["strace", "-qqq"];

const works = (program, ...args) => run(program, args, { env: ENV }).then(() => true, () => false);
const probed = await mkdtemp(join(tmpdir(), "kindex-flock-"));
export const canLock = await works("flock", probed, "true");
await rm(probed, { recursive: true });
const traced = (...inject) => works(...STRACE, "-f", "-o", "/dev/null", ...inject, "echo", "x");
export const canTrace = (await traced()) && !(await traced("-e", "inject=write:error=EIO"));
assert.ok(process.platform !== "linux" || !process.env.CI || (canLock && canTrace), "flock and strace are there");

export const unlessTraced = !canTrace && "SKIPPED: strace does not work here";

/** Runs a command in a folder, to its end or to that by a signal. */
export async function ranIn(folder, [program, ...args], env = ENV) {
  const { code = 0, signal, stderr } = await run(program, args, { cwd: folder, env }).catch((error) => error);
  return { code, signal, stderr };
}

/** A command some of whose calls of a name fail, or kill it: by default also those of its threads, and of commands that it runs. */
export function disturbed(inject, command, { to = "/dev/null", follows = true } = {}) {
  const [call] = inject.split(":");
  const faults = inject === call ? [] : ["-e", `inject=${inject}`];
  return [...STRACE, ...(follows ? ["-f"] : []), "-o", to, "-e", `trace=${call}`, ...faults, ...command];
}

/** All of them with CALLS=all, else a few. */
export const turns = (all, few) => (process.env.CALLS === "all" ? all : few);

/** The calls of a run by their numbers. */
export const upTo = (count) => Array.from({ length: count }, (_, at) => at + 1);

/** The number of calls of a name in a file that strace wrote. */
export async function countOf(call, trace) {
  return (await readFile(trace, "utf8")).split("\n").filter((line) => line.includes(`${call}(`)).length;
}
