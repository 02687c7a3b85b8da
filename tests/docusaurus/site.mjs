// The example of integrations/docusaurus as a site of its own, with the packages as they are published.
import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, readdir, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../port.mjs";

const run = promisify(execFile);

const HERE = fileURLToPath(new URL("./", import.meta.url));
const ROOT = join(HERE, "../..");
const INTEGRATION = join(ROOT, "integrations/docusaurus");
const PROGRAM = join(HERE, "node_modules/@docusaurus/core/bin/docusaurus.mjs");

/** It is a program for people, that asks the network for a newer one of itself. */
const ENV = { ...process.env, NODE_ENV: undefined, NO_UPDATE_NOTIFIER: "1", CI: "1", BROWSER: "none" };

/** A new folder with the site, and what removes it. */
export async function site() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kindex-docusaurus-")));
  const modules = join(folder, "node_modules");
  await cp(join(INTEGRATION, "example"), folder, { recursive: true, filter: (path) => !/node_modules|\.docusaurus|build$/.test(path) });
  await cp(join(ROOT, "dist/npm"), join(modules, "kindex"), { recursive: true });
  await install(join(modules, "kindex-docusaurus"));
  const installed = await readdir(join(HERE, "node_modules")).catch((cause) => {
    throw new Error("Docusaurus is missing; run: make tests/docusaurus/node_modules/.package-lock.json", { cause });
  });
  for (const name of installed.filter((name) => !name.startsWith("."))) {
    await symlink(join(HERE, "node_modules", name), join(modules, name));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Only what is published: a file that is missing from the list is missing here too. */
async function install(to) {
  const { stdout } = await run("npm", ["pack", "--json", "--dry-run", INTEGRATION], { cwd: tmpdir() });
  const [{ files }] = Object.values(JSON.parse(stdout));
  for (const { path } of files) await cp(join(INTEGRATION, path), join(to, path));
}

/** Builds the site; gives where it is, and what was said. */
export async function built(folder) {
  const { stdout, stderr } = await run(process.execPath, [PROGRAM, "build", "--no-minify"], { cwd: folder, env: ENV });
  return { out: join(folder, "build"), said: stdout + stderr };
}

/** Serves the site while it is written. */
export async function served(folder) {
  const args = [PROGRAM, "start", "--host", "127.0.0.1", "--port", String(await freePort()), "--no-open"];
  const server = spawn(process.execPath, args, { cwd: folder, env: ENV, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  let address;
  for await (const line of createInterface(server.stdout)) {
    // Without the colours of a terminal. The address is told before anything listens there.
    address ??= /http:[^\s\u001b]+/.exec(line.replace(/\u001b\[\d+m/g, ""))?.[0]; // eslint-disable-line no-control-regex
    if (address && line.includes("Compiled successfully")) {
      server.stdout.resume();
      return { address, close: () => (server.kill(), ended) };
    }
  }
  throw new Error("docusaurus start ended before it served");
}
