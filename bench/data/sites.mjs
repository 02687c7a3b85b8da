// The sites that are measured, and the queries for them.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { OUT } from "../paths.mjs";
import { DATA, archiveOf, readLines, unpack } from "./archives.mjs";

export const QUERIES = 200;

export const SITES = [
  { name: "vue-docs", site: "vitepress" },
  { name: "rust-book", site: "mdbook", levels: true },
  { name: "react-dev", site: "react" },
  { name: "kubernetes-en", site: "hugo", known: "kubernetes-en" },
  { name: "mdn-en", site: "mdn", known: "mdn", levels: true, growth: true },
];

/**
 * The sites that the variable SITES names, or else these, each with the folder of its pages. It says which are not
 * there.
 *
 * @param {string[]} names
 * @returns {{ site: typeof SITES[number], from: string }[]}
 */
export function sitesOf(names) {
  const wanted = process.env.SITES?.split(",") ?? names;
  const found = SITES.filter(({ name }) => wanted.includes(name)).flatMap((site) => {
    const from = unpack(site.name, OUT);
    if (!from) console.log(`${site.name}: left out, ${archiveOf(site.name)} is not there`);
    return from ? [{ site, from }] : [];
  });
  if (found.length > 0) return found;
  throw new Error("there is nothing to measure: set DATA to a folder with docs/NAME.tar.xz, and SITES to names of them");
}

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
