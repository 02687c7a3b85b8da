// Tries the Python package of a release as who has no Node.js: in an empty environment, from a folder.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { INDEX, trySite } from "./try-site.mjs";

const run = promisify(execFile);

const PROGRAMS = process.platform === "win32" ? "Scripts" : "bin";

/** What a user without Node.js does: a site with search, and a question to its index. */
async function use(bin, folder) {
  const env = { ...process.env, PATH: bin, HOME: folder, KINDEX_COMMAND: "", PYTHONPATH: "" };
  const version = await trySite(folder, join(bin, "kindex"), env);
  const script = `import kindex_docs; print(kindex_docs.open(${JSON.stringify(join("site", INDEX))}).search("wick").hits[0].title)`;
  const { stdout } = await run(join(bin, "python"), ["-c", script], { env, cwd: folder });
  if (!stdout.includes("Wick")) throw new Error(`the library did not find a page: ${stdout}`);
  return version;
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
