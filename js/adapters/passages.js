/**
 * The part that the adapters for frameworks share: a search, and the citation of each passage.
 */
import { addressOf } from "../text/address.js";
import { plain, safe, visible } from "../text/sanitize.js";

/**
 * @param {import("./passages.js").Searchable} index
 * @param {string} query
 * @param {import("../entry/index.js").ExploreSearchOptions} [options]
 * @returns {Promise<{ results: import("../entry/index.js").Results, passages: import("./passages.js").Passage[] }>}
 */
export async function passagesFor(index, query, options) {
  const results = await index.search(query, options);
  // Of grouped hits, those inside are passages too.
  const hits = results.hits.flatMap((hit) => [hit, ...(hit.more ?? [])]);
  return { results, passages: hits.map(passage) };
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
