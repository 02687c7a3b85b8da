// Questions of people over real documentation, with the pages that answer them.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DATA } from "../data/archives.mjs";
import { scoredTable } from "./ir.mjs";
import { OUT } from "./kindex.mjs";

const MEASURES = ["mrr@10", "success@1", "recall@100"];

/**
 * The sets: the folder of the questions, that of the archive if it is another, that of the pages in
 * it, and how pages are read. Where pages have grades, nDCG is shown too.
 */
const SETS = [
  { name: "next-docs", site: "react" },
  { name: "aws-docs", site: "plain" },
  { name: "vespa-docs", site: "jekyll", measures: ["ndcg@10", ...MEASURES] },
  { name: "ray-v1", site: "plain" },
  { name: "docs-mcp/react", archive: "docs-mcp", pages: "react", site: "react" },
  { name: "docs-mcp/vite", archive: "docs-mcp", pages: "vite", site: "vitepress" },
  { name: "docs-mcp/fastapi", archive: "docs-mcp", pages: "fastapi", site: "mkdocs" },
  { name: "docs-mcp/python-full", site: "plain" },
];

/** The pages of a set, unpacked the first time. */
function pagesOf({ name, archive = name, pages = "" }) {
  const folder = join(OUT, "questions", archive);
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
  return { from: pagesOf(set), judged, options: ["--site", set.site] };
}

/** The sets, each with `open`, which gives `{ from, judged, options }` or undefined. */
export const questionSets = SETS.map((set) => ({ ...set, open: () => filesOf(set) }));

export const questions = () => scoredTable(questionSets, ({ measures = MEASURES }) => measures, "questions");
