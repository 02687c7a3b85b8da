// The package as it is published, packed and installed into projects of their own.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

// Here, as only here npm installed it.
export { nodeFileTrace } from "@vercel/nft";

export const run = promisify(execFile);

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** As scripts/package.mjs packs it, with the package beside it. */
const TARBALL = join(ROOT, "dist", "kindex.tgz");

/** Programs that npm installed here for the tests. */
export const program = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));

const QUIET = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"];

/**
 * A new folder in which the packed package is installed and nothing else.
 *
 * @returns {Promise<{ folder: string, tarball: string, size: number }>} with the tarball's bytes
 */
export async function project(manifest = { private: true, type: "module" }) {
  const folder = await mkdtemp(join(tmpdir(), "kindex-project-"));
  await put(folder, { "package.json": JSON.stringify(manifest) });
  await run("npm", ["install", ...QUIET, TARBALL], { cwd: folder });
  return { folder, tarball: TARBALL, size: (await stat(TARBALL)).size };
}

/** Writes texts to files below a folder. */
export async function put(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
