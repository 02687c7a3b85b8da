// The questions of people over real documentation, and the pages that answer them.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";
import { DATA } from "./archives.mjs";

/**
 * The sets: the folder of the questions, that of the archive if it is another, that of the pages in
 * it, and how pages are read; whether pages have grades.
 */
const SETS = [
  { name: "next-docs", site: "react" },
  { name: "aws-docs", site: "plain" },
  { name: "vespa-docs", site: "jekyll", graded: true },
  { name: "ray-v1", site: "plain" },
  { name: "docs-mcp/react", archive: "docs-mcp", pages: "react", site: "react" },
  { name: "docs-mcp/vite", archive: "docs-mcp", pages: "vite", site: "vitepress" },
  { name: "docs-mcp/fastapi", archive: "docs-mcp", pages: "fastapi", site: "mkdocs" },
  { name: "docs-mcp/python-full", site: "plain" },
];

/** The pages of a set, unpacked the first time. */
function pagesOf({ name, archive = name, pages = "" }) {
  const folder = join(ROOT, "target/eval/questions", archive);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["-xJf", join(DATA, "questions", archive, "site.tar.xz"), "-C", folder]);
  }
  return join(folder, "site", pages);
}

/** The pages, judgements and flags of a set; undefined where it is not there, which it says. */
function filesOf(set) {
  const folder = join(DATA, "questions", set.name);
  if (!existsSync(folder)) {
    console.log(`${set.name}: left out, ${folder} is not there`);
    return undefined;
  }
  const judged = { queries: join(folder, "queries.jsonl"), qrels: join(folder, "qrels.tsv") };
  return { from: pagesOf(set), judged, sections: join(folder, "qrels_section.tsv"), options: ["--site", set.site] };
}

/**
 * The sets, each with `open`, which gives `{ from, judged, sections, options }` or undefined.
 * `sections` is the file of the sections that answer, which some sets have.
 */
export const questionSets = SETS.map((set) => ({ ...set, open: () => filesOf(set) }));
