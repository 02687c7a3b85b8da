// The example of integrations/eleventy as a site of its own, with the packages as they are published.
import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, readdir, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { NATIVE } from "../js/cli-support.mjs";
import { freePort } from "../port.mjs";

const run = promisify(execFile);

/** The plugin starts the native command. */
const ENV = { ...process.env, KINDEX_COMMAND: NATIVE };

const HERE = fileURLToPath(new URL("./", import.meta.url));
const ROOT = join(HERE, "../..");
const INTEGRATION = join(ROOT, "integrations/eleventy");
const MODULES = join(HERE, "node_modules");
const PROGRAM = join(MODULES, "@11ty/eleventy/cmd.cjs");

/** A new folder with the site, and what removes it. */
export async function site() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kindex-eleventy-")));
  const modules = join(folder, "node_modules");
  await cp(join(INTEGRATION, "example"), folder, { recursive: true, filter: (path) => !/node_modules|_site/.test(path) });
  await cp(join(ROOT, "dist/npm"), join(modules, "kindex"), { recursive: true });
  await install(join(modules, "kindex-eleventy"));
  const installed = await readdir(MODULES).catch((cause) => {
    throw new Error("Eleventy is missing; run: make tests/eleventy/node_modules/.package-lock.json", { cause });
  });
  for (const name of installed.filter((name) => !name.startsWith("."))) await symlink(join(MODULES, name), join(modules, name));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Only what is published: a file that is missing from the list is missing here too. */
async function install(to) {
  const { stdout } = await run("npm", ["pack", "--json", "--dry-run", INTEGRATION], { cwd: tmpdir() });
  const [{ files }] = Object.values(JSON.parse(stdout));
  for (const { path } of files) await cp(join(INTEGRATION, path), join(to, path));
}

/** Builds the site; gives where it is, and what was said. */
export async function built(folder, ...args) {
  const { stdout, stderr } = await run(process.execPath, [PROGRAM, ...args], { cwd: folder, env: ENV });
  return { out: join(folder, "_site"), said: stripVTControlCharacters(stdout + stderr), stdout };
}

/** Serves the site while it is written. */
export async function served(folder) {
  const args = [PROGRAM, "--serve", `--port=${await freePort()}`];
  const server = spawn(process.execPath, args, { cwd: folder, env: ENV, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  for await (const line of createInterface(server.stderr)) {
    const address = /http:\S+/.exec(stripVTControlCharacters(line))?.[0];
    if (address) {
      server.stderr.resume();
      return { address, close: () => (server.kill(), ended) };
    }
  }
  throw new Error("eleventy --serve ended without saying where it serves");
}
