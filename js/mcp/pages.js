// Pages of the index by their ids, and the pieces of their texts.
import { bounds } from "./interface.js";
import { safe } from "../text/sanitize.js";
import { ifKnown } from "./tool-error.js";
import { escapeCost, fenceCost } from "./text.js";

/** The page with an id. */
export async function pageOf(index, id) {
  const page = await ifKnown(() => index.document(id), () => null);
  // Ids of chunks name a document too.
  return page?.id === id ? page : null;
}

/**
 * The smallest chunks of a page. Text that the next one has too is left out. `opening` and `closing` are
 * what an excerpt has around it that begins or ends with the piece: the header of a table, and fences.
 */
export async function piecesOf(index, id) {
  const chunks = await index.chunks(id, 0);
  return chunks.map(({ text, textStart, start, end, tokens }, at) => {
    const next = chunks[at + 1]?.start ?? end;
    return {
      text: text.slice(textStart, textStart + next - start),
      opening: text.slice(0, textStart),
      closing: text.slice(textStart + end - start),
      start,
      tokens,
      takes: tokens + escapeCost(text),
    };
  });
}

/**
 * As much of the pieces as fits with fences around it, from a cursor on. Fences are longer than any in
 * the text and around it. Hostile texts may have fences of any length, so less text is tried until
 * all fits.
 *
 * @param {Awaited<ReturnType<typeof piecesOf>>} pieces
 * @param {{ piece: number, characters: number }} from
 * @param {number} budget
 * @param {string} said
 */
export function excerpt(pieces, from, budget, around) {
  for (let most = budget - bounds.fencesTokens; ; most = Math.floor(most / 2)) {
    const { takes, ...found } = beginning(pieces, from, most);
    if (most <= 1 || takes + fenceCost(around, found.text) <= budget) return found;
  }
}

/**
 * As much of the pieces as fits. It is cut between pieces, or within one that alone is too large: no
 * character takes more than a token, and one more if it is escaped.
 */
function beginning(pieces, { piece, characters }, budget) {
  const first = pieces[piece] ?? { text: "", opening: "", closing: "", tokens: 0, takes: 0 };
  const rest = [...first.text].slice(characters);
  const most = Math.max(Math.floor(budget / 2), 1);
  if (first.takes > budget && rest.length > most) {
    const text = safe(rest.slice(0, most).join(""));
    return { text, tokens: Math.min(first.tokens, most), takes: 2 * most, next: `${piece}.${characters + most}` };
  }
  const opening = characters === 0 ? first.opening : "";
  const texts = [opening, rest.join("")];
  const length = [...opening, ...rest, ...first.closing].length;
  let tokens = Math.min(first.tokens, length);
  let takes = Math.min(first.takes, 2 * length);
  let at = piece + 1;
  for (; at < pieces.length && takes + pieces[at].takes <= budget; at++) {
    texts.push(pieces[at].text);
    tokens += pieces[at].tokens;
    takes += pieces[at].takes;
  }
  texts.push(pieces[at - 1]?.closing ?? "");
  return { text: safe(texts.join("")), tokens, takes, next: at < pieces.length ? String(at) : undefined };
}

/** Reads what `next` was; null where it cannot have been that. */
export function cursorOf(from, pieces) {
  const [, piece, characters = 0] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(from) ?? [];
  return Number(piece) < Math.max(pieces.length, 1) ? { piece: Number(piece), characters: Number(characters) } : null;
}
