// Helpers that the tests of the package's command share.
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

/** Two commands that run in a folder and give `{ code, stdout, stderr }`: the package's and the native one. */
export function commands(folder) {
  const ran = async (program, args) => {
    const { code = 0, stdout, stderr } = await run(program, args, { cwd: folder(), env: ALONE }).catch((error) => error);
    return { code, stdout, stderr };
  };
  return { own: (...args) => ran(process.execPath, [COMMAND, ...args]), native: (...args) => ran(NATIVE, args) };
}

/** What a function complains of; nothing if it does not. */
export function messageOf(act) {
  try {
    act();
    return "";
  } catch ({ message }) {
    return message;
  }
}
