// The files that make eval gives other engines to read, and the way in which it shows what they
// reach.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Builder, explore as open } from "./support.mjs";
import { knownTable } from "../../bench/relevance/known-table.mjs";
import { pagesOf } from "../../bench/engines/pages.mjs";

const PAGE = `Before all headings.

## Install

First a tool:

\`\`\`sh
# no heading
get tool
\`\`\`

### On Linux

Ask the package manager.
`;

let pages;

before(async () => {
  const builder = await Builder.create({ parents: "sections", sectionDepth: 6 });
  builder.add({ id: "guide.md", url: "guide/", title: "Guide", text: PAGE });
  builder.add({ id: "empty.md", title: "Empty", text: "" });
  const index = await open(builder.finish());
  pages = new Map(pagesOf(index).map((page) => [page.id, page]));
  index.close();
});

test("a page has its headings, and its text without them", () => {
  const { title, url, headings, text } = pages.get("guide.md");
  assert.deepEqual([title, url, headings], ["Guide", "guide/", ["Install", "On Linux"]]);
  for (const kept of ["Before all headings.", "# no heading\nget tool", "Ask the package manager."]) {
    assert.ok(text.includes(kept), kept);
  }
  assert.doesNotMatch(text, /```|## /);
});

test("a section knows the headings above it", () => {
  const found = pages.get("guide.md").sections.map(({ title, titles, depth }) => [title, titles, depth]);
  assert.deepEqual(found, [
    ["Guide", [], 1],
    ["Install", ["Guide"], 2],
    ["On Linux", ["Guide", "Install"], 3],
  ]);
});

test("a page without text is a page all the same", () => {
  const { title, headings, text } = pages.get("empty.md");
  assert.deepEqual([title, headings, text], ["Empty", [], ""]);
});

const figures = (queries, value) => ({
  queries,
  measures: { "mrr@10": value },
  subsets: { title: { queries, measures: { "success@1": value, "mrr@10": 0 } } },
});

test("a table says over which queries an engine was measured, and how it was configured", () => {
  const peer = { row: "Peer", version: "1.2.3", configuration: "fast", configurations: ["fast", "slow"] };
  const rows = [
    { row: "Kindex", figures: figures(20, 0.75) },
    { ...peer, figures: figures(2, 0.5), sampled: true },
  ];
  const lines = knownTable({ rows }).split("\n");
  assert.ok(lines.includes("| Kindex | 20 | 0.750 |  |  | 0.750 |"), lines.join("\n"));
  assert.ok(lines.includes("| Peer ¹ | 2 | 0.500 |  |  | 0.500 |"), lines.join("\n"));
  assert.ok(lines.some((line) => line.startsWith("¹ ")));
  assert.ok(lines.includes("- Peer (1.2.3): fast; chosen before slow."));
});
