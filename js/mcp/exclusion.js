// What a model has seen already and is not given again. crates/mcp/src/exclusion.rs does the same.
import { bounds } from "./interface.js";
import { SAME, fit, placeOf } from "./places.js";
import { hasSpan, spanOf } from "./span.js";
import { citation, shownId } from "./text.js";

/**
 * Passages and pages that were seen, by their ids and addresses, of an index that they name or of any.
 *
 * @param {import("./sites.js").OneSite} sites
 * @param {string[]} texts
 */
export const seenOf = (sites, texts) =>
  texts.map((given) => {
    const [of, text] = sites.parted(given);
    const at = text.lastIndexOf("#");
    return { of, text, span: spanOf(text), place: placeOf(text), anchor: at < 0 ? undefined : text.slice(at + 1) };
  });

/** How many more results to look for, so that enough stay. */
export function roomFor(seen) {
  const rooms = seen.map(({ span }) => (span ? span.end - span.first : bounds.addressRoom));
  return Math.min(rooms.reduce((sum, room) => sum + room, 0), bounds.mostRoom);
}

/** Whether a passage was seen, which has this id in its index. */
export function isSeen(seen, id, hit) {
  const place = placeOf(hit.url);
  const fits = (one) => hit.url !== "" && fit(one.place, place)?.[0] === SAME && holds(one, hit);
  return seen.some((one) => isOf(one, hit) && (names(one, id) || fits(one)));
}

/** The same of one of which only the id is known. */
export const isSeenId = (seen, id, one) => seen.some((other) => isOf(other, one) && names(other, id));

/** Whether what was seen may be of the index of a passage. */
const isOf = ({ of }, { label }) => of === undefined || of === label;

/** Whether it is the id of a passage, or of the page of it. */
function names({ text, span }, id) {
  const of = spanOf(shownId(id));
  return of !== undefined && (of.document === text || (span !== undefined && hasSpan(span, of)));
}

/** Whether a passage is at the place in its page. */
function holds({ anchor }, { url, anchor: own }) {
  if (anchor === undefined) return true;
  const cited = citation(url, own);
  const at = cited.lastIndexOf("#");
  return at >= 0 && cited.slice(at + 1) === anchor;
}
