/**
 * Shows the whole text of a hit, with the passages that matched set apart, and its snippet.
 */
import { parse } from "./kindex/element/blocks.js";
import { markedWithCode } from "./kindex/element/marks.js";
import { divide, regions } from "./kindex/element/regions.js";
import { section } from "./kindex/element/section.js";

/** A snippet of a longer text is shown as it stands: reading all of the text would take too long. */
const LONGEST_READ = 20_000;

const LABELS = { best: "Matched passage", other: "Also matches" };

/**
 * @param {object} hit
 * @returns {DocumentFragment}
 */
export function passage(hit) {
  const shown = section(hit, regions(hit.text.length, hit.children), { labels: LABELS });
  // Wide code and tables scroll, also for those who use keys.
  for (const wide of shown.querySelectorAll("pre, .table")) wide.tabIndex = 0;
  return shown;
}

/**
 * The snippet of a hit in one line: its words without the notation of blocks.
 * @param {object} hit
 * @returns {Node[]}
 */
export function snippet(hit) {
  const start = hit.snippetStart;
  const end = start + hit.snippet.length;
  const nodes = snippetPieces(hit, start, end).flatMap((piece, i) => {
    const words = markedWithCode(hit.text, piece, hit.highlights);
    return i === 0 ? words : [" ", ...words];
  });
  if (hit.text.slice(0, start).trim() !== "") nodes.unshift("… ");
  if (hit.text.slice(end).trim() !== "") nodes.push(" …");
  return nodes;
}

function snippetPieces(hit, start, end) {
  if (hit.text.length > LONGEST_READ) return [{ start, end }];
  const [before] = divide(parse(hit.text), end);
  const [, within] = divide(before, start);
  return within.flatMap(pieces);
}

function pieces(block) {
  return block.pieces ?? block.children.flatMap(pieces);
}
