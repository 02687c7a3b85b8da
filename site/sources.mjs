// Pages that show files of the repository to which documents lead, as no address of the repository is known.
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { ROOT, filesOf } from "./pages.mjs";

/** The names of languages in fences, where they are not those of the extensions. */
const LANGUAGES = new Map([
  [".mjs", "js"],
  [".mdx", "md"],
  [".rst", "txt"],
  [".svg", "xml"],
  [".yml", "yaml"],
  ["", "txt"],
]);

/** The place in the site of a page about a file or a folder. Generators pass over names that begin with a dot. */
export const sourcePlaceOf = (path) => `source/${path.replace(/(^|\/)\./g, "$1")}.md`;

/**
 * The Markdown of a page about a file, or about all files of a folder.
 *
 * @param {string} path
 */
export async function sourcePage(path) {
  const files = (await filesOf(path)).sort();
  if (files.length === 0) throw new Error(`site: ${path} is not in the repository, and a document leads there; add it to git`);
  const parts = await Promise.all(files.map((file) => part(file, path)));
  const front = ["---", `title: ${JSON.stringify(path)}`, "aside: false", "prev: false", "next: false", "---"];
  return [...front, "", `# ${path}`, "", ...parts.filter(Boolean)].join("\n");
}

/** A file in a fence that is longer than those in it. */
async function part(file, path) {
  const bytes = await readFile(join(ROOT, file));
  if (bytes.includes(0)) return undefined;
  const text = bytes.toString().trimEnd();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const extension = extname(file);
  const heading = file === path ? "" : `## ${file.slice(path.length + 1)}\n\n`;
  return `${heading}${fence}${LANGUAGES.get(extension) ?? extension.slice(1)}\n${text}\n${fence}\n`;
}
