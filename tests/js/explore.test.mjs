// The ways through an index, and what explains a search.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { KindexError, built, explore, failure } from "./support.mjs";

const paragraph = (i) => `Paragraph ${i} of naïve 🦀 text, ${"with some words in it ".repeat(12)}and an end.`;
const section = (name, from) => `# ${name}\n\n${[0, 1, 2, 3].map((i) => paragraph(from + i)).join("\n\n")}\n`;

const LONG = {
  id: "long#1.md",
  url: "/long",
  title: "Long 𝔸",
  lang: "en",
  text: [section("First", 0), section("Second", 4), section("Third", 8)].join("\n"),
  meta: JSON.parse('{"__proto__":"p","author":"kim"}'),
  filters: { tag: ["a", "b"] },
};
const SHORT = { id: "short.md", text: "A paragraph alone.\n" };

for (const [name, options] of Object.entries({
  "two levels": { levels: [700, 300] },
  "four levels": { levels: [2400, 1200, 600, 200] },
  "whole sections": { parents: "sections" },
  "overlapping windows": { chunker: "windows" },
  tokens: { unit: "tokens", levels: [150, 60] },
})) {
  describe(`ways through ${name}`, () => {
    let index, top, all;

    before(async () => {
      index = await explore(await built([LONG, SHORT], options));
      top = index.stats().levels.length;
      all = Array.from({ length: top + 1 }, (_, level) => index.chunks(LONG.id, level));
    });

    test("a chunk is found by its id", () => {
      for (const chunk of all.flat()) assert.deepEqual(index.chunk(chunk.id), chunk);
    });

    test("the parent of a child is the chunk that has it", () => {
      for (const chunk of all.flat()) {
        for (const child of index.children(chunk.id)) assert.deepEqual(index.parent(child.id), chunk);
      }
      assert.deepEqual(all[0].flatMap(({ id }) => index.children(id)), []);
      assert.equal(index.parent(all[top][0].id), null);
    });

    test("the children of all parents are the level below", () => {
      for (let level = 1; level <= top; level += 1) {
        assert.deepEqual(all[level].flatMap(({ id }) => index.children(id)), all[level - 1]);
      }
    });

    test("ancestors lead to the document", () => {
      for (const { id, level } of all.flat()) {
        const ancestors = index.ancestors(id);
        assert.deepEqual(ancestors[0] ?? null, index.parent(id));
        assert.deepEqual(ancestors.map((chunk) => chunk.level), [...all.keys()].slice(level + 1));
        for (const chunk of ancestors) assert.deepEqual(index.ancestor(id, chunk.level), chunk);
        assert.throws(() => index.ancestor(id, level), failure("invalid_option", /level/));
        assert.throws(() => index.ancestor(id, top + 1), failure("invalid_option", /level/));
      }
    });

    test("siblings stand before and after", () => {
      for (const level of all) {
        for (const [at, { id }] of level.entries()) {
          const around = (before, after) => level.slice(Math.max(0, at - before), at + after + 1);
          const others = (chunks) => chunks.filter((chunk) => chunk.id !== id);
          assert.deepEqual(index.siblings(id), others(around(1, 1)));
          assert.deepEqual(index.siblings(id, 0, 2), others(around(0, 2)));
          assert.deepEqual(index.siblings(id, 3, 0), others(around(3, 0)));
          assert.deepEqual(index.siblings(id, 2 ** 32 - 1, 2 ** 32 - 1), others(level));
        }
      }
    });

    test("a hierarchy is all of that", () => {
      for (const { id } of all.flat()) {
        const parent = index.parent(id);
        const family = parent ? index.children(parent.id) : [];
        assert.deepEqual(index.hierarchy(id), {
          ancestors: index.ancestors(id),
          chunk: index.chunk(id),
          children: index.children(id),
          siblings: family.filter((chunk) => chunk.id !== id),
        });
      }
    });

    test("offsets are UTF-16 units of the document's text", () => {
      const { text } = all[top][0];
      for (const chunk of all.flat()) assert.equal(text.slice(chunk.start, chunk.end), chunk.text);
      assert.equal(index.document(LONG.id).length, text.length);
    });

    test("each level has the whole text", () => {
      const { text } = all[top][0];
      for (const level of all) {
        let end = 0;
        for (const chunk of level) {
          assert.ok(chunk.start <= end, "there is a gap");
          assert.ok(chunk.end > end);
          end = chunk.end;
        }
        assert.equal(end, text.length);
        const apart = level.every((chunk, at) => at === 0 || chunk.start === level[at - 1].end);
        if (name !== "overlapping windows") assert.ok(apart);
        if (apart) assert.equal(level.map((chunk) => chunk.text).join(""), text);
      }
    });

    test("hits are chunks", () => {
      for (const hit of index.search("naive paragraph words", { limit: 50 }).hits) {
        const chunk = index.chunk(hit.id);
        assert.equal(chunk.text, hit.text);
        for (const child of hit.children) assert.equal(index.parent(child.id).id, hit.id);
      }
    });
  });
}

describe("pieces of a table and of code", async () => {
  const { CUT } = await import("./mcp-documents.mjs");
  const { text } = CUT;
  const index = await explore(await built([CUT]));
  const levels = index.stats().levels.length;
  const chunks = Array.from({ length: levels }, (_, level) => index.chunks(CUT.id, level)).flat();

  test("have the text of the page where it begins in them", () => {
    for (const { text: piece, textStart, start, end } of chunks) {
      assert.equal(piece.slice(textStart, textStart + end - start), text.slice(start, end));
    }
  });

  test("begin with the header of the table, and have fences around code", () => {
    const header = text.slice(text.indexOf("| N"), text.indexOf("| opt0"));
    for (const { text: piece } of chunks) {
      if (piece.includes("| opt")) assert.ok(piece.slice(0, piece.indexOf("| opt")).endsWith(header), piece);
      if (piece.includes("step")) assert.match(piece, /^[^]*- ```yaml\n( {2}step.*\n)+ {2}```\n$/);
    }
  });

  test("are found with places of words in them", () => {
    for (const query of ["ü60", "é60", "näme opt70"]) {
      for (const hit of index.search(query).hits) {
        assert.equal(hit.text, index.chunk(hit.id).text);
        const marked = hit.highlights.map(([from, to]) => hit.text.slice(from, to).toLowerCase());
        for (const word of marked) assert.ok(query.includes(word), `${word} of ${query}`);
        assert.equal(hit.text.slice(hit.snippetStart).startsWith(hit.snippet), true);
        for (const child of hit.children) {
          const { textStart, text: whole } = index.chunk(child.id);
          assert.ok(whole.slice(textStart).startsWith(child.text));
        }
      }
    }
  });
});

describe("documents", () => {
  let index;

  before(async () => {
    index = await explore(await built([LONG, SHORT]));
  });

  test("are listed", () => assert.deepEqual(index.documents(), [LONG.id, SHORT.id]));

  test("are listed by the beginning of their addresses", () => {
    const [long, short] = [{ id: LONG.id, url: "/long", title: LONG.title }, { id: SHORT.id, url: "", title: "" }];
    assert.deepEqual(index.pages(), { total: 2, pages: [long, short] });
    assert.deepEqual(index.pages({ prefix: "/l", limit: undefined }), { total: 1, pages: [long] });
    assert.deepEqual(index.pages({ from: 1, limit: 1 }), { total: 2, pages: [short] });
    assert.deepEqual(index.pages({ from: 2 ** 32 - 1 }), { total: 2, pages: [] });
    assert.deepEqual(index.page("/long"), long);
    assert.equal(index.page("/lon"), null);
    assert.throws(() => index.pages({ prefix: 1 }), failure("invalid_argument", /prefix/));
    assert.throws(() => index.pages({ limit: -1 }), failure("invalid_argument", /limit/));
    assert.throws(() => index.pages({ count: 1 }), failure("invalid_option", /count/));
    assert.throws(() => index.page(), failure("invalid_argument", /url/));
  });

  test("are told without their text", () => {
    const document = index.document(`${LONG.id}#0.3`);
    const chunks = [0, 1].map((level) => index.chunks(LONG.id, level).length);
    assert.deepEqual(document, {
      id: LONG.id,
      url: "/long",
      title: "Long 𝔸",
      lang: "en",
      meta: LONG.meta,
      filters: { tag: ["a", "b"] },
      chunks,
      length: LONG.text.length,
    });
    assert.deepEqual(Object.keys(document.meta).sort(), ["__proto__", "author"]);
    assert.deepEqual(index.document(SHORT.id).meta, {});
  });
});

describe("ids that name nothing", () => {
  let index;

  before(async () => {
    index = await explore(await built([LONG, SHORT]));
  });

  const ways = {
    chunk: [],
    parent: [],
    children: [],
    ancestors: [],
    ancestor: [1],
    siblings: [],
    chunks: [0],
    hierarchy: [],
    document: [],
  };
  const strange = [
    "",
    "#",
    "#0.0",
    "none.md",
    "none.md#0.0",
    "short.md#0",
    "short.md#0.",
    "short.md#.0",
    "short.md#0.1",
    "short.md#9.0",
    "short.md#0.00",
    "short.md#0.-1",
    "short.md#0.0 ",
    "short.md#99999999999999999999.0",
    "long#1.md#0.999",
    "\ud800#0.0",
    "\udfff",
    "short.md#0.\ud800",
    "__proto__",
    "a".repeat(100_000),
    "#".repeat(100_000),
  ];

  for (const [way, args] of Object.entries(ways)) {
    test(`are refused by ${way}`, () => {
      for (const id of strange) assert.throws(() => index[way](id, ...args), failure("unknown_id"));
      for (const id of [undefined, null, 7, {}, [SHORT.id]]) {
        assert.throws(() => index[way](id, ...args), failure("invalid_argument", /id.*string/));
      }
    });
  }

  test("are none of a document where a chunk's is wanted", () => {
    for (const way of ["chunk", "parent", "children", "ancestors", "siblings", "hierarchy"]) {
      assert.throws(() => index[way](SHORT.id), failure("unknown_id", /short\.md/));
    }
  });

  test("go with counts that are none", () => {
    const id = `${SHORT.id}#0.0`;
    for (const wrong of [-1, 1.5, NaN, "1", null, 2 ** 32, 1n]) {
      const calls = [
        () => index.ancestor(id, wrong),
        () => index.siblings(id, wrong),
        () => index.siblings(id, 1, wrong),
        () => index.chunks(id, wrong),
      ];
      for (const call of calls) assert.throws(call, failure("invalid_argument", /whole/));
    }
    assert.throws(() => index.chunks(SHORT.id, 3), failure("invalid_option", /level/));
  });

  test("leave the index as it was", () => {
    assert.throws(() => index.chunk("\ud800"), KindexError);
    assert.equal(index.chunk(`${SHORT.id}#0.0`).text, SHORT.text);
    index.verify();
  });
});

describe("explain", () => {
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const close = (a, b, what) => assert.ok(Math.abs(a - b) < 1e-9, `${what}: ${a} is not ${b}`);

  function check({ score, explanation }) {
    const { children, title, partTitle, exactTitle, boost } = explanation;
    assert.ok(children.length > 0);
    for (const child of children) {
      close(sum(child.terms.map((term) => term.score)) + child.exactHeading, child.score, "a child");
    }
    const parts = [sum(children.map((child) => child.score * child.share)), sum(title.map((one) => one.score)), partTitle, exactTitle];
    close(sum(parts) * boost, score, "a hit");
  }

  for (const options of [
    {},
    { collapse: "mean" },
    { group: true },
    { matchLevel: 1 },
    { returnLevel: 2 },
    { expand: false },
    { autoMerge: true },
    { siblings: 1, expand: false },
    { explain: true, weights: { k1: 0.5, b: 0, title: 1, heading: 4 } },
  ]) {
    test(`adds up with ${JSON.stringify(options)}`, async () => {
      const index = await explore(await built([LONG, SHORT]));
      for (const query of ["long", "second", "naive paragraph 3 words", "paragraph alone"]) {
        const { hits } = index.search(query, { ...options, explain: true, limit: 30 });
        assert.ok(hits.length > 0, query);
        for (const hit of hits.flatMap((one) => [one, ...(one.more ?? [])])) check(hit);
        if (options.weights) continue;
        const plain = index.search(query, { ...options, limit: 30 });
        assert.deepEqual(plain.hits.map(({ id, score }) => [id, score]), hits.map(({ id, score }) => [id, score]));
        assert.ok(!("explanation" in plain.hits[0]));
      }
    });
  }

  test("takes weights to try", async () => {
    const index = await explore(await built([LONG, SHORT]));
    const scored = (options) => index.search("paragraph alone", options).hits.map(({ id, score }) => [id, score]);
    const usual = { k1: 1.2, b: 0.75, title: 2, heading: 2 };
    assert.deepEqual(scored({ explain: true, weights: usual }), scored());
    for (const weights of [{ k1: 0 }, { b: 0 }]) assert.notDeepEqual(scored({ explain: true, weights }), scored());
    const refused = [
      [{ weights: {} }, /^weights: .* set explain to true$/],
      [{ explain: false, weights: { k1: 1 } }, /^weights: .* set explain to true$/],
      [{ explain: true, weights: 1 }, /^weights: accepted is an object$/],
      [{ explain: true, weights: { k2: 1 } }, /no option k2.*accepted are k1, b, title, heading$/],
      [{ explain: true, weights: { k1: "1" } }, /^k1: accepted are numbers$/],
      [{ explain: true, weights: { title: -1 } }, /^weights\.title: accepted are numbers from 0 to 1000000$/],
      [{ explain: true, weights: { b: 2 } }, /^weights\.b: accepted are numbers from 0 to 1$/],
    ];
    for (const [options, message] of refused) {
      assert.throws(() => index.search("alone", options), failure("invalid_option", message));
    }
  });

  test("names each term with where it stands", async () => {
    const index = await explore(await built([LONG, SHORT]));
    const [{ explanation }] = index.search("alone", { explain: true }).hits;
    const [term] = explanation.children[0].terms;
    assert.deepEqual([term.term, term.level, term.body], ["alone", 0, 1]);
    assert.ok([term.title, term.heading, term.extra].every((count) => Math.abs(count) === 0));
    assert.equal(term.weight, 1);
    assert.ok(term.idf > 0);
    const [titled] = index.search("long 𝔸", { explain: true }).hits;
    assert.ok(titled.explanation.exactTitle > 0);
    assert.ok(titled.explanation.title.some(({ term }) => term === "long"));
  });
});

describe("maxTokens", () => {
  let index;

  before(async () => {
    index = await explore(await built([LONG, SHORT]));
  });

  test("is not passed", () => {
    const whole = index.search("paragraph").hits;
    for (const most of [0, 1, 50, 200, 500, 1000, 5000]) {
      const { hits, leftOut = [] } = index.search("paragraph", { maxTokens: most });
      const tokens = hits.reduce((total, hit) => total + hit.tokens, 0);
      assert.ok(tokens <= most, `${tokens} of ${most}`);
      const accounted = [...hits.map(({ id }) => id), ...leftOut.map(({ id }) => id)];
      for (const { id } of whole) assert.ok(accounted.includes(id), `${id} of ${most}`);
      for (const { id, child } of leftOut) {
        assert.ok(!hits.some((hit) => hit.id === id));
        if (child !== null) assert.equal(index.parent(child).id, id);
        if (child !== null) assert.ok(hits.some((hit) => hit.id === child));
      }
    }
  });

  test("leaves nothing out where all fits", () => {
    const filled = index.search("paragraph", { maxTokens: 100_000 });
    assert.deepEqual(filled, index.search("paragraph"));
  });
});

describe("lines with a pattern", async () => {
  const texts = { "a.md": "One needle.\n\nTwo é needles.\n", "b.md": "# Needle\n\n(a*)*b\n" };
  const index = await explore(await built(Object.entries(texts).map(([id, text]) => ({ id, url: `/docs/${id}`, text }))));

  test("are given with their places", () => {
    const found = index.grep("needle", { limit: 2 });
    assert.deepEqual([found.lines, found.documents, found.next], [3, 2, [1, 1]]);
    assert.deepEqual(found.sections.map(({ page, lines }) => [page.url, lines]), [["/docs/a.md", [[1, "One needle."], [3, "Two é needles."]]]]);
    const rest = index.grep("needle", { limit: 2, from: found.next });
    assert.deepEqual(rest.sections.map(({ id, lines }) => [id.split("#")[0], lines]), [["b.md", [[1, "# Needle"]]]]);
    assert.equal(index.grep("needle", { case: true }).lines, 2);
    assert.equal(index.grep("needle", { word: true, page: "docs/a" }).lines, 1);
    assert.equal(index.grep("E needles", { regex: true }).lines, 1);
    assert.equal(index.grep("(a*)*b").lines, 1);
    assert.deepEqual(index.grep("nothing"), { lines: 0, documents: 0, sections: [] });
  });

  test("take options that there are", () => {
    assert.throws(() => index.grep("(", { regex: true }), failure("invalid_option", /^pattern: there is a \( without its \)/));
    assert.throws(() => index.grep("a", { flags: "i" }), failure("invalid_option", /flags.*regex/));
    assert.throws(() => index.grep(/a/), failure("invalid_argument", /pattern.*string/));
    for (const [name, value] of Object.entries({ page: 1, from: 7, limit: -1 })) {
      assert.throws(() => index.grep("a", { [name]: value }), failure("invalid_argument", new RegExp(name)));
    }
  });
});

describe("the keys of an index", () => {
  const page = (id, more) => ({ id, text: "A page.\n", ...more });
  const PAGES = [
    page("a", { lang: "en", meta: { by: "kim", tag: "x" }, filters: { tag: ["b", "a", "b"], year: 2024 } }),
    page("b", { meta: JSON.parse('{"__proto__":"p"}'), filters: { tag: "b", "of all": true } }),
    page("c", { meta: { tag: "c" } }),
  ];
  const only = (key, kind, value) => ({ key, kind, documents: 1, total: 1, values: [{ value, documents: 1 }] });
  const tags = (limit) => ({
    ...{ key: "tag", kind: "filter", documents: 3, total: 3 },
    values: [["b", 2], ["a", 1], ["c", 1]].slice(0, limit).map(([value, documents]) => ({ value, documents })),
  });

  test("have the values that filters take, most frequent first", async () => {
    const index = await explore(await built(PAGES));
    assert.deepEqual(index.keys(), [
      only("__proto__", "metadata", "p"),
      only("by", "metadata", "kim"),
      only("lang", "metadata", "en"),
      only("of all", "filter", "true"),
      tags(3),
      only("year", "filter", "2024"),
    ]);
    for (const { key, values } of index.keys()) {
      for (const { value, documents } of values) {
        const filters = Object.fromEntries([[key, value]]);
        assert.equal(index.search("page", { filters }).total, documents, key);
      }
    }
  });

  test("have as many values as are asked for", async () => {
    const index = await explore(await built(PAGES));
    for (const limit of [0, 1, 2]) assert.deepEqual(index.keys({ limit })[4], tags(limit));
    assert.throws(() => index.keys({ most: 1 }), failure("invalid_option", /most.*limit/));
    for (const limit of [-1, "1"]) assert.throws(() => index.keys({ limit }), failure("invalid_argument", /limit/));
    index.close();
    assert.throws(() => index.keys(), failure("closed"));
  });
});
