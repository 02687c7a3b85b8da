import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../../js/element/blocks.js";
import { divideBelowHeaders, regions } from "../../js/element/regions.js";

test("the best passage has its place whole, the others what it leaves", () => {
  // As a hit has them where chunks overlap: the best one, then the others in the order of the text.
  const children = [
    { start: 20, end: 40 },
    { start: 0, end: 25 },
    { start: 35, end: 55 },
    { start: 50, end: 70 },
  ];
  assert.deepEqual(regions(80, children), [
    { start: 0, end: 20, kind: "other" },
    { start: 20, end: 40, kind: "best" },
    { start: 40, end: 70, kind: "other" },
    { start: 70, end: 80, kind: "plain" },
  ]);
});

test("the header of a table goes with the rows below it", () => {
  const table = "| A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n";
  const text = `Words.\n\n${table}`;
  const rows = (blocks) => blocks.map(({ children, kind }) => children?.length ?? kind);
  const at = (row) => text.indexOf(row);
  assert.deepEqual(divideBelowHeaders(parse(text), at("| 1")).map(rows), [["paragraph"], [3]]);
  assert.deepEqual(divideBelowHeaders(parse(text), at("| 3")).map(rows), [["paragraph", 2], [1]]);
  assert.deepEqual(divideBelowHeaders(parse(table), 20).map(rows), [[], [3]]);
});
