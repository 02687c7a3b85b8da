// The example of integrations/hugo as a site of its own, beside the module as it is in this repository.
import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { NATIVE } from "../js/cli-support.mjs";
import { program } from "../python-docs/site.mjs";

const run = promisify(execFile);

const INTEGRATION = fileURLToPath(new URL("../../integrations/hugo", import.meta.url));

/** A new folder with the site, and what removes it. */
export async function site() {
  const all = await realpath(await mkdtemp(join(tmpdir(), "kindex-hugo-")));
  const module = join(all, "integrations/hugo");
  await cp(INTEGRATION, module, { recursive: true, filter: (path) => !/example\/(public|resources)/.test(path) });
  return { folder: join(module, "example"), module, remove: () => rm(all, { recursive: true, force: true }) };
}

/** Hugo has no Go here, and keeps nothing outside of the folder. */
const settings = (folder) => ({
  cwd: folder,
  env: { ...process.env, HUGO_CACHEDIR: join(folder, "resources/cache"), HUGO_MODULE_GOBINARY: "no-go" },
});

/** Runs Hugo; gives what it said. */
export async function hugo(folder, ...args) {
  const { stdout, stderr } = await run(program("hugo"), args, settings(folder));
  return stdout + stderr;
}

/** Lets Hugo build whenever a source changes. */
export async function watched(folder, ...args) {
  const child = spawn(program("hugo"), ["--watch", ...args], { ...settings(folder), stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith("Press Ctrl+C")) continue;
    child.stdout.resume();
    return { close: () => (child.kill(), ended) };
  }
  throw new Error("hugo --watch ended");
}

/** Puts search into the finished pages; gives what was said. */
export async function inject(folder, ...args) {
  const { stdout, stderr } = await run(NATIVE, ["inject", ...args], { cwd: folder });
  return stdout + stderr;
}
