// Explains a score in a table whose last column adds up, as the native command does.
import { plain } from "../text/sanitize.js";
import { decimal, fixed } from "./numbers.js";

const COLUMNS = ["term", "level", "title", "heading", "extra", "body", "idf", "weight", "score", "sum"];
const WIDTHS = [12, 6, 6, 8, 6, 5, 7, 7, 8, 8];
const [BEFORE_LAST, LAST] = WIDTHS.slice(-2);

/** The width that a text has in place of all but the last two columns. */
const LABEL = WIDTHS.slice(0, -2).reduce((sum, width) => sum + width, 0);

/** The chunks that have a line each; those after them share one. */
const MOST_CHILDREN = 5;

/**
 * @param {import("../entry/index.js").ExploreHit} hit with its explanation
 * @param {number} levels how many the index has
 * @returns {string[]} the lines
 */
export function table({ id, tokens, score, matchedLevel, explanation }, levels) {
  const { children, title, partTitle, exactTitle, boost } = explanation;
  const sorted = children.toSorted((a, b) => sum(b) - sum(a));
  const rest = sorted.slice(MOST_CHILDREN);
  const lines = [`${plain(id)}, ~${tokens} tokens`, row(COLUMNS)];
  lines.push(...sorted.slice(0, MOST_CHILDREN).flatMap((child) => childRows(child, matchedLevel, levels)));
  if (rest.length > 0) lines.push(label(`${rest.length} more chunks, each x its share`, undefined, rest.reduce((all, child) => all + sum(child), 0)));
  lines.push(...title.map((one) => label(`title: ${plain(one.term)}`, undefined, one.score)));
  if (partTitle > 0) lines.push(label("the title is a part of the query", undefined, partTitle));
  if (exactTitle > 0) lines.push(label("a name of the page is the query", undefined, exactTitle));
  if (boost !== 1) lines.push(label(`all of it x ${decimal(boost)}, the boost`));
  if (explanation.fusion) lines.push(...fusionRows(explanation));
  return [...lines, label("total", undefined, score)];
}

/** The part that a child adds to the whole. */
const sum = ({ share, score }) => share * score;

/** The score by words, and what it and the vector are of the total. */
function fusionRows({ children, title, partTitle, exactTitle, boost, fusion }) {
  const { words, meaning, cosine, weight } = fusion;
  const all = (values) => values.reduce((total, value) => total + value, 0);
  const alone = (all(children.map(sum)) + all(title.map((one) => one.score)) + partTitle + exactTitle) * boost;
  return [
    label("by words alone", undefined, alone),
    label(`words x ${decimal(1 - weight)}`, undefined, words),
    label(`the vector (cosine ${fixed(cosine, 3)}) x ${decimal(weight)}`, undefined, meaning),
  ];
}

function childRows(child, level, levels) {
  const { position, share, score, exactHeading, terms } = child;
  const heading = exactHeading > 0 ? [label("the query names it", exactHeading)] : [];
  const whole = label(`#${level}.${position} x ${decimal(share)}`, score, sum(child));
  return [...terms.map((term) => termRow(term, levels)), ...heading, whole];
}

function termRow({ term, level, title, heading, extra, body, idf, weight, score }, levels) {
  const frequencies = [title, heading, extra, body].map((frequency) => (frequency === 0 ? "-" : decimal(frequency)));
  const place = level === levels ? "page" : String(level);
  return row([plain(term), place, ...frequencies, fixed(idf, 3), fixed(weight, 2), fixed(score, 3), ""]);
}

function row([first, ...cells]) {
  const rest = cells.map((cell, at) => cell.padStart(WIDTHS[at + 1]));
  return `${padded(first, WIDTHS[0])}${rest.join("")}`.trimEnd();
}

/** A row with text in place of all but the last two columns. */
function label(text, ...numbers) {
  const [before, last] = [0, 1].map((at) => (numbers[at] === undefined ? "" : fixed(numbers[at], 3)));
  return `${padded(text, LABEL)}${before.padStart(BEFORE_LAST)}${last.padStart(LAST)}`.trimEnd();
}

const padded = (text, width) => text + " ".repeat(Math.max(width - displayWidth(text), 0));

/** The columns that a text takes in a terminal. */
const displayWidth = (text) => [...text].reduce((columns, char) => columns + columnsOf(char), 0);

function columnsOf(char) {
  if (/[\p{M}\p{Cf}]/u.test(char)) return 0;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]|\p{Emoji_Presentation}/u.test(char) ? 2 : 1;
}
