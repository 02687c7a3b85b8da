// The example of integrations/hugo as a site of its own, beside the module as it is in this repository.
import { execFile } from "node:child_process";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { COMMAND, program } from "../python-docs/site.mjs";

const run = promisify(execFile);

const INTEGRATION = fileURLToPath(new URL("../../integrations/hugo", import.meta.url));

/** A new folder with the site, and what removes it. */
export async function site() {
  const all = await realpath(await mkdtemp(join(tmpdir(), "kindex-hugo-")));
  const module = join(all, "integrations/hugo");
  await cp(INTEGRATION, module, { recursive: true, filter: (path) => !/example\/(public|resources)/.test(path) });
  return { folder: join(module, "example"), module, remove: () => rm(all, { recursive: true, force: true }) };
}

/** Runs Hugo, which has no Go here; gives what it said. */
export async function hugo(folder, ...args) {
  const env = { ...process.env, HUGO_CACHEDIR: join(folder, "resources/cache"), HUGO_MODULE_GOBINARY: "no-go" };
  const { stdout, stderr } = await run(program("hugo"), args, { cwd: folder, env });
  return stdout + stderr;
}

/** Puts search into the finished pages; gives what was said. */
export async function inject(folder, ...args) {
  const { stdout, stderr } = await run(process.execPath, [COMMAND, "inject", ...args], { cwd: folder });
  return stdout + stderr;
}
