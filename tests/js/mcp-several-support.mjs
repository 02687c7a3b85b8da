// Several indexes for servers of the Model Context Protocol in tests: those of tests/mcp/several.json.
import { mkdir, mkdtemp, readFile, readdir, utimes, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { NATIVE, run } from "./cli-support.mjs";
import { createMcp } from "./mcp-support.mjs";
import { explore } from "./support.mjs";

export const FILE = new URL("../mcp/several.json", import.meta.url);

export const { indexes, servers } = JSON.parse(readFileSync(FILE, "utf8"));

/** When all were built: so their files say, and options. */
export const BUILT = "Mon, 02 Nov 2026 03:04:05 GMT";

/** A new folder with the indexes, of which some are not there. */
export async function builtIndexes() {
  const folder = await mkdtemp(join(tmpdir(), "kindex-mcp-several-"));
  for (const [name, { out, build, files }] of Object.entries(indexes)) {
    if (!files) continue;
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, "sources", name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await run(NATIVE, ["build", join(folder, "sources", name), "-q", "-o", join(folder, out), ...build]);
  }
  for (const entry of await readdir(folder, { recursive: true })) await utimes(join(folder, entry), new Date(BUILT), new Date(BUILT));
  return folder;
}

/** The arguments of the native command that name the indexes of a server. */
export const argumentsOf = (folder, names) => names.map((name) => `${name}=${join(folder, indexes[name].out)}`);

/** The function that reads a file of an index in a folder; nothing is for one that is not there. */
export const reading = (folder) => (path) => readFile(join(folder, path)).catch(() => null);

/** The indexes of a server, open as one. */
export function openAll(folder, names) {
  const read = reading(folder);
  const srcOf = (out) => (file) => read(out.endsWith("/") ? out + file : out);
  return explore(names.map((name) => ({ src: srcOf(indexes[name].out), label: name })));
}

/** A server of several indexes. It gives data too. */
export const severalServer = (index, options = {}) => createMcp({ index, structured: true, built: BUILT, onError: () => {}, ...options });
