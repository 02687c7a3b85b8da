// Text as nodes, with words marked. The text of an index is data: it only ever becomes text nodes.
import { element } from "./dom.js";

/** @typedef {[start: number, end: number]} Range in UTF-16 units */

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/**
 * Code within a line: between two backticks without blanks beside it, so that one whose other was cut
 * off begins none, or between two longer rows of them.
 */
const CODE = /(?<!`)(?:`([^`\s](?:[^`\n]*[^`\s])?)`|(``+)(?!`)([^\n]*?[^`\n])\2)(?!`)/g;

/** The words of code, which may have blanks beside longer rows. */
const codeOf = (one, rows) => one ?? (/^ .*\S.* $/.test(rows) ? rows.slice(1, -1) : rows);

/** A word without capitals and accents. */
export const folded = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The words of a text that ranges of it mark, for marking them in other texts.
 *
 * @param {string} text
 * @param {Range[]} ranges
 */
export const wordsAt = (text, ranges) => ranges.map(([start, end]) => folded(text.slice(start, end)));

/**
 * The places of words in a text.
 *
 * @param {string} text
 * @param {Set<string>} words as `wordsAt` gives them
 * @returns {Range[]}
 */
export function rangesOf(text, words) {
  const found = [...text.matchAll(WORD)].filter(([word]) => words.has(folded(word)));
  return found.map(({ 0: word, index }) => [index, index + word.length]);
}

/**
 * The nodes of a part of a text.
 *
 * @param {string} text
 * @param {{ start: number, end: number }} span
 * @param {Range[]} ranges in order and apart
 * @returns {Node[]}
 */
export function marked(text, { start, end }, ranges) {
  const nodes = [];
  let at = start;
  for (const [from, to] of ranges) {
    const [first, last] = [Math.max(from, at), Math.min(to, end)];
    if (first >= last) continue;
    if (first > at) nodes.push(text.slice(at, first));
    nodes.push(element("mark", { part: "mark" }, text.slice(first, last)));
    at = last;
  }
  if (at < end) nodes.push(text.slice(at, end));
  return nodes;
}

/** The same, with what stands between backticks as code. */
export function markedWithCode(text, { start, end }, ranges) {
  const nodes = [];
  const inside = ranges.filter(([from, to]) => to > start && from < end);
  let at = start;
  for (const { 0: whole, 1: one, 2: row = "`", 3: rows, index } of text.slice(start, end).matchAll(CODE)) {
    const code = codeOf(one, rows);
    const before = start + index;
    const from = before + whole.indexOf(code, row.length);
    nodes.push(...marked(text, { start: at, end: before }, inside));
    nodes.push(element("code", {}, ...marked(text, { start: from, end: from + code.length }, inside)));
    at = before + whole.length;
  }
  return [...nodes, ...marked(text, { start: at, end }, inside)];
}

/** A text without the backticks around code, as a page shows it. */
export const withoutBackticks = (text) => text.replace(CODE, (whole, one, row, rows) => codeOf(one, rows));
