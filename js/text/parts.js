// Texts as parts, of which some are marked and some are code. No character is changed or lost but the
// backticks around code.

/** @typedef {[start: number, end: number]} Range in UTF-16 units */

/**
 * A part of a text. Ranges that are marked have `mark`, and code within a line has `code`.
 * @typedef {{ text: string, mark?: true, code?: true }} Part
 */

/**
 * Code within a line: between two backticks without blanks beside it, so that one whose other was cut
 * off begins none, or between two longer rows of them.
 */
const CODE = /(?<!`)(?:`([^`\s](?:[^`\n]*[^`\s])?)`|(``+)(?!`)([^\n]*?[^`\n])\2)(?!`)/g;

/** The words of code, which may have blanks beside longer rows. */
const codeOf = (one, rows) => one ?? (/^ .*\S.* $/.test(rows) ? rows.slice(1, -1) : rows);

/** A text without the backticks around code, as a page shows it. */
export const withoutBackticks = (text) => text.replace(CODE, (whole, one, row, rows) => codeOf(one, rows));

/**
 * The parts of a span of a text, none of them empty.
 *
 * @param {string} text
 * @param {{ start: number, end: number }} span
 * @param {Range[]} ranges in order and apart
 * @returns {Part[]}
 */
export function partsOf(text, { start, end }, ranges) {
  const parts = [];
  let at = start;
  for (const [from, to] of ranges) {
    const [first, last] = [Math.max(from, at), Math.min(to, end)];
    if (first >= last) continue;
    if (first > at) parts.push({ text: text.slice(at, first) });
    parts.push({ text: text.slice(first, last), mark: true });
    at = last;
  }
  if (at < end) parts.push({ text: text.slice(at, end) });
  return parts;
}

/** The same, with what stands between backticks as code. */
export function partsWithCode(text, { start, end }, ranges) {
  const parts = [];
  const inside = ranges.filter(([from, to]) => to > start && from < end);
  let at = start;
  for (const { 0: whole, 1: one, 2: row = "`", 3: rows, index } of text.slice(start, end).matchAll(CODE)) {
    const code = codeOf(one, rows);
    const before = start + index;
    const from = before + whole.indexOf(code, row.length);
    const ofCode = partsOf(text, { start: from, end: from + code.length }, inside);
    parts.push(...partsOf(text, { start: at, end: before }, inside), ...ofCode.map((part) => ({ ...part, code: true })));
    at = before + whole.length;
  }
  return [...parts, ...partsOf(text, { start: at, end }, inside)];
}
