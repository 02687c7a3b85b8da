import assert from "node:assert/strict";
import { test } from "node:test";
import { sizes } from "../../scripts/sizes.mjs";

const LIMITS = {
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

for (const [part, limit] of Object.entries(LIMITS)) {
  test(`${part} takes at most ${limit} bytes with Brotli`, () => {
    const { brotli } = sizes(part);
    assert.ok(brotli <= limit, `it takes ${brotli}`);
  });
}
