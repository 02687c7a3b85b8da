// The text of a site as all engines get it: what Kindex extracts, by pages and by sections.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { queriesFrom } from "../data/queries.mjs";
import { html } from "../engines/ranking/pagefind.mjs";
import { pagesFrom } from "../engines/sections.mjs";

const writeLines = (path, items) => writeFileSync(path, items.map((item) => JSON.stringify(item) + "\n").join(""));

/** A document for each page. */
function byPage({ id, title, headings, text }) {
  return [{ id, title, headings: headings.join("\n"), text }];
}

/** A document for each section: its heading, those above it, its text. */
function bySection({ id, sections }) {
  return sections.map(({ title, titles, text }, at) => ({ id: `${id}#${at}`, title, headings: titles.join("\n"), text }));
}

function writeHtml(pages, folder) {
  pages.forEach((page, at) => {
    mkdirSync(join(folder, String(at)), { recursive: true });
    writeFileSync(join(folder, String(at), "index.html"), html(page));
  });
}

/**
 * Writes the documents of a site into a folder: `{ documents: { pages, sections }, html, counts,
 * queries }`, paths of JSON Lines and of a folder of pages, how many documents there are, and what
 * is asked.
 */
export async function corpusOf(site, from, out) {
  mkdirSync(out, { recursive: true });
  const pages = await pagesFrom(site, from, out);
  const documents = { pages: join(out, "pages.jsonl"), sections: join(out, "sections.jsonl") };
  const sections = pages.flatMap(bySection);
  writeLines(documents.pages, pages.flatMap(byPage));
  writeLines(documents.sections, sections);
  writeHtml(pages, join(out, "html"));
  const counts = { pages: pages.length, sections: sections.length };
  return { documents, html: join(out, "html"), counts, queries: queriesFrom(sections.map(({ text }) => text)) };
}
