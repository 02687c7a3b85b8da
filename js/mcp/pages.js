// Pages of the index, by their addresses and ids, and the pieces of their texts.
import { known } from "./mistake.js";
import { escapeCost, safe } from "./text.js";

/**
 * The page with an address, with or without a fragment, or with an id.
 *
 * @returns {Promise<{ id: string, url: string, title: string } | null>}
 */
export async function pageAt(index, address) {
  return (
    (await index.page(address)) ??
    (await index.page(address.replace(/#[^#]*$/, ""))) ??
    (await pageOf(index, address))
  );
}

/** The page with an id. */
export async function pageOf(index, id) {
  const page = await known(() => index.document(id), () => null);
  // Ids of chunks name a document too.
  return page?.id === id ? page : null;
}

/** The smallest chunks of a page, each without what the next one has too. */
export async function piecesOf(index, id) {
  const chunks = await index.chunks(id, 0);
  return chunks.map(({ text, start, end, tokens }, at) => {
    const own = text.slice(0, (chunks[at + 1]?.start ?? end) - start);
    return { text: own, start, tokens, takes: tokens + escapeCost(own) };
  });
}

/**
 * What of the pieces fits, from a cursor on. Cuts between pieces, or where one alone is too large
 * within it: no character takes more than a token, and one more where it is escaped.
 *
 * @param {Awaited<ReturnType<typeof piecesOf>>} pieces
 * @param {{ piece: number, characters: number }} from
 * @param {number} budget
 */
export function excerpt(pieces, { piece, characters }, budget) {
  const first = pieces[piece] ?? { text: "", tokens: 0, takes: 0 };
  const rest = [...first.text].slice(characters);
  const most = Math.floor(budget / 2);
  if (first.takes > budget && rest.length > most) {
    const text = safe(rest.slice(0, most).join(""));
    return { text, tokens: Math.min(first.tokens, most), next: `${piece}.${characters + most}` };
  }
  const texts = [rest.join("")];
  let tokens = Math.min(first.tokens, rest.length);
  let left = budget - Math.min(first.takes, 2 * rest.length);
  let at = piece + 1;
  for (; at < pieces.length && pieces[at].takes <= left; at++) {
    texts.push(pieces[at].text);
    tokens += pieces[at].tokens;
    left -= pieces[at].takes;
  }
  return { text: safe(texts.join("")), tokens, next: at < pieces.length ? String(at) : null };
}

/** Reads what `next` was; null where it cannot have been that. */
export function cursorOf(from, pieces) {
  const [, piece, characters = 0] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(from) ?? [];
  return Number(piece) < Math.max(pieces.length, 1) ? { piece: Number(piece), characters: Number(characters) } : null;
}
