/** The pages that a search returns: more than exclude.tsv drops for any query, and those scored. */
export const DEPTH = 300;

/** The pages in the order in which they come up first, at most DEPTH. */
export function firstOfEach(pages) {
  return [...new Set(pages)].slice(0, DEPTH);
}
