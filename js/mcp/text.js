// Texts of an index as a language model is given them, and the tokens that they take.
import { bounds, texts } from "./interface.js";
import { addressOf } from "../text/address.js";
import { plain, stepsTo, visible } from "../text/sanitize.js";

/** A text with its parts in the place of `{}`. */
export function filled(text, ...parts) {
  let at = 0;
  return text.replaceAll("{}", () => parts[at++]);
}

/** A text as it may stand in a line, cut where it is too long for one. */
export function line(text, most = bounds.lineCharacters) {
  return cut(plain(text).replace(/^ +| +$/g, ""), most);
}

/** The first `most` characters of a text, and a sign where there were more. */
export function cut(text, most) {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}

/** Fences that nothing in texts can end or begin. */
function fence(texts) {
  const runs = texts.flatMap((text) => text.match(/`+/g) ?? []);
  return "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
}

/** The tokens of the fences around texts, which all have the longest that one of them needs. */
export const fenceCost = (...texts) => fence(texts).length;

/** The tokens that a text takes in JSON besides itself, for signs that are escaped there. */
export const escapeCost = (text) => (text.match(/["\\\n\t]/g) ?? []).length;

const encoder = new TextEncoder();

/** An estimate of the tokens of a value, rather too many, both as JSON and as Markdown. */
export const cost = (value) => Math.ceil(encoder.encode(JSON.stringify(value)).length / 3);

/** The tokens of a note that names some texts, if there are any. */
export const noteCost = (named) => (named.length > 0 ? cost(named) + bounds.noteTokens : 0);

/** Whether an id or an address is longer than any argument of a tool. */
const isLong = (text) => [...text].length > bounds.idCharacters;

/** An address; none in the place of one that is too long, so that the id stands for it. */
export const askable = (url) => (isLong(url) ? "" : url);

/** An id as it is shown and can be asked for: what is not to be seen in it is encoded. */
export const shownId = (id) => visible(id).replace(/[^\P{White_Space} ]/gu, encodeURIComponent);

/** A page as it is described: nothing in it is longer than can be asked for, or not to be seen. */
export function shown({ id, url, title }) {
  const name = shownId(id);
  return { id: isLong(name) ? line(name) : name, url: askable(shownId(url)), title: line(title) };
}

/** The address at which a reader finds a passage, without the anchor if that makes it too long. */
export function citation(url, anchor) {
  const page = shownId(url);
  const whole = addressOf({ url: page, anchor });
  return askable(isLong(whole) ? page : whole);
}

/** A text without the ends of lines at its end. A regular expression would look at each run of them. */
export function withoutEnd(text) {
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return text.slice(0, end);
}

/** The title and the headings on the way to a passage. */
export function trail(title, headings, otherwise) {
  return stepsTo(title, headings).join(" › ") || otherwise;
}

/**
 * A passage in words: its name, where it stands, and its text, between fences that nothing in it can
 * end and nothing before it can begin.
 */
export function passageText(name, { url, id, text }) {
  const head = filled(texts.passage, name, line(url, Infinity), line(id, Infinity));
  const around = fence([head, text]);
  return `${head}\n${around}\n${withoutEnd(text)}\n${around}`;
}
