// The parts of the search field that need no page: what it proposes, which pages it makes of hits, and
// how long its searches wait.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PACKAGE } from "./support.mjs";

globalThis.document ??= { baseURI: "https://docs.example/" };
const { restOf } = await import(new URL("element/ghost.js", PACKAGE));
const { grouped, pagesOf } = await import(new URL("element/pages.js", PACKAGE));
const { sourceOver } = await import(new URL("element/source.js", PACKAGE));

/** A hit that has these words, all of which match. */
function hitOf(text, more) {
  const highlights = [...text.matchAll(/\w+/g)].map(({ 0: word, index }) => [index, index + word.length]);
  return { document: text, url: "", title: "Birds", headings: ["Birds", "Voice"], text, highlights, ...more };
}

describe("what the search field proposes", () => {
  const completions = ["heron"];

  test("is a word that several results have", () => {
    const hits = [hitOf("Herons and a heron"), hitOf("A heron")];
    assert.equal(restOf("her", { hits, completions }), "on");
    assert.equal(restOf("the her", { hits, completions: ["the heron"] }), "on");
  });

  test("is no word that one of several results has, or none", () => {
    assert.equal(restOf("her", { hits: [hitOf("A heron"), hitOf("Herald"), hitOf("Herald")], completions }), "");
    assert.equal(restOf("her", { hits: [hitOf("Herald"), hitOf("Herald")], completions }), "");
    assert.equal(restOf("her", { hits: [hitOf("A heron"), hitOf("Herald"), hitOf("Herald")], completions: ["heron", "herald"] }), "ald");
  });

  test("is the word of the only result", () => assert.equal(restOf("her", { hits: [hitOf("A heron")], completions }), "on"));

  test("is nothing behind a word that results have, or a name of a program", () => {
    assert.equal(restOf("heron", { hits: [hitOf("heron"), hitOf("herons heron")], completions: ["herons"] }), "");
    assert.equal(restOf("her", { hits: [hitOf("her_on"), hitOf("her_on")], completions: ["her_on"] }), "");
  });

  test("is a heading before all", () => assert.equal(restOf("Vo", { hits: [hitOf("Volume")], completions: ["volume"] }), "ice"));
});

describe("the pages of hits", () => {
  test("are asked for with a few sections more than are shown", () => {
    assert.deepEqual(grouped({ perDocument: 3, limit: 8 }), { perDocument: 9, limit: 8, group: true });
  });

  test("are hits one by one where these are not to be grouped", () => {
    const options = { perDocument: 3, group: false };
    assert.deepEqual(grouped(options), options);
    const hits = ["a", "b", "c", "d"].map((text) => hitOf(text));
    assert.deepEqual(pagesOf(hits, 3).map((page) => page.hits.length), [1, 1, 1, 1]);
  });

  test("leave a number that is none to the search, which says so", () => {
    for (const perDocument of [0, -1, NaN, "many"]) assert.deepEqual(grouped({ perDocument }).perDocument, perDocument);
  });
});

test("of the searches of a query only the first waits for the next letter", async () => {
  const asked = [];
  const index = { search: async (query, { pause, limit }) => asked.push([query, limit, pause]) };
  const source = sourceOver(index);
  const { signal } = new AbortController();
  for (const query of ["a", "b"]) {
    const search = source.searches(query, signal);
    for (const limit of [1, 2, 3]) await search({ limit });
  }
  assert.deepEqual(asked, [["a", 1, 150], ["a", 2, 0], ["a", 3, 0], ["b", 1, 150], ["b", 2, 0], ["b", 3, 0]]);
});
