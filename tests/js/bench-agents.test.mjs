// What the benchmark of agents looks for, and whether it was read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_TOKENS, keepOwn, passageOf, tokensTo } from "../../bench/agents/passages.mjs";
import { sectionOf } from "../../bench/agents/sections.mjs";

const words = (word, count) => Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ");

const PAGE = `---
title: Knots
---

${words("top", 20)}

## One

### A *knot* of [two](two.md)

${words("inner", 20)}

~~~sh
# no heading
tie <rope>
~~~

## One

${words("second", 20)}

## Given {#own}

${words("given", 20)}

<h2 id="html">In HTML</h2>
<p id="first">${words("first", 20)} &lt;b&gt;</p>
<p id="last"><b>${words("last", 20)}</b></p>
`;

test("sections are found by the ids that generators give, and end at the next heading", () => {
  assert.equal(sectionOf(PAGE, ""), words("top", 20));
  const inner = sectionOf(PAGE, "a-knot-of-two");
  assert.match(inner, /^inner0 [^]* inner19\s+# no heading\s+tie <rope>/);
  assert.ok(!inner.includes("second"));
  assert.ok(sectionOf(PAGE, "one").includes("inner19"), "a heading without a text has the text below the next");
  assert.equal(sectionOf(PAGE, "one-1"), words("second", 20));
  assert.equal(sectionOf(PAGE, "own"), words("given", 20));
  assert.match(sectionOf(PAGE, "html"), /^first0 [^]* first19 <b>\s+last0 /);
  assert.equal(sectionOf(PAGE, "first"), `${words("first", 20)} <b>`);
  assert.equal(sectionOf(PAGE, "last"), words("last", 20));
  assert.equal(sectionOf(PAGE, "no-such"), undefined);
});

const count = (text) => text.split(" ").length;
const read = async (passages, ...answers) =>
  tokensTo(passages, (async function* () {
    yield* answers;
  })(), count);

test("a passage was read when half of its runs were, in whatever answers they stood", async () => {
  const passage = passageOf(words("a", 24));
  assert.equal(passage.runs.size, 20);
  const half = words("A", 14).replaceAll(" ", ", ");
  assert.deepEqual(await read([passage], `no ${half} more`), { tokens: 15, read: 16, calls: 1, isFound: true });
  assert.equal((await read([passage], words("a", 13))).isFound, false);
  assert.deepEqual(await read([passage], `x ${words("a", 13)}`, "a8 a9 a10 a11 a12 a13"), { tokens: 20, read: 20, calls: 2, isFound: true });
  const mixed = words("a", 24).split(" ").reverse().join(" ");
  assert.equal((await read([passage], mixed)).isFound, false, "the same words in another order");
});

test("a hundred runs are enough of a long passage, and reading ends", async () => {
  const passage = passageOf(words("a", 1004));
  assert.equal((await read([passage], words("a", 104))).tokens, 104);
  const late = `${words("x", MOST_TOKENS)} ${words("a", 1004)}`;
  assert.deepEqual(await read([passage], late, words("a", 1004)), { tokens: MOST_TOKENS, read: MOST_TOKENS, calls: 1, isFound: false });
});

test("of a whole page only what no other page has counts", async () => {
  const pages = [`${words("menu", 50)} ${words("a", 50)}`, `${words("menu", 50)} ${words("b", 50)}`];
  const passage = passageOf(pages[0]);
  keepOwn([passage], pages);
  assert.equal((await read([passage], pages[1])).isFound, false);
  assert.equal((await read([passage], words("a", 50))).isFound, true);
});
