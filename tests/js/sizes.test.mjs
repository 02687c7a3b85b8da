import assert from "node:assert/strict";
import { test } from "node:test";
import { sizes } from "../../scripts/sizes.mjs";
import { BUDGETS } from "./budgets.mjs";

for (const [part, limit] of Object.entries(BUDGETS)) {
  test(`${part} takes at most ${limit} bytes with Brotli`, () => {
    const { brotli } = sizes(part);
    assert.ok(brotli <= limit, `it takes ${brotli}`);
  });
}
