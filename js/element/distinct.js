// Results of which no two lead to the same place: the better one stays.
import { address } from "./option.js";

/**
 * Searches until there are as many rows as wanted, or no more.
 *
 * @param {(options: object) => Promise<import("../entry/index.js").Results>} search
 * @param {import("../entry/index.js").SearchOptions} options with `limit` and `perDocument`
 * @returns {Promise<import("../entry/index.js").Results>} `total` without what was left out
 */
export async function distinctResults(search, options) {
  const { limit, perDocument } = options;
  // No link is there more often than its document.
  const most = limit * perDocument;
  for (let asked = limit; ; asked = Math.min(2 * asked, most)) {
    const results = await search({ ...options, limit: asked });
    const hits = distinct(results.hits);
    const isEnough = hits.length >= limit || results.hits.length < asked || asked >= most;
    if (!isEnough) continue;
    const total = results.total - (results.hits.length - hits.length);
    return { ...results, total, hits: hits.slice(0, limit) };
  }
}

/** The hits without those whose link a better one has. */
function distinct(hits) {
  const links = new Set();
  return hits.filter((hit) => {
    const link = address(hit);
    if (!link) return true;
    const isNew = !links.has(link);
    links.add(link);
    return isNew;
  });
}
