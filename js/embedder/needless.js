/**
 * Why a vector would change nothing; undefined where it would.
 *
 * @param {string} query
 * @param {number | undefined} alpha the weight; undefined is the usual one
 * @param {{ sort?: string }} options those of the search
 */
export function needlessness(query, alpha, { sort }) {
  if (alpha === 0) return "alpha is 0";
  if (query.trim() === "") return "the query is empty";
  return sort === undefined ? undefined : "results are sorted";
}
