// The commands that tests start: the package's and the native one.
import { execFile } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PACKAGE } from "./support.mjs";

export const run = promisify(execFile);

export const COMMAND = fileURLToPath(new URL("bin/kindex.js", PACKAGE));
export const CORPUS = fileURLToPath(new URL("../corpus", import.meta.url));
const { CARGO_TARGET_DIR = fileURLToPath(new URL("../../target", import.meta.url)) } = process.env;
export const NATIVE = resolve(process.env.KINDEX_COMMAND ?? join(CARGO_TARGET_DIR, "debug", "kindex"));

/** No native command is found. */
export const ALONE = { ...process.env, KINDEX_COMMAND: "", PATH: dirname(process.execPath) };

/** Runs a program to its end, and gives `{ code, stdout, stderr }`. */
export async function ended(program, args, options) {
  const { code = 0, stdout, stderr } = await run(program, args, options).catch((error) => error);
  return { code, stdout, stderr };
}
