// The sites that are measured, and the queries for them.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DATA, readLines } from "./archives.mjs";

export const QUERIES = 200;

export const SITES = [
  { name: "vue-docs", site: "vitepress" },
  { name: "rust-book", site: "mdbook", levels: true },
  { name: "react-dev", site: "react" },
  { name: "kubernetes-en", site: "hugo", known: "kubernetes-en" },
  { name: "mdn-en", site: "mdn", known: "mdn", levels: true, growth: true, variants: true },
];

/** Up to 200 queries: of the known items where there are such, else the site's headings. */
export function queries({ known }, folder) {
  const file = known && join(DATA, "knownitem", known, "queries.jsonl");
  const all =
    file && existsSync(file)
      ? readLines(file).map(({ text }) => text)
      : headings(folder);
  const step = Math.max(1, Math.floor(all.length / QUERIES));
  return all.filter((_, at) => at % step === 0).slice(0, QUERIES);
}

function headings(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => /\.(md|html)$/.test(name));
  return files.sort().flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const found = text.matchAll(/^#{1,4} +(.+)$|<h[1-4][^>]*>(.*?)<\/h[1-4]>/gm);
    const words = [...found].map(([, markdown, html]) => (markdown ?? html).replace(/<[^>]*>|\{.*?\}|[`*]/g, ""));
    return words.map((heading) => heading.trim()).filter((heading) => heading.length > 2);
  });
}
