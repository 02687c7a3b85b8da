/** How many bytes the parts of scripts/sizes.mjs may take with Brotli. */
export const BUDGETS = {
  "search wasm": 47 * 1024,
  "search js": 9.5 * 1024,
  "search min js": 6 * 1024,
  "sharded wasm": 53.75 * 1024,
  "sharded js": 12.75 * 1024,
  "sharded min js": 7 * 1024,
  "thread min js": 9.25 * 1024,
  "element min js": 13.5 * 1024,
  "explore wasm": 75.5 * 1024,
};
