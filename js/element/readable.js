// Texts of an index without the signs of Markdown. No character moves, as highlights are positions:
// placeholders that no text contains take the place of signs.

/** The placeholder of a sign that is left out. */
const HOLE = "\uFDD0";
/** The placeholder between cells and items. */
const BETWEEN = "\uFDD1";

const FENCE = /^[-*+\d.) \t>]*(`{3,}|~{3,})[ \t]*([^`\n\r]*)$/gm;
const HEADING = /^([ \t]*#{1,6}[ \t]+)(.*)\n?/gm;
const RULE = /^[ \t]*[-=*_|:][-=*_|: \t]{2,}$/gm;
const ROW = /^[ \t]*\|.*/gm;
const ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t])?/gm;
const QUOTE = /^[ \t]*>[ \t>]*/gm;

/** Separators that are needless: those at the ends, and all but one of several in a row. */
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
  const fences = [...text.matchAll(FENCE)];
  let open = openAtStart(text, fences);
  let made = "";
  const add = (to) => {
    const part = text.slice(made.length, to);
    made += open ? part : prose(part, known);
  };
  for (const { 0: line, 1: sign, 2: info, index } of fences) {
    // A fence that does not end the code is part of it.
    if (open && (info || !sign.startsWith(open))) continue;
    add(index);
    made += hole(line);
    open = open ? "" : sign;
  }
  add();
  return made;
}

/**
 * The sign of the code that a text begins in, as one that is cut from a page may. Its fence follows a
 * line and says nothing, and before an empty line or without a partner it is no beginning.
 */
function openAtStart(text, fences) {
  if (!fences[0] || fences[0][2]) return "";
  const [{ 1: sign, index }] = fences;
  const before = text.slice(0, index).split("\n").at(-2);
  const after = text.slice(index).split("\n")[1];
  const alike = fences.filter((fence) => fence[1] === sign);
  const named = alike.findIndex((fence) => fence[2]);
  const isOdd = (named < 0 ? alike.length : named) % 2;
  return before?.trim() && (isOdd || !after?.trim()) ? sign : "";
}

function prose(text, known) {
  return text
    .replace(RULE, hole)
    .replace(ROW, (row) => row.replace(/\\?\|/g, cell))
    .replace(ITEM, between)
    .replace(QUOTE, hole)
    // Last, as it takes the end of its line.
    .replace(HEADING, (line, signs, heading) => {
      if (known.has(heading.trim().toLowerCase())) return hole(line);
      return between(signs) + heading + BETWEEN.repeat(line.length - signs.length - heading.length);
    });
}

/** A part of a readable text without separators that separate nothing. */
export const trimmed = (part) => part.replace(NEEDLESS, hole);

/** Whether there is anything to read in a part. */
export const isText = (part) => /[^\s\uFDD0\uFDD1]/.test(part);

/** A part as people read it, without placeholders. */
export const written = (part) => part.replaceAll(HOLE, "").replaceAll(BETWEEN, " · ");
