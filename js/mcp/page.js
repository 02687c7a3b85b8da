// The tool read_page.
import { texts } from "./interface.js";
import { pageAt } from "./addresses.js";
import { ToolError } from "./tool-error.js";
import { cursorOf, excerpt, piecesOf } from "./pages.js";
import { askable, cost, filled, idOf, line, passageText } from "./text.js";

/**
 * @param {import("../entry/explore.js").Explorer} index
 * @param {{ url: string, from?: string }} args
 * @param {number} budget
 */
export async function readPage(index, { url: address, from = "0" }, budget) {
  const page = await pageAt(index, address);
  const pieces = await piecesOf(index, page.id);
  const cursor = cursorOf(from, pieces);
  if (!cursor) throw new ToolError(texts.from);
  const header = { id: idOf(page.id), url: askable(page.url), title: line(page.title) };
  const { text, tokens, next } = excerpt(pieces, cursor, budget - cost(header), JSON.stringify(header));
  const whole = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
  return { ...header, page_tokens: whole, tokens, text, ...(next === undefined ? {} : { next }) };
}

/** @param {Awaited<ReturnType<typeof readPage>>} page */
export function pageText({ id, url, title, page_tokens: whole, tokens, text, next }) {
  const read = next === undefined
    ? texts.pageEnds
    : filled(texts.pageGoesOn, tokens, whole, JSON.stringify(next));
  // With a word before it, no title begins a block of Markdown.
  return `${passageText(filled(texts.title, title || line(id)), { url, id, text })}\n\n${read}`;
}
