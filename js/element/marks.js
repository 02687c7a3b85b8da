// Text as nodes, with words marked. The text of an index is data: it only ever becomes text nodes.
import { partsOf, partsWithCode } from "../text/parts.js";
import { element } from "./dom.js";

/** @typedef {import("../text/parts.js").Range} Range */

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** The words that a name such as `createServer`, `HTMLElement` or `foo_bar` is made of. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lt}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;

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
  const placesOf = (one, signs) => [...one.matchAll(signs)].map(({ 0: word, index }) => ({ word, index }));
  const isWanted = ({ word }) => words.has(folded(word));
  const found = placesOf(text, WORD).flatMap((whole) => {
    const parts = () => placesOf(whole.word, PART).map(({ word, index }) => ({ word, index: whole.index + index }));
    return isWanted(whole) ? [whole] : parts().filter(isWanted);
  });
  return found.map(({ word, index }) => [index, index + word.length]);
}

/**
 * The nodes of a part of a text.
 *
 * @param {string} text
 * @param {{ start: number, end: number }} span
 * @param {Range[]} ranges in order and apart
 * @returns {(Node | string)[]}
 */
export const marked = (text, span, ranges) => nodesOf(partsOf(text, span, ranges));

/** The same, with what stands between backticks as code. */
export const markedWithCode = (text, span, ranges) => nodesOf(partsWithCode(text, span, ranges));

/**
 * The nodes of parts of a text.
 *
 * @param {import("../text/parts.js").Part[]} parts
 * @returns {(Node | string)[]}
 */
export function nodesOf(parts) {
  const nodes = [];
  let last;
  for (const { text, mark, code } of parts) {
    const node = mark ? element("mark", { part: "mark" }, text) : text;
    if (code && last?.code) last.node.append(node);
    else nodes.push(code ? element("code", {}, node) : node);
    last = { code, node: nodes.at(-1) };
  }
  return nodes;
}
