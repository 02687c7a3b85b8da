/** The bytes that the parts of scripts/sizes.mjs may take with Brotli. */
export const BUDGETS = {
  "page wasm": 63.5 * 1024,
  "page js": 18.5 * 1024,
  "page min js": 7.5 * 1024,
  "thread min js": 11.5 * 1024,
  "several wasm": 70 * 1024,
  "several min js": 8.25 * 1024,
  "explore wasm": 124 * 1024,
  // Together a page that indexes texts loads less than 350 KB.
  "texts wasm": 331 * 1024,
  "texts min js": 10.5 * 1024,
};

/** How many bytes those of the search field may take with gzip: what a page loads at once, and all of it. */
export const GZIP_BUDGETS = {
  "element min js": 7.625 * 1024,
  "element whole min js": 27 * 1024,
};
