// Tries the npm packages of a release on a machine that has nothing else of Kindex: in an empty home, from files.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { packageName } from "../npm-binaries.mjs";

const run = promisify(execFile);

const PAGE = "<!doctype html><html><head><title>Lantern</title></head><body><h1>Lantern</h1><p>It shines.</p></body></html>";

/** The packages that a project asks for: the main one, and that of this machine. In the registry npm finds that by itself. */
async function manifest(files, target) {
  const names = await readdir(files);
  const file = (name) => `file:${join(files, names.find((known) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(known)))}`;
  return { private: true, dependencies: { kindex: file("kindex") }, optionalDependencies: { [packageName(target)]: file(packageName(target)) } };
}

/**
 * @param {string} files the folder of the packages
 * @param {string} target that of Rust for this machine
 * @returns {Promise<string>} what the command says of its version
 */
export async function tryPackages(files, target) {
  const folder = await mkdtemp(join(tmpdir(), "kindex-packages-"));
  const env = { PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter), HOME: folder };
  const ran = async (program, ...args) => (await run(program, args, { cwd: folder, env })).stdout;
  const kindex = (...args) => ran("npx", "--no-install", "kindex", ...args);
  try {
    await writeFile(join(folder, "package.json"), JSON.stringify(await manifest(files, target)));
    await ran("npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund");
    await mkdir(join(folder, "site"));
    await writeFile(join(folder, "site", "index.html"), PAGE);
    await kindex("inject", "site");
    const page = await readFile(join(folder, "site", "index.html"), "utf8");
    if (!page.includes('src="kindex/search.js"')) throw new Error("kindex put no search into a page");
    const found = await kindex("search", "site/kindex/index", "shine");
    if (!found.includes("Lantern")) throw new Error(`kindex did not find a page: ${found}`);
    return (await kindex("--version")).trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
