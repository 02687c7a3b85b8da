// The tool read_page.
import { Mistake } from "./mistake.js";
import { cursorOf, excerpt, pageAt, piecesOf } from "./pages.js";
import { askable, cost, idOf, line, passageText } from "./text.js";

/**
 * @param {import("../explore.js").Explorer} index
 * @param {{ url: string, from?: string }} args
 * @param {number} budget
 */
export async function readPage(index, { url: address, from = "0" }, budget) {
  const page = await pageAt(index, address);
  if (!page) {
    throw new Mistake(`url: there is no page ${line(address)}; list_pages and search_docs have the addresses`);
  }
  const pieces = await piecesOf(index, page.id);
  const cursor = cursorOf(from, pieces);
  if (!cursor) throw new Mistake("from: accepted is next of the call before, for the same page");
  const said = { id: idOf(page.id), url: askable(page.url), title: line(page.title) };
  const { text, tokens, next } = excerpt(pieces, cursor, budget - cost(said));
  const whole = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
  return { ...said, page_tokens: whole, tokens, text, next };
}

/** @param {Awaited<ReturnType<typeof readPage>>} page */
export function pageText({ id, url, title, page_tokens: whole, tokens, text, next }) {
  const read = next === null
    ? "This is the end of the page."
    : `The page goes on (${tokens} of ${whole} tokens are here): call read_page with from ${JSON.stringify(next)}.`;
  return `${passageText(title || line(id), { url, id, text })}\n\n${read}`;
}
