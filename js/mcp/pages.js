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
 * A part of a page, the whole page if it says nothing: by lines, counted from 1, or by units of the text, each
 * with the one after its last.
 *
 * @typedef {{ lines?: [number, number], units?: [number, number] }} Part
 *
 * A place in a page: in which piece, and after how many of its characters.
 * @typedef {{ piece: number, characters: number }} Spot
 *
 * `opening` and `closing` are what an excerpt has around it that begins or ends with the piece: the header of a
 * table, and fences.
 * @typedef {{ characters: string[], opening: string, closing: string, start: number, tokens: number, takes: number }} Piece
 */

/** The text of a page in pieces, its smallest chunks, of which none has text that the next one has. */
export async function piecesOf(index, id) {
  const chunks = await index.chunks(id, 0);
  const pieces = chunks.map(({ text, textStart, start, end, tokens }, at) => {
    const next = chunks[at + 1]?.start ?? end;
    return {
      characters: [...text.slice(textStart, textStart + next - start)],
      opening: text.slice(0, textStart),
      closing: text.slice(textStart + end - start),
      start,
      tokens,
      takes: tokens + escapeCost(text),
    };
  });
  return new Pieces(pieces);
}

class Pieces {
  /** @param {Piece[]} pieces */
  constructor(pieces) {
    this.pieces = pieces;
  }

  /** The whole text. */
  get text() {
    return this.pieces.map(({ characters }) => characters.join("")).join("");
  }

  /** About how many tokens the whole text has. */
  get tokens() {
    return this.pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  }

  /** The number of lines of the whole text. */
  get lines() {
    return this.#lastLine(this.#end, 1);
  }

  /** @returns {Spot} */
  get #end() {
    return { piece: this.pieces.length, characters: 0 };
  }

  /**
   * Where a part begins, and where it ends if that is not the end of the page.
   *
   * @param {Part} part
   * @returns {{ begin: Spot, end?: Spot }}
   */
  part({ lines, units }) {
    const [begin, end] = lines?.map((line) => this.#line(line)) ?? units?.map((unit) => this.#at(unit)) ?? [];
    return { begin: begin ?? { piece: 0, characters: 0 }, end };
  }

  /**
   * The place of a cursor, if there is text.
   *
   * @param {{ line: number, characters: number } | null} cursor
   * @returns {Spot | undefined}
   */
  find(cursor) {
    const begin = cursor ? this.#line(cursor.line) : undefined;
    if (!begin) return undefined;
    let { piece, characters } = begin;
    characters += cursor.characters;
    for (; piece < this.pieces.length; piece++) {
      const { length } = this.pieces[piece].characters;
      if (characters < length) return { piece, characters };
      characters -= length;
    }
    return this.pieces.length === 0 && cursor.characters === 0 ? begin : undefined;
  }

  /**
   * The place after so many lines, the one within which `from` is counted as one.
   *
   * @param {Spot} from
   * @param {number} lines
   */
  after(from, lines) {
    let left = lines;
    for (let piece = from.piece; piece < this.pieces.length; piece++) {
      const { characters } = this.pieces[piece];
      for (let at = piece === from.piece ? from.characters : 0; at < characters.length; at++) {
        if (characters[at] === "\n" && --left === 0) return this.#whole({ piece, characters: at + 1 });
      }
    }
    return this.#end;
  }

  /** Where a line begins; nothing beyond the last. */
  #line(line) {
    const first = { piece: 0, characters: 0 };
    if (line <= 1) return first;
    const begin = this.after(first, line - 1);
    return begin.piece < this.pieces.length ? begin : undefined;
  }

  /** The place of a unit of the text. */
  #at(unit) {
    const piece = Math.max(this.pieces.findLastIndex(({ start }) => start <= unit), 0);
    const { characters = [], start = 0 } = this.pieces[piece] ?? {};
    let [at, before] = [start, 0];
    for (; before < characters.length && at < unit; before++) at += characters[before].length;
    return this.#whole({ piece, characters: before });
  }

  /** The beginning of the next piece in the place of the end of one. */
  #whole({ piece, characters }) {
    if (characters < (this.pieces[piece]?.characters.length ?? 0)) return { piece, characters };
    return { piece: Math.min(piece + 1, this.pieces.length), characters: 0 };
  }

  /** A place as a model is told it: the line, counted from 1, and after how many of its characters. */
  #cursor(spot) {
    let [line, inLine] = [1, 0];
    for (const [at, { characters }] of this.pieces.slice(0, spot.piece + 1).entries()) {
      const length = at === spot.piece ? Math.min(spot.characters, characters.length) : characters.length;
      for (let one = 0; one < length; one++) [line, inLine] = characters[one] === "\n" ? [line + 1, 0] : [line, inLine + 1];
    }
    return { line, inLine };
  }

  /** The last line of a text that begins within a line and ends at a place. */
  #lastLine(end, first) {
    const { line, inLine } = this.#cursor(end);
    return Math.max(inLine === 0 ? line - 1 : line, first);
  }

  /**
   * As much of a part as fits with fences around it. Fences are longer than any in the text and around it.
   * Hostile texts may have fences of any length, so less text is tried until all fits.
   *
   * @param {Spot} from
   * @param {Spot | undefined} end
   * @param {number} budget
   * @param {string} around
   */
  excerpt(from, end, budget, around) {
    const pieces = end ? this.#before(end) : this.pieces;
    let found;
    for (let most = Math.max(budget - bounds.fencesTokens, 0); ; most = Math.floor(most / 2)) {
      found = beginning(pieces, from, most);
      if (most <= 1 || found.takes + fenceCost(around, found.text) <= budget) break;
    }
    const next = this.#whole(found.next ?? end ?? this.#end);
    const firstLine = this.#cursor(from).line;
    const { line, inLine } = this.#cursor(next);
    return {
      text: found.text,
      tokens: found.tokens,
      firstLine,
      lastLine: this.#lastLine(next, firstLine),
      next: next.piece < this.pieces.length ? `${line}${inLine ? `.${inLine}` : ""}` : undefined,
    };
  }

  /** The pieces before a place, of which the last one may be cut. */
  #before({ piece, characters: length }) {
    const cut = this.pieces[piece];
    if (!cut || length === 0) return this.pieces.slice(0, piece);
    const { characters, tokens, takes } = cut;
    const part = { ...cut, characters: characters.slice(0, length), closing: "", tokens: Math.min(tokens, length), takes: Math.min(takes, 2 * length) };
    return [...this.pieces.slice(0, piece), part];
  }
}

/**
 * As much of the pieces as fits. It is cut between pieces, or within one that alone is too large: no
 * character takes more than a token, and one more if it is escaped.
 */
function beginning(pieces, { piece, characters }, budget) {
  const first = pieces[piece] ?? { characters: [], opening: "", closing: "", tokens: 0, takes: 0 };
  const rest = first.characters.slice(characters);
  const most = Math.max(Math.floor(budget / 2), 1);
  if (first.takes > budget && rest.length > most) {
    const text = safe(rest.slice(0, most).join(""));
    const next = { piece, characters: characters + most };
    return { text, tokens: Math.min(first.tokens, most), takes: 2 * most, next };
  }
  const opening = characters === 0 ? first.opening : "";
  const texts = [opening, rest.join("")];
  const length = [...opening].length + rest.length + [...first.closing].length;
  let tokens = Math.min(first.tokens, length);
  let takes = Math.min(first.takes, 2 * length);
  let at = piece + 1;
  for (; at < pieces.length && takes + pieces[at].takes <= budget; at++) {
    texts.push(pieces[at].characters.join(""));
    tokens += pieces[at].tokens;
    takes += pieces[at].takes;
  }
  texts.push(pieces[at - 1]?.closing ?? "");
  return { text: safe(texts.join("")), tokens, takes, next: at < pieces.length ? { piece: at, characters: 0 } : undefined };
}

/** Reads the number of a line, or what `next` was; null where it cannot have been that. */
export function cursorOf(from) {
  const [, line, characters = 0] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(from) ?? [];
  return Number(line) > 0 ? { line: Number(line), characters: Number(characters) } : null;
}
