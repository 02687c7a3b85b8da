import { hasShortWord, isTooShort, withoutShortStars } from "./file-budget.js";
import { Problem } from "./problem.js";
import { parametersOf, read } from "./parameters.js";
import { searched } from "./vector.js";
import { openApi } from "./openapi.js";
import { chunkView, documentView, facetsView, keyView, pageView, resultView, statusView } from "./views.js";

/**
 * Answers a route, given the request, the open index, and the id in the address. Indexes in several
 * files give promises.
 *
 * @typedef {(call: import("./call.js").Call, opened: import("./indexes.js").Opened, id: string) => Promise<object>} Handler
 */

function valuesOf({ url, settings }, route, { levels }) {
  return read(url.searchParams, parametersOf(settings, levels)[route]);
}

/** How many files there are besides the first of each index that is asked. */
const shardsOf = ({ shards, shardsOf }, names) => (names ? shardsOf(names) : shards);

/** The words that may be beginnings: not all, or not the last one, where these are too short. */
function prefixFor({ settings }, shards, query, wanted) {
  const { files } = settings.limits;
  const all = wanted === "all" && !hasShortWord(query, shards, files);
  return !isTooShort(query, shards, files) && (all ? wanted : Boolean(wanted));
}

/** The names of indexes that an answer is without, where there are several. Another try may find more. */
function without(call, unavailable = []) {
  if (!call.settings.sources) return {};
  // One that is cut in another way stays so.
  if (unavailable.some(({ code }) => code !== "invalid_option")) call.isPartial = true;
  return { unavailable: unavailable.map(({ label }) => label) };
}

/** The same of an answer of all that are open. */
const withoutMissing = (call, { index }) => without(call, index.missing?.map((label) => ({ label })));

/** @type {Handler} */
export async function search(call, opened) {
  const { q, level, maxTokens, index, ...options } = valuesOf(call, "search", opened);
  const { results: most, maxTokens: mostTokens, phraseBytes } = call.settings.limits;
  if (level && options.expand === false) throw new Problem(400, "expand: with false, level is 0 or left out.");
  const limit = options.limit ?? (maxTokens === undefined ? Math.min(10, most) : most);
  const shards = shardsOf(opened, index);
  const prefix = prefixFor(call, shards, q, options.prefix);
  const given = { ...options, ...(index && { indexes: index }), prefix, limit, returnLevel: level, maxTokens, phraseBytes };
  const query = withoutShortStars(q, shards, call.settings.limits.files);
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
    ...without(call, found.unavailable),
    facets: facetsView(found.facets),
    retrieval_mode: "small_to_big",
    matched_at_level: 0,
    returned_at_level: level ?? (options.expand === false ? 0 : Math.min(1, opened.levels - 1)),
  };
}

/** @type {Handler} */
export async function suggest(call, opened) {
  const { q, limit = 5, index } = valuesOf(call, "suggest", opened);
  const begins = prefixFor(call, shardsOf(opened, index), q, true) ? { prefix: true, completions: limit } : {};
  // Phrases and vectors do not matter for completions.
  const options = { ...begins, ...(index && { indexes: index }), limit: 0, phraseBytes: 0 };
  const { completions = [], didYouMean = null, unavailable } = await opened.index.search(q, options);
  return { query: q, completions, did_you_mean: didYouMean, ...without(call, unavailable) };
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
  const isOfOne = opened.index.parted?.(prefix)[0] !== undefined;
  const lacking = isOfOne ? without(call) : withoutMissing(call, opened);
  return { total, from, next, ...lacking, documents: pages.map(pageView) };
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
  return { filters: listed.map(keyView), left_out: keys.length - listed.length, ...withoutMissing(call, opened) };
}

/** @type {Handler} */
export async function status(call, opened) {
  valuesOf(call, "status", opened);
  const { index } = opened;
  const view = statusView(await index.stats());
  if (!index.all) return view;
  const all = index.all.map(async (one) => ({ index: one.name, ...statusView(await one.index.stats()) }));
  return { ...view, ...withoutMissing(call, opened), indexes: await Promise.all(all) };
}

/** @type {Handler} */
export async function openapi(call, opened) {
  valuesOf(call, "openapi", opened);
  return openApi(call.settings, opened.levels);
}
