/** The bytes that the parts of scripts/sizes.mjs may take with Brotli. */
export const BUDGETS = {
  "search wasm": 56.25 * 1024,
  "search js": 9.5 * 1024,
  "search min js": 6.25 * 1024,
  "sharded wasm": 65.25 * 1024,
  "sharded js": 14 * 1024,
  "sharded min js": 7 * 1024,
  "thread min js": 9.25 * 1024,
  "explore wasm": 98.25 * 1024,
};

/** How many bytes those of the search field may take with gzip: what a page loads at once, and all of it. */
export const GZIP_BUDGETS = {
  "element min js": 6.75 * 1024,
  "element whole min js": 25 * 1024,
};
