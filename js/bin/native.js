// The native command, where there is one.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, closeSync, constants, openSync, readSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { Failure, PACKAGE } from "./output.js";

const NAME = process.platform === "win32" ? "kindex.exe" : "kindex";

/**
 * The path of the native command of a version: as `KINDEX_BIN` says, in the package for this
 * machine, or on `PATH`.
 *
 * @returns {string | undefined}
 */
export function nativeCommand(version) {
  const named = process.env.KINDEX_BIN;
  if (named) {
    const found = versionOf(named);
    if (found === version) return named;
    const what = found === undefined ? "is not the kindex command" : `is kindex ${found}`;
    throw new Failure(`KINDEX_BIN: ${named} ${what}, and this package is of version ${version}`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = [...installed(), ...folders.map((folder) => join(folder, NAME))];
  return candidates.find((path) => isProgram(path) && versionOf(path) === version);
}

/** Where the package for this machine has the command. npm leaves out those for other machines. */
function installed() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
    return [join(dirname(manifest), "bin", NAME)];
  } catch {
    return [];
  }
}

/** Whether it can be run and is no script: the package's own command is one, also elsewhere. */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    const file = openSync(realpathSync(path), "r");
    const begin = Buffer.alloc(2);
    const read = readSync(file, begin);
    closeSync(file);
    return read === 2 && begin.toString() !== "#!";
  } catch {
    return false;
  }
}

function versionOf(command) {
  const { stdout } = spawnSync(command, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return /^kindex (\S+)/.exec(stdout ?? "")?.[1];
}

/** Runs it in the place of this program. */
export function runNative(command, args) {
  const child = spawn(command, args, { stdio: "inherit" });
  const pass = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      process.exitCode = code ?? 128 + (signal === "SIGINT" ? 2 : 15);
      resolve();
    });
  });
}
