// The tool list_pages.
import { texts } from "./interface.js";
import { pagesUnder } from "./addresses.js";
import { cost, filled, line, shown } from "./text.js";

/**
 * @param {import("../entry/explore.js").Explorer} index
 * @param {{ prefix: string, from: number, limit: number }} args
 * @param {number} budget
 */
export async function listPages(index, { prefix, from, limit }, budget) {
  const found = await pagesUnder(index, { prefix, from, limit });
  const pages = [];
  let left = budget;
  for (const one of found.pages) {
    const page = shown(one);
    left -= cost(page);
    // One is given in any case: otherwise the list would never go on.
    if (left < 0 && pages.length > 0) break;
    pages.push(page);
  }
  const next = from + pages.length;
  return { total: found.total, pages, ...(pages.length > 0 && next < found.total ? { next } : {}) };
}

/** @param {Awaited<ReturnType<typeof listPages>>} result */
export function listText({ total, pages, next }) {
  const at = ({ id, url }) => (url ? line(url, Infinity) : `id ${line(id, Infinity)}`);
  // In quotes, no title begins a block of Markdown.
  const rows = pages.map((page) => `- ${JSON.stringify(page.title || line(page.id))}: ${at(page)}`);
  const hint = total === 0 ? texts.withoutPrefix : "";
  const parts = [filled(texts.pages, pages.length, total) + hint, ...rows];
  if (next !== undefined) parts.push(filled(texts.moreToList, next));
  return parts.join("\n");
}
