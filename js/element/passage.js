// The words by which a browser finds a passage on its page: as a text fragment, #:~:text=START,END.
import { withoutBackticks } from "../text/parts.js";
import { PASSAGE } from "./led.js";
import { address } from "./option.js";
import { readable } from "./readable.js";

/** Whether this browser finds a passage by the address. */
export const findsPassages = () => "fragmentDirective" in document;

/** A sentence of at most this many words is looked for as a whole; of a longer one its beginning and its end. */
const MAX_WHOLE_WORDS = 10;
const START_WORDS = 6;
const END_WORDS = 4;

/** Fewer words may stand anywhere on the page. Of writing without spaces two characters count as one. */
const MIN_WORDS = 4;
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The ends of a page's blocks: line ends, and placeholders of signs between cells and items. */
const BLOCKS = /[\n\uFDD0\uFDD1]+/;
const SENTENCES = /(?<=[.!?؟۔।॥።])\s+|(?<=[。！？｡។။])/;

/** Signs of writing that has no blanks beside them. */
const WIDE = "、。，；：！？｡､「」『』（）《》〈〉【】〔〕・…។៖၊။";
/** A character of a word, with signs in it that nobody sees. */
const LETTER = "[\\p{L}\\p{M}\\p{N}_\\u00AD\\u200B-\\u200D\\u2060]";
const BEFORE = `(?<![^\\s${WIDE}])["'“‘«([¿¡]*`;
const AFTER = `(?=$|\\s|[.,;:!?…"'”’»)\\]،؛؟۔।॥።፣]+(?:\\s|$)|[${WIDE}])`;

/** Words with nothing at them that a page might write in another way, such as quotes and dashes. */
const WORDS = new RegExp(`${BEFORE}(${LETTER}+(?: ${LETTER}+)*)${AFTER}`, "gu");

/**
 * The words of the sentence that matches best.
 *
 * @param {import("../entry/index.js").Hit} hit
 * @returns {string[]} the phrase, or its beginning and its end; empty where there are too few words
 */
export function passageOf({ text, children, highlights }) {
  const { start, end } = children?.[0] ?? { start: 0, end: text.length };
  const sentences = sentencesOf(readable(text, []), start, end);
  const count = ({ from, to }) => highlights.filter(([at]) => at >= from && at < to).length;
  const counts = sentences.map(count);
  const best = sentences[counts.indexOf(Math.max(...counts))];
  const found = best ? phrases(best.words) : [];
  return countOf(found) < MIN_WORDS ? [] : found;
}

/** The number of words of phrases. */
function countOf(phrases) {
  const words = phrases.flatMap((phrase) => phrase.split(" "));
  return words.reduce((sum, word) => sum + Math.max(1, [...word].filter((char) => UNSPACED.test(char)).length / 2), 0);
}

/** Sentences with their places; each is in one block of the page. */
function sentencesOf(text, start, end) {
  const found = [];
  let at = start;
  for (const block of text.slice(start, end).split(new RegExp(`(${BLOCKS.source})`))) {
    let from = at;
    for (const sentence of BLOCKS.test(block) ? [] : block.split(SENTENCES)) {
      from = text.indexOf(sentence, from);
      const words = withoutBackticks(sentence).trim().replace(/\s+/g, " ");
      if (/[\p{L}\p{N}]/u.test(words)) found.push({ from, to: from + sentence.length, words });
      from += sentence.length;
    }
    at += block.length;
  }
  return found;
}

function phrases(sentence) {
  const runs = [...sentence.matchAll(WORDS)].map(([, words]) => words.split(" "));
  if (runs.length === 0) return [sentence];
  const first = runs.find((words) => countOf(words) > 2) ?? runs[0];
  const last = runs.at(-1);
  if (first !== last) return [first.slice(0, START_WORDS).join(" "), last.slice(-END_WORDS).join(" ")];
  if (first.length <= MAX_WHOLE_WORDS) return [first.join(" ")];
  return [first.slice(0, START_WORDS).join(" "), first.slice(-END_WORDS).join(" ")];
}

/**
 * An address that leads to a passage, in browsers that know text fragments; elsewhere the page and its
 * heading would not be found by it.
 *
 * @param {string} url
 * @param {string[]} passage
 */
export function withPassage(url, passage) {
  if (!url || passage.length === 0) return url;
  const words = passage.map((phrase) => encodeURIComponent(phrase).replaceAll("-", "%2D"));
  return `${url}${url.includes("#") ? "" : "#"}${PASSAGE}${words.join()}`;
}

/**
 * The link of a hit, which leads to its sentence where this browser can find that.
 *
 * @param {import("../entry/index.js").Hit} hit
 */
export const linkOf = (hit) => (findsPassages() ? withPassage(address(hit), passageOf(hit)) : address(hit));
