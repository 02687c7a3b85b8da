// Snippets in lists of one's own, of the hits of every entry.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Builder, PACKAGE, built, explore, open } from "./support.mjs";

const { snippetHtml, snippetParts } = await import(new URL("snippet.js", PACKAGE));
const { open: openAll } = await import(new URL("build.js", PACKAGE));

/** A hit with these words of its text marked. */
function hitOf(text, { snippet = text, title = "", headings = [], words = [] } = {}) {
  const highlights = words.map((word) => [text.indexOf(word), text.indexOf(word) + word.length]);
  return { document: "d", title, headings, text, snippet, snippetStart: text.indexOf(snippet), highlights };
}

const SHOWN = {
  "code and a mark in it": [hitOf("Set `base_url` to it.", { words: ["url"] }), "Set <code>base_<mark>url</mark></code> to it."],
  "what HTML would read": [hitOf(`a < b && "c" > 'd' <mark>`, { words: ["&&"] }), "a &lt; b <mark>&amp;&amp;</mark> &quot;c&quot; &gt; &#39;d&#39; &lt;mark&gt;"],
  "rows of a table": [hitOf("| a \\| b | c |\n| --- | --- |\n| d | e |", { words: ["e"] }), "a | b  ·  c  ·  d  ·  <mark>e</mark>"],
  "items and a quote": [hitOf("- one\n- two\n\n> said", { words: ["two"] }), "one\n · <mark>two</mark>\n\nsaid"],
  "code with its fences": [hitOf("```js\nlet a = `b`;\n```", { words: ["let"] }), "<mark>let</mark> a = <code>b</code>;"],
  "a heading that is shown above": [hitOf("## Use\n\nText of it.", { headings: ["Use"] }), "Text of it."],
  "another heading": [hitOf("## Use\n\nText of it.", { title: "Page" }), "Use · \nText of it."],
  "a part of a text": [hitOf("Before it. Here it is. And after.", { snippet: "Here it is.", words: ["is"] }), "… Here it <mark>is</mark>. …"],
  "nothing but signs": [hitOf("---"), ""],
};

for (const [name, [hit, expected]] of Object.entries(SHOWN)) {
  test(`a snippet shows ${name}`, () => assert.equal(snippetHtml(hit), expected));
}

test("parts are texts and marks in turn", () => {
  const hit = hitOf("A bowline makes `a loop`.", { words: ["bowline", "loop"] });
  assert.deepEqual(snippetParts(hit), [
    { text: "A " },
    { text: "bowline", mark: true },
    { text: " makes " },
    { text: "a ", code: true },
    { text: "loop", mark: true, code: true },
    { text: "." },
  ]);
});

const PAGE = { id: "a", title: "Knots", text: "# Knots\n\n- Tie `bowline` <knots> first.\n" };

describe("hits of every entry", async () => {
  const builder = await Builder.create({ language: "en" });
  builder.add(PAGE);
  const files = new Map(builder.finishFiles({ layout: "sharded" }));
  const bytes = await built([PAGE], { language: "en" });
  const ENTRIES = {
    kindex: () => open(bytes),
    "kindex, several files": () => open((name) => files.get(name)),
    "kindex/explore": () => explore(bytes),
    "kindex/build": () => openAll(bytes),
  };
  for (const [name, opened] of Object.entries(ENTRIES)) {
    for (const texts of [true, false]) {
      test(`${name}, ${texts ? "with" : "without"} texts`, async () => {
        const index = await opened();
        const [hit] = (await index.search("bowlines", { texts })).hits;
        assert.equal(snippetHtml(hit), "Tie <code><mark>bowline</mark></code> &lt;knots&gt; first.");
        index.close();
      });
    }
  }
});
