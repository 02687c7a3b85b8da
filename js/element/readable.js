// Texts of an index without what is there for the sake of Markdown. Nothing changes its place: what
// is left out and what is put between become characters that stand for nothing in any text.

/** Stands where something is left out. */
const HOLE = "\uFDD0";
/** Stands between cells and items. */
const BETWEEN = "\uFDD1";

const FENCE = /(^[ \t]*[`~]{3}.*$)/m;
const HEADING = /^([ \t]*#{1,6}[ \t]+)(.*)\n?/gm;
const RULE = /^[ \t]*[-=*_|:][-=*_|: \t]{2,}$/gm;
const ROW = /^[ \t]*\|.*/gm;
const ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t])?/gm;
const QUOTE = /^[ \t]*>[ \t>]*/gm;

/** Nothing separates at the ends, and nothing twice. */
const NEEDLESS = /\uFDD1[\s\uFDD0\uFDD1]*(?=\uFDD1)|^[\s\uFDD0\uFDD1]+|[\s\uFDD0\uFDD1]+$/g;

const hole = (text) => HOLE.repeat(text.length);
/** A sign between cells; with a backslash before it, it is one of the text. */
const cell = (sign) => (sign === "|" ? BETWEEN : `${HOLE}|`);
const between = (text) => BETWEEN.padEnd(text.length, HOLE);

/**
 * The text with all positions as they were, to be cut and then written by `written`.
 *
 * @param {string} text
 * @param {string[]} above headings that are shown already
 */
export function readable(text, above) {
  const known = new Set(above.map((heading) => heading.toLowerCase()));
  // Between fences every other part is code, which stays as it is.
  const parts = text.split(FENCE);
  return parts.map((part, i) => (i % 2 ? hole(part) : i % 4 ? part : prose(part, known))).join("");
}

function prose(text, known) {
  return text
    .replace(HEADING, (line, signs, heading) => {
      if (known.has(heading.trim().toLowerCase())) return hole(line);
      return between(signs) + heading + BETWEEN.repeat(line.length - signs.length - heading.length);
    })
    .replace(RULE, hole)
    .replace(ROW, (row) => row.replace(/\\?\|/g, cell))
    .replace(ITEM, between)
    .replace(QUOTE, hole);
}

/** A part of a readable text without separators that separate nothing. */
export const trimmed = (part) => part.replace(NEEDLESS, hole);

/** Whether there is anything to read in a part. */
export const isText = (part) => /[^\s\uFDD0\uFDD1]/.test(part);

/** What people read of a part. */
export const written = (part) => part.replaceAll(HOLE, "").replaceAll(BETWEEN, " · ");
