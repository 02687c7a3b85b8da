// The effects of the options of a search.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { built, explore, open } from "./support.mjs";

const words = (count) => Array.from({ length: count }, (_, i) => `filler${i % 7}`).join(" ");

/** A paragraph that is a child of its own. */
const child = (start) => `${start} ${words(40)}.`;

const DOCUMENTS = [
  {
    id: "birds",
    title: "Birds",
    text: `# Waders\n\n${child("heron")}\n\n${child("heron heron")}\n\n${child("egret")}\n\n# Stork\n\n${child("stork heron")}\n`,
    meta: { year: 2021 },
    filters: { tag: ["air", "water"], legs: 2, size: "9" },
    extra: { stork: "ciconia" },
  },
  {
    id: "fish",
    title: "Fish",
    text: `# Pike\n\n${child("pike heron")}\n\n${child("pike")}\n\n${child("pike")}\n`,
    filters: { tag: "water", legs: 0, size: "10", caught: "2024-05-01" },
    extra: "esox",
  },
  {
    id: "cats",
    title: "Cats",
    text: `# Lynx\n\n${child("lynx heron")}\n`,
    meta: { year: 1999 },
    filters: { tag: "land", legs: 4, wild: true, caught: "2023-12-31", ["__proto__"]: "lion" },
  },
];

describe("search options", () => {
  let index;
  let explorer;

  before(async () => {
    const bytes = await built(DOCUMENTS, { levels: [1200, 400] });
    index = await open(bytes);
    explorer = await explore(bytes);
  });

  const ids = ({ hits }) => hits.map(({ id }) => id);
  const documents = ({ hits }) => [...new Set(hits.map(({ document }) => document))].sort();
  const filtered = (filters) => documents(index.search("heron", { filters }));

  test("matchLevel and returnLevel choose the chunks", () => {
    const hits = (options) => index.search("heron", options).hits;
    for (const [options, matched, returned] of [
      [{}, 0, 1],
      [{ matchLevel: 1 }, 1, 1],
      [{ returnLevel: 2 }, 0, 2],
      [{ matchLevel: 1, returnLevel: 2 }, 1, 2],
      [{ expand: false }, 0, 0],
      [{ expand: false, matchLevel: 1 }, 1, 1],
      [{ expand: false, returnLevel: 0 }, 0, 0],
      [{ expand: true, returnLevel: 2 }, 0, 2],
    ]) {
      for (const hit of hits(options)) {
        assert.deepEqual([hit.matchedLevel, hit.returnedLevel, hit.level], [matched, returned, returned]);
        assert.ok(hit.children.every(({ id }) => id.includes(`#${matched}.`)));
      }
    }
    assert.deepEqual(ids(index.search("stork", { returnLevel: 2 })), ["birds#2.0"]);
  });

  test("collapse makes a parent's score of its children's", () => {
    const score = (options) => {
      const { hits } = explorer.search("heron", options);
      return hits.find(({ id }) => id === "birds#1.0").score;
    };
    const [best, second] = explorer
      .search("heron", { expand: false })
      .hits.filter(({ id }) => ["birds#0.0", "birds#0.1"].includes(id))
      .map((hit) => hit.score);
    const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);
    close(score({ collapse: "max" }), best);
    close(score({ collapse: "mean" }), (best + second) / 2);
  });

  test("autoMerge returns children where few of a parent match", () => {
    const merged = (autoMerge) => ids(explorer.search("pike", { autoMerge }));
    assert.deepEqual(merged(true), ["fish#1.0"]);
    const levels = (autoMerge) =>
      Object.fromEntries(explorer.search("heron", { autoMerge }).hits.map(({ id, level }) => [id, level]));
    assert.equal(levels(true)["birds#1.0"], 1);
    assert.equal(levels(true)["fish#0.0"], 0);
    assert.deepEqual(levels(0.5), levels(true));
    assert.equal(levels(0.9)["birds#0.1"], 0);
    assert.deepEqual(levels(false), levels(undefined));
    assert.equal(levels(false)["fish#1.0"], 1);
  });

  test("siblings returns the chunks around", () => {
    const alone = explorer.search("egret", { expand: false }).hits[0];
    const [window] = explorer.search("egret", { expand: false, siblings: 1 }).hits;
    assert.equal(window.children[0].text, alone.text);
    assert.ok(window.text.includes(alone.text));
    assert.ok(window.text.length > alone.text.length);
    assert.ok(window.text.includes("heron heron"));
  });

  test("perDocument and group keep documents apart", () => {
    const count = (options) => index.search("heron", options).hits.filter(({ document }) => document === "birds").length;
    assert.equal(count({}), 2);
    assert.equal(count({ perDocument: 1 }), 1);
    const grouped = index.search("heron", { group: true });
    assert.equal(grouped.hits.length, 3);
    const birds = grouped.hits.find(({ document }) => document === "birds");
    assert.equal(birds.more.length, 1);
    assert.ok(birds.more[0].score <= birds.score);
    assert.deepEqual(birds.more[0].meta, { year: 2021 });
    assert.equal(typeof birds.more[0].children[0].score, "number");
    const single = index.search("heron", { group: true, perDocument: 1 });
    assert.ok(single.hits.every((hit) => !("more" in hit)));
  });

  test("finds words that are not shown", () => {
    const [hit] = index.search("ciconia").hits;
    assert.equal(hit.anchor, "stork");
    assert.deepEqual(hit.highlights, []);
    assert.deepEqual(documents(index.search("esox")), ["fish"]);
  });

  test("filters take values, lists and conditions", () => {
    assert.deepEqual(filtered({ tag: "water" }), ["birds", "fish"]);
    assert.deepEqual(filtered({ tag: ["land", "air"] }), ["birds", "cats"]);
    assert.deepEqual(filtered({ tag: { any: ["land"] } }), ["cats"]);
    assert.deepEqual(filtered({ tag: { any: "land" } }), ["cats"]);
    assert.deepEqual(filtered({ tag: { all: ["water", "air"] } }), ["birds"]);
    assert.deepEqual(filtered({ tag: { not: ["water"] } }), ["cats"]);
    assert.deepEqual(filtered({ wild: { not: [true] } }), ["birds", "fish"]);
    assert.deepEqual(filtered({ wild: true }), ["cats"]);
    assert.deepEqual(filtered({ tag: { any: ["water"], not: ["air"] } }), ["fish"]);
    assert.deepEqual(filtered({ tag: [] }), []);
    assert.deepEqual(filtered({ tag: { any: undefined } }), ["birds", "cats", "fish"]);
    assert.deepEqual(filtered({ legs: 2 }), ["birds"]);
  });

  test("filters compare numbers by size and dates as written", () => {
    assert.deepEqual(filtered({ legs: { min: 2 } }), ["birds", "cats"]);
    assert.deepEqual(filtered({ legs: { min: 1, max: 3.5 } }), ["birds"]);
    assert.deepEqual(filtered({ size: { min: 9.5 } }), ["fish"]);
    assert.deepEqual(filtered({ caught: { min: "2024-01-01" } }), ["fish"]);
    assert.deepEqual(filtered({ caught: { max: "2023-12-31" } }), ["cats"]);
    assert.deepEqual(filtered({ year: { max: 2000 } }), ["cats"]);
  });

  test("facets count over what matches", () => {
    const { facets } = index.search("heron", { facets: ["tag", "legs", "__proto__"], limit: 1 });
    assert.deepEqual(Object.keys(facets), ["tag", "legs", "__proto__"]);
    assert.equal(Object.getPrototypeOf(facets), Object.prototype);
    assert.deepEqual(Object.fromEntries(facets.tag), { water: 2, air: 1, land: 1 });
    assert.deepEqual(Object.fromEntries(facets.legs), { 0: 1, 2: 1, 4: 1 });
    const narrowed = index.search("heron", { facets: ["tag"], filters: { tag: "land" } });
    assert.deepEqual(narrowed.facets, { tag: [["land", 1]] });
    assert.ok(!("facets" in index.search("heron")));
  });

  test("sort orders by a key", () => {
    const sorted = (sort, options) =>
      index.search("heron", { sort, group: true, ...options }).hits.map(({ document }) => document);
    assert.deepEqual(sorted("legs"), ["fish", "birds", "cats"]);
    assert.deepEqual(sorted("legs:desc"), ["cats", "birds", "fish"]);
    assert.deepEqual(sorted("size:desc"), ["fish", "birds", "cats"]);
    assert.deepEqual(sorted("legs", { filters: { tag: "water" }, facets: ["tag"] }), ["fish", "birds"]);
    assert.throws(() => sorted(""), { code: "invalid_option", message: /sort/ });
    assert.throws(() => sorted(1), { code: "invalid_option", message: /sort.*strings/ });
    // An array may leave places empty.
    assert.throws(() => sorted("legs", { facets: Array(1) }), { code: "invalid_option", message: /facets.*strings/ });
  });

  test("give the same from kindex/explore, which counts tokens besides", () => {
    const options = { group: true, facets: ["tag"], filters: { legs: { min: 0 } } };
    const { hits, ...rest } = explorer.search("heron stork", options);
    const plain = index.search("heron stork", options);
    assert.deepEqual(hits.map(untold), plain.hits);
    assert.deepEqual(rest, { query: plain.query, total: plain.total, facets: plain.facets });
  });

  /** A hit of an explorer as other indexes give it. */
  function untold({ tokens, chunks, children, more, ...hit }) {
    assert.ok(tokens > 0 && chunks > 0 && children.every((child) => child.tokens > 0));
    // eslint-disable-next-line no-unused-vars
    const plain = children.map(({ tokens, ...child }) => child);
    return { ...hit, children: plain, ...(more && { more: more.map(untold) }) };
  }
});
