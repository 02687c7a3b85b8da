// The native command: where it is, and running it. The package's command and the plugins share this.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { constants as system } from "node:os";
import { delimiter, dirname, join } from "node:path";

const { version: VERSION } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const NAME = process.platform === "win32" ? "kindex.exe" : "kindex";

const MACHINE = `${process.platform}-${process.arch}`;

/** The machines that there is a package with the native command for. */
export const MACHINES = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

/** The package for this machine, where there is one. */
const PACKAGE = `kindex-${MACHINE}`;

/** The variable by which a launcher that is asked for its version knows that another one asks, and says none. */
const ASKED = "KINDEX_LAUNCHER_ASKS";

/** What the native command, or looking for it, failed with. The message is for people. */
export class Failure extends Error {}

/**
 * The path of the native command: the one that `KINDEX_COMMAND` names, that of the package for this machine,
 * or one on `PATH`.
 *
 * @param {string} [version] that it has to have
 * @returns {string}
 * @throws {Failure} where `KINDEX_COMMAND` or the package has another version, and where there is none; then it
 *   says how to get one
 */
export function neededCommand(version = VERSION) {
  if (process.env[ASKED]) throw new Failure("this is the launcher of the command, and no command itself");
  const found = named(version) ?? packaged(version) ?? onPath(version);
  if (found === undefined) throw new Failure(waysOut(version));
  return found;
}

function named(version) {
  const path = process.env.KINDEX_COMMAND;
  if (!path) return undefined;
  const found = versionOf(path);
  if (found === version) return path;
  throw new Failure(`KINDEX_COMMAND: ${path} ${found === undefined ? "is not the kindex command" : `is kindex ${found}`}, and this package is of version ${version}`);
}

/** Where the package for this machine has the command. npm leaves out those for other machines. */
function packaged(version) {
  let manifest;
  try {
    manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  } catch {
    return undefined;
  }
  const path = join(dirname(manifest), "bin", NAME);
  if (!isProgram(path)) return undefined;
  const found = JSON.parse(readFileSync(manifest, "utf8")).version;
  if (found === version) return path;
  throw new Failure(`${path} is kindex ${found}, and this package is of version ${version}; npm install ${PACKAGE}@${version}`);
}

function onPath(version) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, NAME)).find((path) => isProgram(path) && versionOf(path) === version);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function versionOf(command) {
  const env = { ...process.env, [ASKED]: "1" };
  const { stdout } = spawnSync(command, ["--version"], { encoding: "utf8", env, timeout: 10_000 });
  return /^kindex (\S+)/.exec(stdout ?? "")?.[1];
}

function waysOut(version) {
  const isReleased = MACHINES.includes(MACHINE);
  return [
    `there is no kindex command of version ${version} for ${MACHINE}; packages have it for ${MACHINES.join(", ")}`,
    ...(isReleased ? [`npm install ${PACKAGE}@${version}, which npm does by itself unless it leaves out optional packages`] : []),
    ...(isReleased ? [`pip install kindex-docs==${version}, which puts it on PATH`] : []),
    `cargo install kindex-cli@${version}, which builds it`,
    "KINDEX_COMMAND=FILE, which names one that you have",
  ].join("\n  ");
}

/** Runs it in the place of this program, and passes signals on. Gives its exit code. */
export function runNative(command, args) {
  const child = spawn(command, args, { stdio: "inherit" });
  // On Windows the terminal tells both, and a signal that is sent ends the other at once.
  const pass = process.platform === "win32" ? () => {} : (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on("error", ({ message }) => reject(new Failure(`cannot run ${command}: ${message}`)));
    child.on("exit", (code, signal) => resolve(code ?? 128 + system.signals[signal]));
  });
}
