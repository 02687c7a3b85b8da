// The example of integrations/astro as a site of its own, with the packages as they are published, and Astro of the
// version that a folder has.
import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { node22 } from "../node22.mjs";

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const INTEGRATION = join(ROOT, "integrations/astro");

/** Of each version the folder of tests that has it, and the Node that it wants. */
export const ASTRO_5 = { at: "tests/astro5", node: () => process.execPath };
export const ASTRO_7 = { at: "tests/starlight", node: node22 };

const ENV = { ...process.env, NODE_ENV: undefined, ASTRO_TELEMETRY_DISABLED: "1" };

/**
 * A new folder with the site, and what removes it. Astro takes a path of a module for one below the site where
 * the two have no folder in common but the root, so the site lies in this repository.
 */
export async function site({ at, node }) {
  const program = node();
  await mkdir(join(ROOT, "target"), { recursive: true });
  const folder = await realpath(await mkdtemp(join(ROOT, "target", "kindex-astro-")));
  const modules = join(folder, "node_modules");
  await cp(join(INTEGRATION, "example"), folder, { recursive: true, filter: (path) => !/node_modules|\.astro$|dist$/.test(path) });
  await cp(join(ROOT, "dist/npm"), join(modules, "kindex"), { recursive: true });
  await install(join(modules, "kindex-astro"));
  const tools = join(ROOT, at, "node_modules");
  const installed = await readdir(tools).catch((cause) => {
    throw new Error(`Astro is missing; run: make ${at}/node_modules/.package-lock.json`, { cause });
  });
  for (const name of installed.filter((name) => !name.startsWith("."))) {
    await symlink(join(tools, name), join(modules, name));
  }
  await allow(folder, tools);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const { bin } = JSON.parse(await readFile(join(tools, "astro/package.json"), "utf8"));
  return { folder, program: [program, join(tools, "astro", bin.astro)], remove };
}

/** Astro and Starlight lie outside of the site here, from where Vite does not serve them by itself. */
async function allow(folder, tools) {
  const file = join(folder, "astro.config.mjs");
  const text = await readFile(file, "utf8");
  const config = `defineConfig({ vite: { server: { fs: { allow: [".", ${JSON.stringify(tools)}] } } },`;
  await writeFile(file, text.replace("defineConfig({", () => config));
}

/** Only what is published: a file that is missing from the list is missing here too. */
async function install(to) {
  const { stdout } = await run("npm", ["pack", "--json", "--dry-run", INTEGRATION], { cwd: tmpdir() });
  const [{ files }] = Object.values(JSON.parse(stdout));
  for (const { path } of files) await cp(join(INTEGRATION, path), join(to, path));
}

/** Builds the site; gives where it is, and what was said. */
export async function built({ folder, program: [node, program] }) {
  const { stdout, stderr } = await run(node, [program, "build"], { cwd: folder, env: ENV });
  return { out: join(folder, "dist"), said: stripVTControlCharacters(stdout + stderr) };
}

/** Serves the site while it is written. */
export async function served({ folder, program: [node, ...program] }) {
  const args = [...program, "dev", "--host", "127.0.0.1", "--port", "0"];
  const server = spawn(node, args, { cwd: folder, env: ENV, stdio: ["ignore", "pipe", "inherit"] });
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
