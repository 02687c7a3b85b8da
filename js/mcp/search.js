// The tool search_docs.
import { bounds, texts } from "./interface.js";
import { safe } from "../text/sanitize.js";
import { isSeen, isSeenId, roomFor, seenOf } from "./exclusion.js";
import { idOfSpan, isBeside, spanOf, touches } from "./span.js";
import { ToolError } from "./tool-error.js";
import { citation, cost, escapeCost, fenceCost, filled, line, noteCost, passageText, shownId, trail, withoutEnd } from "./text.js";
import { checkVersion } from "./version.js";

/**
 * @param {import("./sites.js").OneSite} sites
 * @param {{ query: string, limit: number, offset: number, expand_to_parents: boolean, fold: boolean, max_tokens: number, filters?: object, prefer?: object, version?: string, exclude?: string[], docs?: string[] }} args
 * @param {number} frame how many tokens are taken already
 * @param {import("../entry/mcp.js").Server} server
 */
export async function searchDocs(sites, args, frame, server) {
  const { all, others } = await sites.searched(args.docs);
  const budget = Math.max(args.max_tokens - frame - noteCost(others), 0);
  const maxTokens = budget - Math.min(args.limit * bounds.passageTokens, Math.floor(budget / 4));
  const seen = seenOf(sites, args.exclude ?? []);
  const found = await search(sites.asOne(all), all, args, { maxTokens, room: roomFor(seen) }, server);
  const { hits, leftOut: unfit, done } = without(sites, seen, found, args.limit);
  const unchecked = found.uncheckedPhrases?.map((phrase) => line(phrase, bounds.phraseCharacters));
  const { passages, omitted, left } = pack(sites, hits, Math.max(0, budget - noteCost(unchecked ?? [])));
  const lacking = unfit.filter(({ child }) => child === null);
  const end = args.offset + done;
  const next = end < found.total || found.totalIsLowerBound ? { next: end } : {};
  const meant = found.didYouMean === undefined ? {} : { did_you_mean: line(found.didYouMean) };
  const unread = [...lacking.map(({ id, tokens }) => ({ id: shownId(id), tokens })), ...omitted];
  const leftOut = fitting(unread, left);
  const more = unread.length - leftOut.length;
  return {
    total: found.total,
    ...(found.totalIsLowerBound ? { total_is_lower_bound: true } : {}),
    ...(args.offset > 0 ? { offset: args.offset } : {}),
    ...(unchecked ? { unchecked_phrases: unchecked } : {}),
    ...(others.length > 0 ? { not_searched: others } : {}),
    passages: joined(passages),
    left_out: leftOut,
    ...(more > 0 ? { left_out_unnamed: more } : {}),
    ...next,
    ...meant,
  };
}

async function search(index, all, args, { maxTokens, room }, server) {
  const { embedder, phraseBytes, onError } = server;
  const options = {
    limit: args.limit + room,
    offset: args.offset,
    maxTokens: maxTokens + room * bounds.excludedTokens,
    phraseBytes,
    filters: filtersOf(args),
    prefer: args.prefer,
    // A copy that was not seen is not to be hidden by one that was.
    fold: args.fold && !args.exclude?.length,
    ...(args.expand_to_parents ? {} : { expand: false }),
    ...((await isSpread(all, args)) ? { perDocument: bounds.pagePassages } : {}),
  };
  const run = async () => (embedder ? (await embedder.search(index, args.query, options, { onError })).found : index.search(args.query, options));
  try {
    const found = await run();
    if (found.total === 0 && args.version) await checkVersion(all, args.version);
    return found;
  } catch (error) {
    // Another search avoids it.
    if (error?.code !== "invalid_option") throw error;
    if (args.version) await checkVersion(all, args.version);
    throw new ToolError(line(error.message));
  }
}

/**
 * Whether one page is to leave room for others: where there are enough of them, and no passage was seen, as the
 * next ones of its page are looked for then.
 */
async function isSpread(all, { exclude = [], limit }) {
  if (exclude.length > 0) return false;
  let pages = 0;
  for (const { index } of all) pages += (await index.stats()).documents;
  return pages >= limit;
}

/** The filters, of which the version may be one. */
function filtersOf({ filters, version }) {
  if (!version) return filters;
  if (![null, undefined].includes(filters?.version)) throw new ToolError(texts.twoVersions);
  return { ...filters, version };
}

/**
 * What was not seen, passages as many as are asked for, and how many results are dealt with: where to go
 * on. What does not fit is named in any case, as it may stand before.
 */
function without(sites, seen, { hits, leftOut = [] }, limit) {
  const bare = ({ label, id }) => sites.of(label)[0].bare(id);
  const kept = hits.filter((hit) => !isSeen(seen, bare(hit), hit));
  const done = kept.length > limit ? hits.indexOf(kept[limit]) : limit + roomFor(seen);
  return { hits: kept.slice(0, limit), leftOut: leftOut.filter((one) => !isSeenId(seen, bare(one), one)), done };
}

/** The passages as far as they fit, and those that do not. */
function pack(sites, hits, budget) {
  let left = budget;
  const passages = [];
  const omitted = [];
  for (const hit of hits) {
    const { text, ...fields } = passageOf(sites, hit);
    const takes = cost(fields) + fields.tokens + fenceCost(JSON.stringify(fields), text) + escapeCost(text);
    if (takes <= left) {
      left -= takes;
      passages.push({ ...fields, text });
    } else {
      omitted.push({ id: fields.id, tokens: hit.tokens });
    }
  }
  return { passages, omitted, left };
}

function passageOf(sites, { label, id, url, anchor, title, headings, pinned, same, tokens, chunks, text }) {
  return {
    ...(label !== undefined && { docs: label }),
    id: shownId(id),
    url: citation(sites.of(label)[0].address(url), anchor),
    title: line(title),
    headings: headings.map((heading) => line(heading)),
    more_on_page: chunks,
    ...(pinned && { pinned }),
    ...(same && { also: same.slice(0, bounds.namedCopies).map((copy) => copyOf(sites, copy)) }),
    tokens,
    text: safe(text),
  };
}

/** Another version or a translation of a page: what it is, and its address, or else its id. */
function copyOf(sites, { label, document, url, anchor, differs = {} }) {
  const { lang, version } = differs;
  const said = { ...(lang !== undefined && { lang: line(lang) }), ...(version !== undefined && { version: line(version) }) };
  return { ...said, url: citation(sites.of(label)[0].address(url), anchor) || shownId(document) };
}

const copyText = ({ lang, version, url }) => [lang, version, line(url, Infinity)].filter((part) => part !== undefined).join(" ");

/** The best first, of which those that stand before and after each other in a section are one. */
function joined(passages) {
  const all = [];
  for (let next of passages.map((passage) => ({ passage, span: spanOf(passage.id) }))) {
    let place = all.length;
    for (let at; (at = all.findIndex((one) => areNeighbours(one, next))) >= 0; place = Math.min(place, at)) {
      next = joinedWith(all.splice(at, 1)[0], next);
    }
    all.splice(place, 0, next);
  }
  return all.map(({ passage: { more_on_page: ofPage, ...passage }, span }) => {
    const here = all.filter((one) => isBeside(one.span, span)).reduce((sum, one) => sum + one.span.end - one.span.first, 0);
    return moreThan(ofPage - here, passage);
  });
}

/** A passage with the number of others of its page, if there are some. */
function moreThan(more, { docs, id, url, title, headings, ...rest }) {
  return { ...(docs !== undefined && { docs }), id, url, title, headings, ...(more > 0 ? { more_on_page: more } : {}), ...rest };
}

function areNeighbours(one, other) {
  const { headings } = other.passage;
  const same = one.passage.headings.length === headings.length && one.passage.headings.every((heading, at) => heading === headings[at]);
  return same && touches(one.span, other.span);
}

/** One with another that it touches. It is found where the better one is. */
function joinedWith(better, worse) {
  const [first, last] = better.span.first < worse.span.first ? [better, worse] : [worse, better];
  const span = { ...first.span, end: last.span.end };
  const { docs, title, headings, more_on_page } = better.passage;
  const text = `${withoutEnd(first.passage.text)}\n${last.passage.text}`;
  const pinned = better.passage.pinned || worse.passage.pinned;
  const also = better.passage.also ?? worse.passage.also;
  const tokens = better.passage.tokens + worse.passage.tokens;
  const rest = { ...(pinned && { pinned }), ...(also && { also }), tokens, text };
  const passage = { docs, id: idOfSpan(span), url: first.passage.url, title, headings, more_on_page, ...rest };
  return { span, passage };
}

/** As many from the first on as fit. */
function fitting(values, budget) {
  let left = budget;
  return values.filter((value) => (left -= cost(value)) >= 0);
}

/** @param {Awaited<ReturnType<typeof searchDocs>>} result */
export function searchText({ total, passages, left_out: leftOut, did_you_mean: meant, offset = 0, next, ...notes }, { exclude }, sites) {
  const atLeast = notes.total_is_lower_bound ? texts.atLeast : "";
  const unchecked = notes.unchecked_phrases?.map((phrase) => `"${phrase}"`).join(", ");
  const from = offset > 0 ? filled(texts.fromOn, offset + 1) : "";
  const isAllSeen = exclude && passages.length + leftOut.length === 0 && !notes.left_out_unnamed && next === undefined && total > offset;
  const found = isAllSeen ? texts.nothingElse : filled(texts.passages, passages.length, atLeast, total, from);
  const parts = [total === 0 ? texts.nothing : found];
  if (unchecked !== undefined) parts.push(filled(texts.unchecked, unchecked));
  if (notes.not_searched) parts.push(sites.said("notSearched", notes.not_searched));
  if (meant !== undefined) parts.push(filled(texts.didYouMean, meant));
  passages.forEach((passage, at) => {
    const name = trail(passage.title, passage.headings, line(passage.id));
    const more = passage.more_on_page === undefined ? "" : filled(texts.moreOnPage, passage.more_on_page);
    const pinned = passage.pinned ? texts.pinned : "";
    const docs = passage.docs === undefined ? "" : `${passage.docs}: `;
    const also = passage.also ? filled(texts.also, passage.also.map(copyText).join(", ")) : "";
    parts.push(passageText(`[${offset + at + 1}] ${docs}${name}${more}${pinned}${also}`, passage));
  });
  if (leftOut.length > 0) {
    const rows = leftOut.map(({ id, tokens }) => filled(texts.leftOutRow, line(id, Infinity), tokens));
    parts.push([texts.leftOut, ...rows].join("\n"));
  }
  if (notes.left_out_unnamed) parts.push(filled(texts.unnamed, notes.left_out_unnamed));
  if (next !== undefined) parts.push(filled(texts.moreToSearch, next));
  return parts.join("\n\n");
}
