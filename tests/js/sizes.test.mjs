import assert from "node:assert/strict";
import { test } from "node:test";
import { sizes } from "../../scripts/sizes.mjs";
import { BUDGETS, GZIP_BUDGETS } from "./budgets.mjs";

for (const [part, limit] of Object.entries(BUDGETS)) {
  test(`${part} takes at most ${limit} bytes with Brotli`, () => {
    const { brotli } = sizes(part);
    assert.ok(brotli <= limit, `it takes ${brotli}`);
  });
}

for (const [part, limit] of Object.entries(GZIP_BUDGETS)) {
  test(`${part} takes at most ${limit} bytes with gzip`, () => {
    const { gzip } = sizes(part);
    assert.ok(gzip <= limit, `it takes ${gzip}`);
  });
}
