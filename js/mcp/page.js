// The tool read_page.
import { pageAt } from "./addresses.js";
import { ToolError } from "./tool-error.js";
import { cursorOf, excerpt, piecesOf } from "./pages.js";
import { askable, cost, idOf, line, passageText } from "./text.js";

/**
 * @param {import("../entry/explore.js").Explorer} index
 * @param {{ url: string, from?: string }} args
 * @param {number} budget
 */
export async function readPage(index, { url: address, from = "0" }, budget) {
  const page = await pageAt(index, address);
  const pieces = await piecesOf(index, page.id);
  const cursor = cursorOf(from, pieces);
  if (!cursor) throw new ToolError("from: accepted is next of the call before, for the same page");
  const header = { id: idOf(page.id), url: askable(page.url), title: line(page.title) };
  const { text, tokens, next } = excerpt(pieces, cursor, budget - cost(header), JSON.stringify(header));
  const whole = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
  return { ...header, page_tokens: whole, tokens, text, ...(next === undefined ? {} : { next }) };
}

/** @param {Awaited<ReturnType<typeof readPage>>} page */
export function pageText({ id, url, title, page_tokens: whole, tokens, text, next }) {
  const read = next === undefined
    ? "This is the end of the page."
    : `The page goes on (${tokens} of ${whole} tokens are here): call read_page with from ${JSON.stringify(next)}.`;
  // With a word before it, no title begins a block of Markdown.
  return `${passageText(`title: ${title || line(id)}`, { url, id, text })}\n\n${read}`;
}
