// What the doors have of the options of a search is what scripts/options/table.mjs says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { differing } from "../../scripts/options/write.mjs";

test("each door has the options of the table (node scripts/options/write.mjs)", () => {
  assert.deepEqual(differing(), []);
});
