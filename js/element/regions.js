/**
 * Cuts blocks where the passages that matched begin and end.
 *
 * @typedef {import("./blocks.js").Block} Block
 */

/**
 * A part of the text: the passage that matches best, another that matches, or neither.
 * @typedef {object} Region
 * @property {number} start
 * @property {number} end
 * @property {"best" | "other" | "plain"} kind
 */

/**
 * Tiles the text with its matching passages and what lies between them. Where passages overlap,
 * the best one has the place; others that touch or overlap are one region.
 * @param {number} length of the text
 * @param {{start: number, end: number}[]} children the best one, then the others
 * @returns {Region[]}
 */
export function regions(length, children) {
  /** @type {Region[]} */
  const taken = [];
  children.forEach((child, rank) => {
    const kind = rank === 0 ? "best" : "other";
    for (const free of freeParts(taken, child.start, Math.min(child.end, length))) {
      taken.push({ ...free, kind });
    }
    taken.sort((a, b) => a.start - b.start);
  });
  const between = freeParts(taken, 0, length).map((free) => ({ ...free, kind: "plain" }));
  return joined(taken.concat(between).sort((a, b) => a.start - b.start));
}

function joined(tiles) {
  const all = [];
  for (const tile of tiles) {
    const last = all.at(-1);
    if (last && last.kind === tile.kind) last.end = tile.end;
    else all.push({ ...tile });
  }
  return all;
}

/** The parts of a range that no region has. `taken` is in order. */
function freeParts(taken, start, end) {
  const parts = [];
  let at = start;
  for (const region of taken) {
    if (region.end <= at) continue;
    if (region.start >= end) break;
    if (region.start > at) parts.push({ start: at, end: region.start });
    at = region.end;
  }
  if (at < end) parts.push({ start: at, end });
  return parts;
}

/**
 * Divides blocks at a place in the text.
 * @param {Block[]} blocks
 * @param {number} at
 * @returns {[Block[], Block[]]}
 */
export function divide(blocks, at) {
  const before = [];
  const after = [];
  for (const block of blocks) {
    if (block.start >= at) after.push(block);
    else if (block.end <= at) before.push(block);
    else divideOne(block, at, before, after);
  }
  return [before, after];
}

/**
 * Divides blocks in the same way, but the header of a table goes with the first rows below it.
 * @param {Block[]} blocks
 * @param {number} at
 * @returns {[Block[], Block[]]}
 */
export function divideBelowHeaders(blocks, at) {
  const [before, after] = divide(blocks, at);
  const [header, rows] = [before.at(-1), after[0]];
  const isCut = header?.kind === "table" && rows?.kind === "table" && rows.continued;
  if (!isCut || !header.children.every((row) => row.head)) return [before, after];
  const table = { ...rows, start: header.start, children: [...header.children, ...rows.children], continued: header.continued };
  return [before.slice(0, -1), [table, ...after.slice(1)]];
}

function divideOne(block, at, before, after) {
  const key = block.children ? "children" : "pieces";
  const [first, rest] = block.children ? divide(block.children, at) : dividePieces(block.pieces, at);
  // The rest of a block may be its closing mark only, or its opening one.
  if (first.length > 0) before.push({ ...block, end: at, [key]: first });
  if (rest.length > 0) {
    after.push({ ...block, start: at, [key]: rest, continued: first.length > 0 || block.continued });
  }
}

function dividePieces(pieces, at) {
  const before = pieces.filter((piece) => piece.start < at);
  const after = pieces.filter((piece) => piece.end > at || piece.start >= at);
  return [
    before.map((piece) => ({ start: piece.start, end: Math.min(piece.end, at) })),
    after.map((piece) => ({ start: Math.max(piece.start, at), end: piece.end })),
  ];
}
