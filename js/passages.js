/**
 * What the adapters for frameworks share: a search, and what each passage is cited by.
 */
import { addressOf } from "./address.js";

/**
 * @param {import("./passages.js").Searchable} index
 * @param {string} query
 * @param {import("./index.js").ExploreSearchOptions} [options]
 * @returns {Promise<{ results: import("./index.js").Results, passages: import("./passages.js").Passage[] }>}
 */
export async function passagesFor(index, query, options) {
  const results = await index.search(query, options);
  // Of grouped hits, those inside are passages too.
  const hits = results.hits.flatMap((hit) => [hit, ...(hit.more ?? [])]);
  return { results, passages: hits.map(passage) };
}

function passage(hit) {
  const { id, document, title, headings, score, text, meta } = hit;
  return { id, url: addressOf(hit), title, headings, text, score, document, meta };
}
