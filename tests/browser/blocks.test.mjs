// The blocks that the demo page reads out of a passage. It needs no browser.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parse } from "../../js/element/blocks.js";
import { divide, regions } from "../../js/element/regions.js";

const wordsOf = (text, block) => block.pieces.map(({ start, end }) => text.slice(start, end)).join("\n");

/** Blocks as nested arrays: kind, then words or children. */
function outline(text, blocks = parse(text)) {
  return blocks.map((block) =>
    block.pieces ? [block.kind, wordsOf(text, block)] : [block.kind, ...outline(text, block.children)],
  );
}

function piecesOf(blocks) {
  return blocks.flatMap((block) => block.pieces ?? piecesOf(block.children));
}

const CELL = (words) => ["cell", words];
const PARAGRAPH = (words) => ["paragraph", words];

const PAGE = `## Rules

First of all:

- one
- two
  goes on

  1. deeper
- three

> [!NOTE]
> Take care.
>
> - quoted

\`\`\`rust
fn main() {

    go();
}
\`\`\`

| a | b |
| --- | --- |
| 1 | x |...| y |
| | 2 |

term
: what it is
`;

describe("blocks of a passage", () => {
  test("are read in Markdown's notation", () => {
    assert.deepEqual(outline(PAGE), [
      ["heading", "Rules"],
      PARAGRAPH("First of all:"),
      [
        "list",
        ["item", PARAGRAPH("one")],
        ["item", PARAGRAPH("two\ngoes on"), ["list", ["item", PARAGRAPH("deeper")]]],
        ["item", PARAGRAPH("three")],
      ],
      ["quote", PARAGRAPH("Take care."), ["list", ["item", PARAGRAPH("quoted")]]],
      ["code", "fn main() {\n\n    go();\n}"],
      [
        "table",
        ["row", CELL("a"), CELL("b")],
        ["row", CELL("1"), CELL("x |...| y")],
        ["row", CELL(""), CELL("2")],
      ],
      PARAGRAPH("term"),
      ["description", PARAGRAPH("what it is")],
    ]);
  });

  test("may be cut off at either end", () => {
    const cases = [
      ["```js\nlet a;\n", [["code", "let a;"]]],
      ["```js", [["code", ""]]],
      ["  b();\n}\n```\n\nAfter.", [["code", "  b();\n}"], PARAGRAPH("After.")]],
      ["b();\n```", [["code", "b();"]]],
      ["Before.\n\n```\nc();", [PARAGRAPH("Before."), ["code", "c();"]]],
      ["of | two |\n| 3 | fo", [["table", ["row", CELL("of"), CELL("two")], ["row", CELL("3"), CELL("fo")]]]],
      ["| --- |\n| 1 |", [["table", ["row", CELL("1")]]]],
      ["  rest of an item\n- next", [PARAGRAPH("rest of an item"), ["list", ["item", PARAGRAPH("next")]]]],
      ["#", [["heading", ""]]],
      ["-", [["list", ["item"]]]],
      [" \n\n", []],
      ["", []],
    ];
    for (const [text, expected] of cases) assert.deepEqual(outline(text), expected, JSON.stringify(text));
  });

  test("hold every word once and in order, and stay so when divided anywhere", () => {
    const letters = (text, blocks) =>
      piecesOf(blocks)
        .map(({ start, end }) => text.slice(start, end))
        .join("")
        .replace(/\s/g, "");
    const whole = letters(PAGE, parse(PAGE));
    for (let at = 0; at <= PAGE.length; at += 1) {
      const [before, after] = divide(parse(PAGE), at);
      assert.equal(letters(PAGE, before) + letters(PAGE, after), whole, `divided at ${at}`);
      assert.ok(piecesOf(before).every(({ end }) => end <= at));
      assert.ok(piecesOf(after).every(({ start }) => start >= at));
    }
  });

  test("are read without end from text that nests without end", () => {
    for (const mark of ["> ", "- ", "1. ", ": ", "| ", "#", "`", "```\n", "- - x "]) {
      assert.ok(Array.isArray(parse(mark.repeat(50_000))), mark);
    }
  });
});

describe("regions of a passage", () => {
  test("tile it, the best first where they overlap", () => {
    const children = [
      { start: 10, end: 20 },
      { start: 15, end: 30 },
      { start: 30, end: 35 },
      { start: 50, end: 99 },
    ];
    assert.deepEqual(regions(60, children), [
      { start: 0, end: 10, kind: "plain" },
      { start: 10, end: 20, kind: "best" },
      { start: 20, end: 35, kind: "other" },
      { start: 35, end: 50, kind: "plain" },
      { start: 50, end: 60, kind: "other" },
    ]);
  });

  test("are one where nothing matched", () => {
    assert.deepEqual(regions(5, []), [{ start: 0, end: 5, kind: "plain" }]);
    assert.deepEqual(regions(0, []), []);
  });
});
