// Tries the Python package of a release as who has no Node.js: in an empty environment, from a folder.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const PAGE = "<!doctype html><html><head><title>Lantern</title></head><body><h1>Lantern</h1><p>It shines.</p></body></html>";

const PROGRAMS = process.platform === "win32" ? "Scripts" : "bin";

/** What a user without Node.js does: search for a page, and a question to its index. */
async function use(bin, folder) {
  const site = join(folder, "site");
  await mkdir(site);
  await writeFile(join(site, "index.html"), PAGE);
  const env = { ...process.env, PATH: bin, KINDEX_COMMAND: "", PYTHONPATH: "" };
  const ran = async (name, ...args) => (await run(join(bin, name), args, { env, cwd: folder })).stdout;
  await ran("kindex", "inject", site);
  const page = await readFile(join(site, "index.html"), "utf8");
  if (!page.includes('src="kindex/search.js"')) throw new Error("kindex-docs put no search into a page");
  const found = await ran("kindex", "search", join(site, "kindex", "index"), "shine");
  if (!found.includes("Lantern")) throw new Error(`kindex did not find a page: ${found}`);
  const script = `import kindex_docs; print(kindex_docs.open(${JSON.stringify(join(site, "kindex", "index"))}).search("shine").hits[0].title)`;
  if (!(await ran("python", "-c", script)).includes("Lantern")) throw new Error("the library did not find a page");
  return (await ran("kindex", "--version")).trim();
}

/**
 * @param {string} wheels the folder of the wheels, from which alone they are installed
 * @param {string} [python] the interpreter
 * @returns {Promise<string>} the version that the command tells
 */
export async function tryWheels(wheels, python = "python3") {
  const folder = await mkdtemp(join(tmpdir(), "kindex-wheels-"));
  try {
    const bin = join(folder, "venv", PROGRAMS);
    await run(python, ["-m", "venv", join(folder, "venv")]);
    const offline = ["--no-index", "--find-links", wheels, "--pre", "--quiet", "--disable-pip-version-check"];
    const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
    await run(join(bin, "python"), ["-m", "pip", "install", ...offline, "kindex-docs"], { env });
    return await use(bin, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
