// Tries the npm packages of a release on a machine that has nothing else of Kindex: in an empty home, from files.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { packageName } from "../npm-binaries.mjs";
import { INDEX, trySite } from "./try-site.mjs";

const run = promisify(execFile);

/** Asks the index of the site in Node.js. */
const SCRIPT = `
  import { open } from "kindex";
  const index = await open("site/${INDEX}");
  console.log((await index.search("wick")).hits[0].title);
`;

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
  try {
    await writeFile(join(folder, "package.json"), JSON.stringify(await manifest(files, target)));
    await ran("npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund");
    const version = await trySite(folder, join(folder, "node_modules", ".bin", "kindex"), env);
    await writeFile(join(folder, "ask.mjs"), SCRIPT);
    const found = await ran(process.execPath, "ask.mjs");
    if (found !== "Wick\n") throw new Error(`the package did not find a page: ${found}`);
    return version;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
