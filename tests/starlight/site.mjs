// The example of integrations/astro as a site of its own, with the packages as they are published.
import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";

const run = promisify(execFile);

const HERE = fileURLToPath(new URL("./", import.meta.url));
const ROOT = join(HERE, "../..");
const INTEGRATION = join(ROOT, "integrations/astro");
const PROGRAM = join(HERE, "node_modules/astro/astro.js");

const ENV = { ...process.env, NODE_ENV: undefined, ASTRO_TELEMETRY_DISABLED: "1" };

/** Astro's toolbar lies outside of the site here, from where Vite does not serve it. */
const PREFERENCES = JSON.stringify({ devToolbar: { enabled: false } });

/**
 * A new folder with the site, and what removes it. Astro takes a path of a module for one below the site where
 * the two have no folder in common but the root, so the site lies in this repository.
 */
export async function site() {
  await mkdir(join(ROOT, "target"), { recursive: true });
  const folder = await realpath(await mkdtemp(join(ROOT, "target", "kindex-astro-")));
  const modules = join(folder, "node_modules");
  await cp(join(INTEGRATION, "example"), folder, { recursive: true, filter: (path) => !/node_modules|\.astro$|dist$/.test(path) });
  await cp(join(ROOT, "dist/npm"), join(modules, "kindex"), { recursive: true });
  await install(join(modules, "kindex-astro"));
  const installed = await readdir(join(HERE, "node_modules")).catch((cause) => {
    throw new Error("Astro is missing; run: make tests/starlight/node_modules/.package-lock.json", { cause });
  });
  for (const name of installed.filter((name) => !name.startsWith("."))) {
    await symlink(join(HERE, "node_modules", name), join(modules, name));
  }
  await mkdir(join(folder, ".astro"));
  await writeFile(join(folder, ".astro/settings.json"), PREFERENCES);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Only what is published: a file that is missing from the list is missing here too. */
async function install(to) {
  const { stdout } = await run("npm", ["pack", "--json", "--dry-run", INTEGRATION], { cwd: tmpdir() });
  const [{ files }] = Object.values(JSON.parse(stdout));
  for (const { path } of files) await cp(join(INTEGRATION, path), join(to, path));
}

/** Builds the site; gives where it is, and what was said. */
export async function built(folder) {
  const { stdout, stderr } = await run(process.execPath, [PROGRAM, "build"], { cwd: folder, env: ENV });
  return { out: join(folder, "dist"), said: stripVTControlCharacters(stdout + stderr) };
}

/** Serves the site while it is written. */
export async function served(folder) {
  const args = [PROGRAM, "dev", "--host", "127.0.0.1", "--port", "0"];
  const server = spawn(process.execPath, args, { cwd: folder, env: ENV, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  for await (const line of createInterface(server.stdout)) {
    const address = /http:\S+/.exec(stripVTControlCharacters(line))?.[0];
    if (address) {
      server.stdout.resume();
      return { address: address.replace(/\/?$/, "/"), close: () => (server.kill(), ended) };
    }
  }
  throw new Error("astro dev ended without saying where it serves");
}
