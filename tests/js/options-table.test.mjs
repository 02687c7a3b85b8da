// What the doors have of the options of a search is what scripts/options/table.mjs says.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { OPTIONS } from "../../scripts/options/table.mjs";
import { differing } from "../../scripts/options/write.mjs";

test("npx kindex search has the flags of the table", async () => {
  const help = await readFile(new URL("../../js/bin/search.js", import.meta.url), "utf8");
  const flags = OPTIONS.flatMap(({ flags = [] }) => flags.map(({ field }) => `--${field.replaceAll("_", "-")}`));
  assert.deepEqual(flags.filter((flag) => !new RegExp(`${flag}\\b`).test(help)), []);
});

test("each door has the options of the table (node scripts/options/write.mjs)", () => {
  assert.deepEqual(differing(), []);
});
