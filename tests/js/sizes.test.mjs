import assert from "node:assert/strict";
import { test } from "node:test";
import { sizes } from "../../scripts/sizes.mjs";

const LIMITS = {
  "search wasm": 40 * 1024,
  "search js": 8 * 1024,
  "search min js": 5 * 1024,
  "sharded wasm": 46.5 * 1024,
  "sharded js": 11 * 1024,
  "sharded min js": 5.5 * 1024,
  "thread min js": 8 * 1024,
  "element min js": 10.25 * 1024,
  "explore wasm": 68.5 * 1024,
};

for (const [part, limit] of Object.entries(LIMITS)) {
  test(`${part} takes at most ${limit} bytes with Brotli`, () => {
    const { brotli } = sizes(part);
    assert.ok(brotli <= limit, `it takes ${brotli}`);
  });
}
