import { hasShortWord, isTooShort, withoutShortStars } from "./file-budget.js";
import { Problem } from "./problem.js";
import { parametersOf, read } from "./parameters.js";
import { searched } from "./vector.js";
import { openApi } from "./openapi.js";
import { chunkView, documentView, facetsView, keyView, resultView, statusView } from "./views.js";

/**
 * Answers a route, given the request, the open index, and the id in the address. Indexes in several
 * files give promises.
 *
 * @typedef {(call: import("./call.js").Call, opened: import("./indexes.js").Opened, id: string) => Promise<object>} Handler
 */

function valuesOf({ url, settings }, route, { levels }) {
  return read(url.searchParams, parametersOf(settings, levels)[route]);
}

/** Whether the last word may be taken for a beginning. */
function mayBegin({ settings }, { shards }, query) {
  return !isTooShort(query, shards, settings.limits.files);
}

/** The words that may be beginnings: not all, or not the last one, where these are too short. */
function prefixFor(call, opened, query, wanted) {
  const all = wanted === "all" && !hasShortWord(query, opened.shards, call.settings.limits.files);
  return mayBegin(call, opened, query) && (all ? wanted : Boolean(wanted));
}

/** @type {Handler} */
export async function search(call, opened) {
  const { q, level, maxTokens, ...options } = valuesOf(call, "search", opened);
  const { results: most, maxTokens: mostTokens, phraseBytes } = call.settings.limits;
  if (level && options.expand === false) throw new Problem(400, "expand: with false, level is 0 or left out.");
  const limit = options.limit ?? (maxTokens === undefined ? Math.min(10, most) : most);
  const prefix = prefixFor(call, opened, q, options.prefix);
  const given = { ...options, prefix, limit, returnLevel: level, maxTokens, phraseBytes };
  const query = withoutShortStars(q, opened.shards, call.settings.limits.files);
  const { found, ...vector } = await searched(call, opened.index, query, given);
  const { hits, leftOut = [], uncheckedPhrases = [] } = found;
  const fitting = fittingIn(mostTokens, hits);
  return {
    query: q,
    ...vector,
    ...{ total: found.total, total_is_lower_bound: found.totalIsLowerBound ?? false },
    offset: options.offset ?? 0,
    did_you_mean: found.didYouMean ?? null,
    results: hits.filter((one) => fitting.has(one)).map(resultView),
    left_out: hits.length - fitting.size + leftOut.filter(({ child }) => child === null).length,
    unchecked_phrases: uncheckedPhrases,
    facets: facetsView(found.facets),
    retrieval_mode: "small_to_big",
    matched_at_level: 0,
    returned_at_level: level ?? (options.expand === false ? 0 : Math.min(1, opened.levels - 1)),
  };
}

/** @type {Handler} */
export async function suggest(call, opened) {
  const { q, limit = 5 } = valuesOf(call, "suggest", opened);
  const begins = mayBegin(call, opened, q) ? { prefix: true, completions: limit } : {};
  // Phrases and vectors do not matter for completions.
  const { completions = [], didYouMean = null } = await opened.index.search(q, { ...begins, limit: 0, phraseBytes: 0 });
  return { query: q, completions, did_you_mean: didYouMean };
}

/** @type {Handler} */
export async function chunk(call, opened, id) {
  valuesOf(call, "chunk", opened);
  const found = await opened.index.chunk(id);
  return chunkView(found, await opened.index.document(found.document));
}

/** @type {Handler} */
export async function hierarchy(call, opened, id) {
  valuesOf(call, "hierarchy", opened);
  const found = await opened.index.hierarchy(id);
  const document = await opened.index.document(found.chunk.document);
  const parts = [found.ancestors, found.children, found.siblings];
  const fitting = fittingIn(call.settings.limits.maxTokens - found.chunk.tokens, parts.flat());
  const views = (chunks) => chunks.filter((one) => fitting.has(one)).map((one) => chunkView(one, document));
  return {
    chunk: chunkView(found.chunk, document),
    ancestors: views(found.ancestors),
    children: views(found.children),
    siblings: views(found.siblings),
    left_out: parts.flat().length - fitting.size,
  };
}

/** Those of some chunks or hits for which there is room, the first ones first. */
function fittingIn(tokens, chunks) {
  let left = tokens;
  const fitting = new Set();
  for (const one of chunks) {
    const takes = [one, ...(one.more ?? [])].reduce((sum, { tokens }) => sum + tokens, 0);
    if (takes > left) continue;
    left -= takes;
    fitting.add(one);
  }
  return fitting;
}

/** @type {Handler} */
export async function documents(call, opened) {
  const { prefix = "", from = 0, limit = 100 } = valuesOf(call, "documents", opened);
  const { total, pages } = await opened.index.pages({ prefix, from, limit });
  const next = from + pages.length < total && pages.length > 0 ? from + pages.length : null;
  return { total, from, next, documents: pages.map(({ id, url, title }) => ({ id, url, title })) };
}

/** @type {Handler} */
export async function document(call, opened, id) {
  valuesOf(call, "document", opened);
  const found = await opened.index.document(id);
  // The index takes the id of a chunk too.
  if (found.id !== id) throw new Problem(404, `There is no document with this id; that of a chunk belongs to /chunks.`);
  return documentView(found);
}

/** @type {Handler} */
export async function filters(call, opened) {
  const { limit = 20 } = valuesOf(call, "filters", opened);
  const keys = await opened.index.keys({ limit });
  const listed = keys.slice(0, call.settings.limits.page);
  return { filters: listed.map(keyView), left_out: keys.length - listed.length };
}

/** @type {Handler} */
export async function status(call, opened) {
  valuesOf(call, "status", opened);
  return statusView(await opened.index.stats());
}

/** @type {Handler} */
export async function openapi(call, opened) {
  valuesOf(call, "openapi", opened);
  return openApi(call.settings, opened.levels);
}
