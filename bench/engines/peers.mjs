// The other search engines: which there are, and how they rank.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";

const FOLDER = join(ROOT, "bench/engines");

/** The modules in bench/engines/ranking. */
const ENGINES = ["minisearch", "lunr", "flexsearch", "orama", "pagefind"];

/** Rows that are asked only a part of many queries: each takes 50 ms and more on the largest site. */
const SLOW = new Set(["MiniSearch, sections", "Orama, pages", "Orama, sections", "Pagefind"]);

/** A peer needs so much at most: all text of the largest site, several times over. */
const HEAP_MB = 8192;

/** The version of a package that is installed here. */
export function versionOf(name) {
  const file = join(FOLDER, "node_modules", name, "package.json");
  return JSON.parse(readFileSync(file, "utf8")).version;
}

/**
 * The rows that peers have in a table: `{ engine, slow, row, version, configurations }`, the last
 * being names of which the best counts.
 */
export async function peers() {
  const rows = [];
  for (const engine of ENGINES) {
    const module = (await import(`./ranking/${engine}.mjs`)).default;
    for (const [row, configurations] of Object.entries(module.rows)) {
      const version = versionOf(module.package);
      rows.push({ engine, row, slow: SLOW.has(row), version, configurations: Object.keys(configurations) });
    }
  }
  return rows;
}

/** Lets a peer rank pages for queries, in a process of its own; all are paths of files. */
export function rank({ engine, row }, configuration, { pages, queries, run }) {
  const command = [`--max-old-space-size=${HEAP_MB}`, join(FOLDER, "rank.mjs"), engine, row, configuration];
  const { status } = spawnSync(process.execPath, [...command, pages, queries, run], { stdio: "inherit" });
  if (status !== 0) throw new Error(`${row} with ${configuration} failed`);
}
