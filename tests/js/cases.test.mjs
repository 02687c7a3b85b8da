// The cases that every platform has to pass.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { runCases } from "./run-cases.mjs";
import { explore, open } from "./support.mjs";

const CASES = new URL("../cases/", import.meta.url);

for (const name of readdirSync(CASES).filter((name) => name.endsWith(".json"))) {
  test(name, async () => {
    const file = JSON.parse(readFileSync(new URL(name, CASES), "utf8"));
    assert.ok(file.cases.length > 0, "there are no cases");
    for (const way of [open, explore]) {
      const index = await way(new URL(file.index, CASES));
      assert.deepEqual(runCases(index, file), []);
    }
  });
}

test("a difference is told", () => {
  const hits = [{ id: "a#1.0", score: 1.5 }];
  const index = { search: () => ({ total: 1, hits, facets: { a: [["b", 1]] } }) };
  const run = (wanted) => runCases(index, { cases: [{ query: "q", why: "because", ...wanted }] });
  assert.deepEqual(run({ total: 1, hits, top: "a#1.0" }), []);
  assert.deepEqual(run({ total: 2 }), ['"q" (because): total is 1, not 2']);
  assert.equal(run({ hits: [{ id: "a#1.0", score: 1.5000000000000002 }] }).length, 1);
  assert.equal(run({ hits: [] }).length, 1);
  assert.deepEqual(run({ facets: { a: [["b", 1]] } }), []);
  assert.equal(run({ facets: { a: [["b", 2]] } }).length, 1);
  assert.equal(run({ top: "b#1.0" }).length, 1);
});
