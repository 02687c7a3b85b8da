// Queries that are words of the text, the same ones in every run.
import { random } from "../numbers.mjs";

const SEED = 20260;
const COUNT = 200;

const WORD = /[\p{L}\p{N}]+(?:[_'’-]+[\p{L}\p{N}]+)*/gu;

/** A word as long as this says what a query is about; others may be "of the". */
const TELLING = 4;

/** Lines that are prose: with this many words at least. */
const PROSE = 6;

/** The words of each line of prose. */
function linesOf(texts) {
  const lines = texts.flatMap((text) => text.split("\n"));
  const found = lines.map((line) => line.match(WORD) ?? []).filter((words) => words.length >= PROSE);
  if (found.length === 0) throw new Error(`nothing to ask: no line of the text has ${PROSE} words`);
  return found;
}

/** Two to four words that follow each other; undefined where none of them tells anything. */
function draw(lines, next) {
  const below = (most) => Math.floor(next() * most);
  const words = lines[below(lines.length)];
  const length = 2 + below(3);
  const from = below(words.length - length + 1);
  const drawn = words.slice(from, from + length);
  return drawn.some((word) => word.length >= TELLING) ? drawn : undefined;
}

/** The last word is left off after 3 to 5 letters; undefined where it has no more. */
function cut(words, next) {
  const letters = 3 + Math.floor(next() * 3);
  const last = [...words.at(-1)];
  return last.length > letters ? [...words.slice(0, -1), last.slice(0, letters).join("")] : undefined;
}

function gather(make) {
  const found = new Set();
  // Texts too small for COUNT different queries give fewer.
  for (let tries = 0; found.size < COUNT && tries < 100 * COUNT; tries++) {
    const words = make();
    if (words) found.add(words.join(" "));
  }
  return [...found];
}

/**
 * Queries from texts: `{ words, prefixes }`, 200 of two to four words that follow each other in a
 * line, and 200 such whose last word is unfinished.
 */
export function queriesFrom(texts) {
  const lines = linesOf(texts);
  const next = random(SEED);
  const words = gather(() => draw(lines, next));
  const prefixes = gather(() => {
    const drawn = draw(lines, next);
    return drawn && cut(drawn, next);
  });
  return { words, prefixes };
}
