// The cases that every platform has to pass.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { runCases } from "./run-cases.mjs";
import { explore, failure, open } from "./support.mjs";

const CASES = new URL("../cases/", import.meta.url);

for (const name of readdirSync(CASES).filter((name) => name.endsWith(".json"))) {
  test(name, async () => {
    const file = JSON.parse(readFileSync(new URL(name, CASES), "utf8"));
    assert.ok(file.cases.length > 0, "there are no cases");
    const explorer = await explore(new URL(file.index, CASES));
    assert.deepEqual(runCases(explorer, file), []);
    const index = await open(new URL(file.index, CASES));
    if (!file.explore) return assert.deepEqual(runCases(index, file), []);
    for (const { query, options } of file.cases) {
      assert.throws(() => index.search(query, options), failure("invalid_option"), query);
    }
  });
}

test("a difference is told", () => {
  const hit = { id: "a#1.0", document: "a", score: 1.5, text: "a b", highlights: [[2, 3]] };
  const found = { total: 1, hits: [hit], facets: { a: [["b", 1]] }, leftOut: [] };
  const index = { search: (query) => (query === "none" ? { total: 0, hits: [] } : found) };
  const run = (said) => runCases(index, { cases: [{ query: "q", why: "because", ...said }] });
  assert.deepEqual(run({ total: 2 }), ['"q" (because): total is 1, not 2']);
  const right = [
    { total: 1, sum: 1.5, none: false },
    { top: "a", first: ["a#1.0"], only: ["a"], contains: ["a"], lacks: ["b"] },
    { didYouMean: null, sameAs: "p", marked: ["b"], leftOut: [], facets: { a: [["b", 1]] } },
  ];
  for (const said of right) assert.deepEqual(run(said), []);
  const wrong = { sum: 1.5000000000000002, none: true, top: "b", first: ["a", "b"], only: [] };
  Object.assign(wrong, { contains: ["b"], lacks: ["a"], didYouMean: "p", sameAs: "none" });
  Object.assign(wrong, { marked: ["a"], leftOut: ["a#1.0"], facets: { a: [["b", 2]] } });
  for (const said of Object.entries(wrong)) {
    assert.equal(run(Object.fromEntries([said])).length, 1, said[0]);
  }
  assert.deepEqual(run({ refused: "no" }), ['"q" (because): it is not refused']);
  found.total = 2;
  assert.equal(run({ only: ["a"], lacks: ["b"] }).length, 2);
});
