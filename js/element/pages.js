// Results by page: each page once, with its best sections, of which no two lead to the same place.
import { address } from "./option.js";

/** At most this many sections of a page are counted beyond those that are shown. */
const COUNTED_SECTIONS = 6;

/**
 * @typedef {object} Page
 * @property {import("../entry/index.js").Hit[]} hits the best sections, the best first
 * @property {import("../entry/index.js").Hit[]} more the others that are known
 * @property {boolean} hasRest whether there may be more than these
 * @property {import("../entry/index.js").Hit[]} same other versions and translations of it
 */

/**
 * Options of a search whose results `pagesOf` takes. Where hits are not to be grouped, none is counted beyond
 * those that are shown.
 *
 * @param {import("../entry/index.js").SearchOptions} options with `perDocument`; what is no number from 1 stays,
 *   so that the search says so
 */
export function grouped(options) {
  const { group = true, perDocument } = options;
  return { ...options, group, perDocument: group && perDocument > 0 ? perDocument + COUNTED_SECTIONS : perDocument };
}

/**
 * @param {import("../entry/index.js").Hit[]} hits
 * @param {number} perDocument the number of sections of each page that are shown
 * @returns {Page[]}
 */
export function pagesOf(hits, perDocument) {
  const links = new Set();
  const isNew = (hit) => {
    const link = address(hit);
    if (!link) return true;
    const { size } = links;
    return links.add(link).size > size;
  };
  const pages = hits.map((hit) => {
    const all = [hit, ...(hit.more ?? [])];
    const distinct = all.filter(isNew);
    // A row that shows one more takes as much space as that one.
    const shown = distinct.length === perDocument + 1 ? distinct.length : perDocument;
    const hasRest = all.length >= perDocument + COUNTED_SECTIONS;
    return { hits: distinct.slice(0, shown), more: distinct.slice(shown), hasRest, same: [] };
  });
  return pages.filter(({ hits }) => hits.length > 0);
}
