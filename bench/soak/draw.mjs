// Queries of all kinds, the same ones for the same seed: those that people type, and those that nobody should.
import { queriesFrom } from "../data/queries.mjs";
import { random } from "../numbers.mjs";

/** The parts of draws: functions that give other values each time, the same ones for the same seed. */
export function drawer(seed) {
  const next = random(seed);
  const below = (most) => Math.floor(next() * most);
  const pick = (items) => items[below(items.length)];
  const several = (most, make) => Array.from({ length: 1 + below(most) }, make);
  /** One of `[weight, make]`, by weight. */
  const weighted = (kinds) => {
    let left = next() * kinds.reduce((sum, [weight]) => sum + weight, 0);
    return kinds.find(([weight]) => (left -= weight) < 0)?.[1] ?? kinds[0][1];
  };
  return { below, pick, several, weighted };
}

/** Signs that text may have and seldom has: halves of pairs, other directions, marks, zeros. */
const STRANGE = [
  "\0", "\ud800", "\udfff", "\udc00\ud800", "\u{1f600}", "\u{10ffff}", "\uffff", "\u202e", "\u2066", "\u0301", "\u0301".repeat(40),
  "\u200d", "\ufeff", "\u00ad", "\r\n", "\t", "İ", "ß", "ﷺ", "é", "e\u0301", "日本語", "한국어", "ไทย", "אבג", "مرحبا", "𝒳𝒴", "👩‍👩‍👧", "Ǆ", "½",
];

/** Pieces of syntax, whole and broken. */
const SIGNS = ['"', "+", "-", "(", ")", "*", ":", "title:", "heading:", "kind:a", "OR", "AND", "NOT", "|", "~", "^", "\\", "--", '""', "*:*", "title:\"", "-(", "a*b"];

/**
 * The words, names and addresses of an index, of which queries are made.
 *
 * @param {import("../../js/entry/index.js").Explorer} index
 */
export function materialOf(index) {
  const documents = index.documents();
  const chunks = documents.flatMap((id) => index.chunks(id, 1));
  const texts = chunks.map(({ text }) => text);
  const { words, prefixes } = queriesFrom(texts);
  const { pages } = index.pages({ limit: documents.length });
  const terms = [...new Set(texts.join(" ").match(/\p{L}{3,}/gu))];
  return { words, prefixes, terms, ids: [...documents, ...chunks.map(({ id }) => id)], urls: pages.map(({ url }) => url) };
}

function mistyped(word, { below, pick }) {
  const [at, letter] = [below(word.length), pick("etaoinsr")];
  const rest = pick([0, 1]);
  return word.slice(0, at) + letter + word.slice(at + rest);
}

const joined = (parts, { pick }) => parts.join(pick(["", " "]));

/** Kinds of texts by weight. */
const TEXTS = [
  [38, ({ words }, { pick }) => pick(words)],
  [14, ({ prefixes }, { pick }) => pick(prefixes)],
  [10, ({ terms }, { pick, several }) => several(3, () => pick(terms)).join(" ")],
  [8, ({ words }, { pick }) => `"${pick(words)}"`],
  [8, ({ terms }, { pick, several }) => several(4, () => pick(["+", "-", "title:", "heading:", "OR ", ""]) + pick(terms)).join(" ")],
  [8, ({ terms }, draw) => draw.several(2, () => mistyped(draw.pick(terms), draw)).join(" ")],
  [7, ({ terms }, draw) => joined(draw.several(6, () => draw.pick([draw.pick(STRANGE), draw.pick(terms)])), draw)],
  [5, ({ terms }, draw) => joined(draw.several(9, () => draw.pick([draw.pick(SIGNS), draw.pick(terms)])), draw)],
  [0.5, ({ terms }, { pick, below }) => `${pick([...STRANGE, ...SIGNS, pick(terms)])}${pick(["", " "])}`.repeat(1 + below(1500))],
  [0.5, ({ terms }, { pick, several }) => several(400, () => pick(terms)).join(" ")],
  [1, () => ""],
];

/** Draws a text that is asked. */
export const textOf = (material, draw) => draw.weighted(TEXTS)(material, draw);

/** Draws a name: mostly one that is there. */
export const nameOf = (names, draw) =>
  draw.weighted([
    [8, () => draw.pick(names)],
    [1, () => `${draw.pick(names)}${draw.pick(STRANGE)}`],
    [1, () => draw.pick(["", "#", "#0.0", "nowhere.md#1.0", "x#9.9", "#1.4294967296", "../..", "\0", "a".repeat(5000), ...STRANGE])],
  ])();
