// The tool read_page.
import { texts } from "./interface.js";
import { placeAt } from "./addresses.js";
import { ToolError } from "./tool-error.js";
import { cursorOf, piecesOf } from "./pages.js";
import { cost, filled, line, passageText, shown } from "./text.js";

/**
 * @param {import("./sites.js").OneSite} sites
 * @param {{ url: string, from?: string, lines?: number, max_tokens: number }} args
 * @param {number} frame how many tokens are taken already
 */
export async function readPage(sites, { url: address, from, lines, max_tokens: most }, frame) {
  const { of, page, part, unknown } = await placeAt(sites, address);
  const pieces = await piecesOf(of.index, page.id);
  const { begin, end } = from === undefined ? pieces.part(part) : { begin: pieces.find(cursorOf(from)) };
  if (!begin) throw new ToolError(filled(texts.from, pieces.lines));
  const header = shown(of.page(page));
  const last = lines === undefined ? end : pieces.after(begin, lines);
  const found = pieces.excerpt(begin, last, Math.max(most - frame - cost(header), 0), JSON.stringify(header));
  return {
    ...header,
    page_tokens: pieces.tokens,
    page_lines: pieces.lines,
    first_line: found.firstLine,
    last_line: found.lastLine,
    tokens: found.tokens,
    ...(unknown === undefined ? {} : { unknown_section: line(unknown) }),
    text: found.text,
    ...(found.next === undefined ? {} : { next: found.next }),
  };
}

/** @param {Awaited<ReturnType<typeof readPage>>} page */
export function pageText({ id, url, title, page_lines: all, first_line: first, last_line: last, unknown_section: unknown, text, next }) {
  const read = next === undefined
    ? filled(texts.pageEnds, first, last, all)
    : filled(texts.pageGoesOn, first, last, all, JSON.stringify(next));
  // With a word before it, no title begins a block of Markdown.
  const passage = passageText(filled(texts.title, title || line(id)), { url, id, text });
  const note = unknown === undefined ? "" : `${filled(texts.noSection, unknown)}\n\n`;
  return `${note}${passage}\n\n${read}`;
}
