/**
 * The part that the adapters for frameworks share: a search, and the citation of each passage.
 */
import { needlessness } from "../embedder/needless.js";
import { KindexError } from "../engine/errors.js";
import { OF_VECTOR } from "../explorer/explore-options.js";
import { addressOf } from "../text/address.js";
import { plain, safe, visible } from "../text/sanitize.js";

/**
 * @param {import("./passages.js").Searchable} index
 * @param {string} query
 * @param {import("../entry/index.js").ExploreSearchOptions} [search] the options
 * @param {(query: string) => unknown} [embed] gives the vector of the query
 * @returns {Promise<{ results: import("../entry/index.js").Results, passages: import("./passages.js").Passage[] }>}
 */
export async function passagesFor(index, query, search, embed) {
  const results = await index.search(query, embed ? await withVector(query, search, embed) : search);
  // Of grouped hits, those inside are passages too.
  const hits = results.hits.flatMap((hit) => [hit, ...(hit.more ?? [])]);
  return { results, passages: hits.map(passage) };
}

/** The options with the vector of the query. Nobody is asked for one that counts nothing, or of no text. */
async function withVector(query, search = {}, embed) {
  const isNeeded = typeof query === "string" && needlessness(query, search.alpha, search) === undefined;
  if (isNeeded) return { ...search, vector: await vectorOf(query, embed) };
  const others = Object.entries(search).filter(([name]) => !OF_VECTOR.includes(name));
  return Object.fromEntries(others);
}

/** An embedder's own errors may tell more than a model is to know. */
async function vectorOf(query, embed) {
  try {
    return await embed(query);
  } catch (cause) {
    if (cause?.name === "AbortError") throw cause;
    throw new KindexError("embedder_failed", "the embedder failed, so the query has no vector; cause has its error", { cause });
  }
}

/** A value of metadata, in which every text is safe. */
function safeValue(value) {
  if (typeof value === "string") return safe(value);
  if (Array.isArray(value)) return value.map(safeValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, safeValue(one)]));
}

/** A hit without characters that only models would see; ids and keys are as the index knows them. */
function passage({ id, document, url, anchor, title, headings, score, text, meta }) {
  return {
    id,
    url: addressOf({ url: visible(url), anchor }),
    title: plain(title),
    headings: headings.map(plain),
    text: safe(text),
    score,
    document,
    meta: Object.fromEntries(Object.entries(meta).map(([key, value]) => [key, safeValue(value)])),
  };
}
