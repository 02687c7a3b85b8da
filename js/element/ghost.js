// The proposed end of a query, behind the typed letters: from a heading that begins with them, or from a
// word that results have.
import { element } from "./dom.js";
import { folded, wordsAt } from "./marks.js";

/** A word must stand in at least this many results, or in all where there are fewer. */
const MIN_RESULTS = 2;

/** Longer headings are not proposed. */
const MAX_HEADING_CHARACTERS = 60;

/** Letters that are written from right to left. */
const LEFTWARD = /[\u0590-\u08ff]/;

/** Whether an element stands on a page that is read from right to left. */
export const isLeftward = (node) => getComputedStyle(node).direction === "rtl";

/** The end of a query, as it stands behind the typed letters. */
export class Ghost {
  #frame;
  #rest = "";

  /** @param {import("./frame.js").Frame} frame */
  constructor(frame) {
    this.#frame = frame;
  }

  /**
   * Shows it.
   *
   * @param {string} rest empty for none
   * @returns {string} the query that is proposed; empty where it cannot be shown
   */
  show(rest) {
    const { input, ghost } = this.#frame;
    const { value } = input;
    // It cannot follow what is written against the direction of the page.
    this.#rest = isLeftward(input) === LEFTWARD.test(value) ? rest : "";
    // The typed letters keep their places below the field's own, and are not seen here.
    ghost.replaceChildren(element("span", { class: "typed" }, this.#rest && value), this.#rest);
    return this.#rest && value + this.#rest;
  }

  /** Writes it into the field; says whether there was something. */
  take() {
    if (!this.#rest) return false;
    this.#frame.input.value += this.#rest;
    return true;
  }
}

/**
 * Proposes the end of a query.
 *
 * @param {string} typed as it stands in the field
 * @param {import("../entry/index.js").Results} results of that, with completions
 * @returns {string} the letters that follow; empty where none do, or where the last word is whole
 */
export function restOf(typed, { hits, completions = [] }) {
  const begun = typed.trimStart().toLowerCase();
  if (begun.length < 2 || /\s$/.test(typed)) return "";
  const goesOn = (text) => text.toLowerCase().startsWith(begun) && text.length > begun.length;
  // A heading goes on with the word, or after it.
  const names = hits.slice(0, 1).flatMap(({ title, headings }) => [...headings, title]);
  const heading = names.find((name) => goesOn(name) && name.length < MAX_HEADING_CHARACTERS);
  const next = heading ?? completions.find((text) => goesOn(text) && isWord(text.slice(begun.length)) && isCommon(lastOf(text), lastOf(begun), hits));
  return next?.slice(begun.length) ?? "";
}

/** Longer names of programs are no words that somebody would go on with. */
const isWord = (text) => /^[\p{L}\p{N}]+$/u.test(text);

const lastOf = (text) => text.split(/\s+/).at(-1);

/** Whether several results have a word, or all of fewer, and none has what is typed as a word. */
function isCommon(word, begun, hits) {
  const texts = hits.map((hit) => new Set(wordsAt(hit.text, hit.highlights)));
  const count = (one) => texts.filter((words) => words.has(folded(one))).length;
  return count(begun) === 0 && count(word) >= Math.min(MIN_RESULTS, hits.length);
}
