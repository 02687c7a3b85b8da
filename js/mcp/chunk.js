// The tool read_chunk.
import { texts } from "./interface.js";
import { safe } from "../text/sanitize.js";
import { ToolError, ifKnown } from "./tool-error.js";
import { excerpt, piecesOf } from "./pages.js";
import { askable, citation, cost, escapeCost, fenceCost, filled, line, passageText, trail } from "./text.js";

/**
 * @param {import("../entry/explore.js").Explorer} index
 * @param {{ id: string, siblings: number }} args
 * @param {number} budget
 */
export async function readChunk(index, { id, siblings }, budget) {
  const chunk = await ifKnown(() => index.chunk(id), () => {
    throw new ToolError(filled(texts.noChunk, line(id)));
  });
  const page = await index.document(chunk.document);
  const title = line(page.title);
  const parent = (await index.parent(id))?.id;
  const fields = { id: chunk.id, page: askable(page.url) || page.id, title, ...(parent === undefined ? {} : { parent }) };
  const left = budget - cost(fields);
  const own = passageOf(chunk, page);
  if (takes(own, title) <= left) {
    const around = siblings > 0 ? await index.siblings(id, siblings, siblings) : [];
    const passages = fitting(own, chunk.position, around, page, left - takes(own, title));
    return { ...fields, passages };
  }
  const head = `${title}${JSON.stringify(about(own))}`;
  const { next, ...beginning } = await beginningOf(index, chunk, left - cost(about(own)), head);
  return { ...fields, passages: [{ ...own, ...beginning }], ...(next === undefined ? {} : { next }) };
}

function passageOf({ id, anchor, headings, tokens, text }, { url }) {
  return {
    id,
    url: citation(url, anchor),
    headings: headings.map((heading) => line(heading)),
    tokens,
    text: safe(text),
  };
}

/** The fields of a passage besides its text. */
function about({ text: _, ...fields }) {
  return fields;
}

function takes(passage, title) {
  const { text, tokens } = passage;
  const fields = about(passage);
  return cost(fields) + tokens + fenceCost(title, JSON.stringify(fields), text) + escapeCost(text);
}

/** The chunk with as many of its neighbours as fit, the nearest first. */
function fitting(own, position, around, page, left) {
  const passages = [own];
  const sides = [
    { chunks: around.filter((one) => one.position < position).reverse(), add: (one) => passages.unshift(one) },
    { chunks: around.filter((one) => one.position > position), add: (one) => passages.push(one) },
  ];
  for (let at = 0; sides.some(({ chunks }) => at < chunks.length); at++) {
    for (const side of sides.filter(({ chunks }) => at < chunks.length)) {
      const passage = passageOf(side.chunks[at], page);
      left -= takes(passage, line(page.title));
      if (left < 0) return passages;
      side.add(passage);
    }
  }
  return passages;
}

/** As much of a chunk as fits that is too large, and so never more than it. */
async function beginningOf(index, { document, start }, budget, fields) {
  const pieces = await piecesOf(index, document);
  const piece = pieces.findIndex((one) => one.start >= start);
  return excerpt(pieces, { piece: Math.max(piece, 0), characters: 0 }, budget, fields);
}

/** @param {Awaited<ReturnType<typeof readChunk>>} result */
export function chunkText({ id, page, title, parent, passages, next }) {
  const head = [filled(texts.page, line(page, Infinity))];
  if (parent !== undefined) head.push(filled(texts.parent, line(parent, Infinity)));
  const parts = passages.map((passage) => {
    const name = trail(title, passage.headings, line(passage.id));
    const mark = passage.id === id && passages.length > 1 ? texts.askedFor : "";
    // With a word before it, no title begins a block of Markdown.
    return passageText(filled(texts.title, name + mark), passage);
  });
  if (next !== undefined) {
    const [url, from] = [page, next].map((one) => JSON.stringify(one));
    parts.push(filled(texts.chunkGoesOn, url, from));
  }
  return [head.join("\n"), ...parts].join("\n\n");
}
