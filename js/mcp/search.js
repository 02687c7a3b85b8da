// The tool search_docs.
import { bounds, texts } from "./interface.js";
import { safe } from "../text/sanitize.js";
import { ToolError } from "./tool-error.js";
import { citation, cost, escapeCost, fenceCost, filled, line, passageText, trail } from "./text.js";

/**
 * @param {import("../entry/explore.js").Explorer} index
 * @param {{ query: string, limit: number, offset: number, expand_to_parents: boolean, max_tokens: number, filters?: object }} args
 * @param {number} frame how many tokens are taken already
 * @param {import("../entry/mcp.js").Server} server
 */
export async function searchDocs(index, args, frame, server) {
  const budget = args.max_tokens - frame;
  const maxTokens = budget - Math.min(args.limit * bounds.passageTokens, Math.floor(budget / 4));
  const found = await search(index, args, maxTokens, server);
  const unchecked = found.uncheckedPhrases?.map((phrase) => line(phrase, bounds.phraseCharacters));
  const noteCost = unchecked ? cost(unchecked) + bounds.noteTokens : 0;
  const { passages, omitted, left } = pack(found.hits, Math.max(0, budget - noteCost));
  const others = (found.leftOut ?? []).filter(({ child }) => child === null);
  const end = args.offset + args.limit;
  const next = end < found.total || found.totalIsLowerBound ? { next: end } : {};
  const meant = found.didYouMean === undefined ? {} : { did_you_mean: line(found.didYouMean) };
  const all = [...others.map(({ id, tokens }) => ({ id, tokens })), ...omitted];
  const leftOut = fitting(all, left);
  const more = all.length - leftOut.length;
  return {
    total: found.total,
    ...(found.totalIsLowerBound ? { total_is_lower_bound: true } : {}),
    ...(args.offset > 0 ? { offset: args.offset } : {}),
    ...(unchecked ? { unchecked_phrases: unchecked } : {}),
    passages,
    left_out: leftOut,
    ...(more > 0 ? { left_out_unnamed: more } : {}),
    ...next,
    ...meant,
  };
}

async function search(index, { query, limit, offset, expand_to_parents: expand, filters }, maxTokens, server) {
  const { embedder, phraseBytes, onError } = server;
  const options = { limit, offset, maxTokens, phraseBytes, filters, ...(expand ? {} : { expand }) };
  try {
    if (!embedder) return await index.search(query, options);
    return (await embedder.search(index, query, options, { onError })).found;
  } catch (error) {
    // Another search avoids it.
    if (error?.code !== "invalid_option") throw error;
    throw new ToolError(line(error.message));
  }
}

/** The passages as far as they fit, and those that do not. */
function pack(hits, budget) {
  let left = budget;
  const passages = [];
  const omitted = [];
  for (const hit of hits) {
    const { text, ...fields } = passageOf(hit);
    const takes = cost(fields) + fields.tokens + fenceCost(JSON.stringify(fields), text) + escapeCost(text);
    if (takes <= left) {
      left -= takes;
      passages.push({ ...fields, text });
    } else {
      omitted.push({ id: hit.id, tokens: hit.tokens });
    }
  }
  return { passages, omitted, left };
}

function passageOf({ id, url, anchor, title, headings, pinned, tokens, text }) {
  return {
    id,
    url: citation(url, anchor),
    title: line(title),
    headings: headings.map((heading) => line(heading)),
    ...(pinned && { pinned }),
    tokens,
    text: safe(text),
  };
}

/** As many from the first on as fit. */
function fitting(values, budget) {
  let left = budget;
  return values.filter((value) => (left -= cost(value)) >= 0);
}

/** @param {Awaited<ReturnType<typeof searchDocs>>} result */
export function searchText({ total, passages, left_out: leftOut, did_you_mean: meant, offset = 0, next, ...notes }) {
  const atLeast = notes.total_is_lower_bound ? texts.atLeast : "";
  const unchecked = notes.unchecked_phrases?.map((phrase) => `"${phrase}"`).join(", ");
  const from = offset > 0 ? filled(texts.fromOn, offset + 1) : "";
  const parts = [total === 0 ? texts.nothing : filled(texts.passages, passages.length, atLeast, total, from)];
  if (unchecked !== undefined) parts.push(filled(texts.unchecked, unchecked));
  if (meant !== undefined) parts.push(filled(texts.didYouMean, meant));
  passages.forEach((passage, at) => {
    const name = trail(passage.title, passage.headings, line(passage.id));
    const pinned = passage.pinned ? texts.pinned : "";
    parts.push(passageText(`[${offset + at + 1}] ${name}${pinned}`, passage));
  });
  if (leftOut.length > 0) {
    const rows = leftOut.map(({ id, tokens }) => filled(texts.leftOutRow, line(id, Infinity), tokens));
    parts.push([texts.leftOut, ...rows].join("\n"));
  }
  if (notes.left_out_unnamed) parts.push(filled(texts.unnamed, notes.left_out_unnamed));
  if (next !== undefined) parts.push(filled(texts.moreToSearch, next));
  return parts.join("\n\n");
}
