/**
 * Shows the whole text of a hit, with the passages that matched set apart, and its snippet.
 */
import { nodesOf } from "./kindex/element/marks.js";
import { regions } from "./kindex/element/regions.js";
import { section } from "./kindex/element/section.js";
import { snippetParts } from "./kindex/element/snippet.js";

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

/** The snippet of a hit as nodes in one line. */
export const snippet = (hit) => nodesOf(snippetParts(hit));
