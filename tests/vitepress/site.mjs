// The example of integrations/vitepress as a site of its own, with the packages as they are published, and VitePress of
// the version that a folder has.
import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, readdir, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const INTEGRATION = join(ROOT, "integrations/vitepress");

/** The folders of tests with a version each. */
export const VITEPRESS_1 = "tests/vitepress";
export const VITEPRESS_2 = "tests/vitepress2";

const modulesOf = (version) => join(ROOT, version, "node_modules");

/** VitePress as a site finds it. */
const PROGRAM = "node_modules/vitepress/bin/vitepress.js";

/** A variable that Vite sets for itself means something else to VitePress. */
const ENV = { ...process.env, NODE_ENV: undefined };

/** A new folder with the site, and what removes it. */
export async function site(version) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kindex-vitepress-")));
  const modules = join(folder, "node_modules");
  await cp(join(INTEGRATION, "example"), folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
  await cp(join(ROOT, "dist/npm"), join(modules, "kindex"), { recursive: true });
  await install(join(modules, "kindex-vitepress"));
  const installed = await readdir(modulesOf(version)).catch((cause) => {
    throw new Error(`VitePress is missing; run: make ${version}/node_modules/.package-lock.json`, { cause });
  });
  for (const name of installed.filter((name) => !name.startsWith("."))) {
    await symlink(join(modulesOf(version), name), join(modules, name));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Only what is published: a file that is missing from the list is missing here too. */
async function install(to) {
  listing ??= run("npm", ["pack", "--json", "--dry-run", INTEGRATION], { cwd: tmpdir() });
  const [{ files }] = Object.values(JSON.parse((await listing).stdout));
  for (const { path } of files) await cp(join(INTEGRATION, path), join(to, path));
}

/** What npm says of the package, which it is asked once. */
let listing;

/** Builds the site; gives where it is, and what was said. */
export async function built(folder) {
  const { stdout, stderr } = await run(process.execPath, [PROGRAM, "build"], { cwd: folder, env: ENV });
  return { out: join(folder, ".vitepress/dist"), said: stdout + stderr };
}

/** Serves the site while it is written. */
export async function served(folder) {
  const args = [PROGRAM, "dev", "--host", "127.0.0.1", "--port", "0"];
  const server = spawn(process.execPath, args, { cwd: folder, env: ENV, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  for await (const line of createInterface(server.stdout)) {
    // Without the colours of a terminal.
    const address = /http:[^\s\u001b]+/.exec(line.replace(/\u001b\[\d+m/g, ""))?.[0]; // eslint-disable-line no-control-regex
    if (address) {
      server.stdout.resume();
      return { address, close: () => (server.kill(), ended) };
    }
  }
  throw new Error("vitepress dev ended without saying where it serves");
}
