// Prints what CHANGELOG.md says of a version, as the notes of its release:
//
//   node scripts/release/notes.mjs VERSION
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const CHANGELOG = new URL("../../CHANGELOG.md", import.meta.url);

const PROJECT = "https://github.com/kindex/kindex";

/** The heading of a version in the text of CHANGELOG.md, and what stands below it. */
export function section(changelog, version) {
  const part = changelog.split(/^## /m).slice(1).find((part) => /^[^\s,]*/.exec(part)[0] === version);
  if (part === undefined) return undefined;
  const [heading] = part.split("\n", 1);
  return { heading, text: part.slice(heading.length).trim() };
}

/** With links that lead to the files as they were released: notes stand outside the repository. */
export function notes(changelog, version) {
  const found = section(changelog, version);
  if (!found) throw new Error(`CHANGELOG.md has no heading "## ${version}"`);
  return `${found.text.replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, `](${PROJECT}/blob/v${version}/$1)`)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version] = process.argv.slice(2);
  process.stdout.write(notes(await readFile(CHANGELOG, "utf8"), version));
}
