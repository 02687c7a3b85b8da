// The documents of the repository that the site shows, and the place of each in the site.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Documents that lie elsewhere than in docs/, and where the site has them. */
const ELSEWHERE = new Map([
  ["README.md", "docs/introduction.md"],
  ["BENCHMARKS.md", "docs/benchmarks.md"],
  ["FORMAT.md", "docs/format.md"],
  ["SEARCHING.md", "docs/searching.md"],
  ["CHANGELOG.md", "docs/changelog.md"],
  ["ARCHITECTURE.md", "docs/architecture.md"],
  ["CONTRIBUTING.md", "docs/contributing.md"],
  ["SECURITY.md", "docs/security.md"],
  ["SUPPORT.md", "docs/support.md"],
  ["examples/README.md", "docs/examples.md"],
  ["tests/cases/README.md", "docs/cases.md"],
  ["tests/core/mutants.md", "docs/mutants.md"],
  ["worker/README.md", "docs/worker-template.md"],
]);

/** The files that are in the repository or could be added to it, by their paths in it. */
export async function filesOf(path = ".") {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", path];
  const { stdout } = await promisify(execFile)("git", args, { cwd: ROOT, maxBuffer: 1 << 26 });
  return stdout.split("\0").filter(Boolean);
}

/**
 * The place in the site of a document of the repository; undefined for other files.
 *
 * @param {string} path
 */
export function placeOf(path) {
  if (!path.startsWith("docs/") || !path.endsWith(".md")) return ELSEWHERE.get(path);
  return path.replace(/(^|\/)README\.md$/, "$1index.md");
}

/** The address below the site's own of a page at a place. */
export const addressOf = (place) => place.replace(/\.md$/, "").replace(/(^|\/)index$/, "$1");

/**
 * @typedef {object} Page
 * @property {string} path in the repository
 * @property {string} place in the site
 * @property {string} text
 * @property {string} title
 *
 * @returns {Promise<Map<string, Page>>} by path
 */
export async function readPages() {
  const paths = [...(await filesOf("docs")).filter((path) => path.endsWith(".md")), ...ELSEWHERE.keys()];
  const pages = paths.map(async (path) => {
    const text = await readFile(join(ROOT, path), "utf8");
    const title = /^# (.+)$/m.exec(text)?.[1];
    if (!title) throw new Error(`site: ${path} has no heading; begin it with a line such as: # ${posix.basename(path, ".md")}`);
    return [path, { path, place: placeOf(path), text, title }];
  });
  return new Map(await Promise.all(pages));
}
