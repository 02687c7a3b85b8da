// The text of the page, in which phrases of an index are found however the page writes blanks.
import { UNSPACED } from "./passage.js";

const UNREAD = "script, style, noscript, template, textarea, kindex-search";

/** Signs that nobody sees, such as soft hyphens. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;

const isUnspaced = (char) => UNSPACED.test(char ?? "");

/** Whether writing has spaces between words. */
export const isSpaced = (text) => !isUnspaced(text);

/** Small letters, as long as the text is: some letters have small ones of another length. */
const folded = (text) => text.replace(/./gsu, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char));

/** Takes characters one by one, with the place of each. */
class Reader {
  /** One by one, as a text of thousands of pieces takes long to look into. */
  #chars = [];
  /** @type {[Text, number][]} */
  places = [];

  get text() {
    return this.#chars.join("");
  }

  /** One blank stands for all that parts words, and none where writing has no blanks: lines end anywhere there. */
  add(char, ...place) {
    if (UNSEEN.test(char)) return;
    const last = this.#chars.at(-1) ?? " ";
    const isBlank = /\s/.test(char);
    if (isBlank && (last === " " || isUnspaced(last))) return;
    if (isUnspaced(char) && last === " " && this.#chars.length > 0) this.#dropLast();
    this.#chars.push(isBlank ? " " : char);
    this.places.push(place);
  }

  #dropLast() {
    this.#chars.pop();
    this.places.pop();
  }
}

/** A phrase as the text of the page has it. */
export function readPhrase(phrase) {
  const reader = new Reader();
  for (const char of folded(phrase).split("")) reader.add(char);
  return reader.text.trim();
}

/** The text of the page, and of each character its node and offset. */
export function readPage() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, {
    acceptNode: ({ parentElement }) => (parentElement.closest(UNREAD) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  });
  const reader = new Reader();
  let block;
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const around = blockOf(node);
    if (around !== block) reader.add(" ", node, 0);
    block = around;
    folded(node.data).split("").forEach((char, offset) => reader.add(char, node, offset));
  }
  return reader;
}

/** The nearest element around a text that is not within a line. */
function blockOf({ parentElement }) {
  let node = parentElement;
  while (node.parentElement && getComputedStyle(node).display.startsWith("inline")) node = node.parentElement;
  return node;
}
