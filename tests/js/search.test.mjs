import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { PAGES, built, explore, failure, open } from "./support.mjs";

describe("search", () => {
  let index;

  before(async () => {
    index = await open(await built(PAGES));
  });

  test("gives plain objects with everything in them", async () => {
    const results = index.search("shells restrat");
    assert.deepEqual(Object.keys(results), ["query", "didYouMean", "total", "hits"]);
    assert.equal(results.query, "shells restrat");
    const [hit] = results.hits;
    assert.equal(Object.getPrototypeOf(hit), Object.prototype);
    assert.deepEqual(Object.keys(hit), [
      "id",
      "document",
      "url",
      "anchor",
      "title",
      "headings",
      "score",
      "level",
      "matchedLevel",
      "returnedLevel",
      "text",
      "snippet",
      "snippetStart",
      "highlights",
      "children",
      "meta",
    ]);
    assert.equal(hit.id, "install.md#1.0");
    assert.equal(hit.url, "/install");
    assert.equal(hit.title, "Installation");
    assert.equal(hit.anchor, "installation");
    assert.deepEqual(hit.headings, ["Installation"]);
    assert.deepEqual(hit.meta, { author: "kim", votes: 3 });
    assert.ok(hit.score > 0);
    assert.equal(hit.level, 1);
    assert.ok(hit.children.length >= 1);
    assert.deepEqual(Object.keys(hit.children[0]), ["id", "score", "start", "end", "text"]);
    const explored = await explore(await built(PAGES));
    for (const { id, text } of hit.children) assert.equal(text, explored.chunk(id).text);
  });

  test("says what was probably meant", () => {
    assert.equal(index.search("the shwll path").didYouMean, "the shell path");
    assert.ok(index.search("the shwll path").total > 0);
    assert.ok(index.search("shells restarting").total > 0);
    for (const query of ["shell", "browser", "shells restarting", "zzzzzz"]) {
      assert.ok(!("didYouMean" in index.search(query)), query);
    }
  });

  test("takes options", () => {
    assert.equal(index.search("shell", { limit: 0 }).hits.length, 0);
    assert.equal(index.search("the shell browser", { limit: 1 }).hits.length, 1);
    assert.equal(index.search("instal").total, index.search("instal", {}).total);
    assert.ok(index.search("brows", { prefix: true }).total > 0);
    assert.equal(index.search("shell", { returnLevel: 0 }).hits[0].level, 0);
    const one = { filters: { version: "1" } };
    assert.deepEqual(documents("build shell", one), ["install.md"]);
    const both = { filters: { version: ["1", "2"], kind: ["reference"] } };
    assert.deepEqual(documents("build shell", both), ["usage.md"]);
  });

  function documents(query, options) {
    return index.search(query, options).hits.map((hit) => hit.document);
  }

  test("takes a signal, as an index in several files does", () => {
    const { signal } = new AbortController();
    assert.deepEqual(index.search("shell", { signal }), index.search("shell"));
    const reason = new Error("nobody asks any more");
    const late = { signal: AbortSignal.abort(reason) };
    assert.throws(() => index.search("shell", late), (error) => error === reason);
    assert.throws(() => index.search("shell", { signal: 7 }), failure("invalid_option", /^signal: accepted/));
  });

  test("takes options that are undefined or null for absent", () => {
    const usual = index.search("shell");
    const absent = { limit: undefined, expand: undefined, filters: null, prefix: null };
    assert.deepEqual(index.search("shell", absent), usual);
    assert.deepEqual(index.search("shell", null), usual);
    assert.deepEqual(index.search("shell", Object.create(null)), usual);
  });

  const wrong = [
    [7, /options.*object/],
    [[], /options.*object/],
    [{ limits: 1 }, /limits.*limit, offset, prefix, fuzzy/],
    [{ limit: -1 }, /limit.*whole/],
    [{ limit: 1.5 }, /limit/],
    [{ limit: NaN }, /limit/],
    [{ limit: Infinity }, /limit/],
    [{ limit: "5" }, /limit/],
    [{ limit: 5n }, /limit/],
    [{ prefix: 1 }, /prefix.*true/],
    [{ returnLevel: 9 }, /returnLevel/],
    [{ collapse: "median" }, /collapse.*max, mean/],
    [{ phraseBytes: Symbol("1") }, /phraseBytes/],
    [{ k1: 1 }, /no option k1; accepted/],
    [{ weights: { k1: 1 } }, /no option weights; accepted/],
    [{ filters: [] }, /filters.*object/],
    [{ filters: { kind: 1e21 } }, /filters\.kind.*exponent/],
    [{ filters: { kind: ["a", NaN] } }, /filters\.kind/],
    [{ filters: { kind: ["a", null] } }, /filters\.kind.*strings/],
    [{ filters: { kind: {} } }, /filters\.kind.*condition/],
    [{ filters: { kind: new Date(0) } }, /filters\.kind.*condition/],
    [{ filters: { kind: { some: ["a"] } } }, /filters\.kind\.some.*any, all, not, min, max/],
    [{ filters: { kind: { any: [["a"]] } } }, /filters\.kind/],
    [{ filters: { kind: { min: ["a"] } } }, /filters\.kind/],
    [{ filters: { none: "1" } }, /^filters: no document has the key none; keys are author, kind, version, votes$/],
    [{ filters: { kind: "guide", none: { not: "1" } } }, /^filters: no document has the key none/],
    [{ sort: "none:desc" }, /^sort: no document has the key none; keys are .*kind/],
    [{ facets: ["kind", "none"] }, /^facets: no document has the key none; keys are .*kind/],
    [{ matchLevel: 2 }, /matchLevel.*0 to 1/],
    [{ matchLevel: 1, returnLevel: 0 }, /returnLevel.*1 to 2/],
    [{ expand: "no" }, /expand.*true and false/],
    [{ expand: false, returnLevel: 1 }, /expand.*returnLevel/],
    [{ autoMerge: "yes" }, /autoMerge.*true and false/],
    [{ autoMerge: 0.5 }, /autoMerge.*kindex\/explore/],
    [{ siblings: 1 }, /siblings.*kindex\/explore/],
    [{ fold: true }, /fold.*kindex\/explore/],
    [{ collapse: "mean" }, /collapse.*kindex\/explore/],
    [{ siblings: -1 }, /siblings.*whole/],
    [{ perDocument: 0.5 }, /perDocument.*whole/],
    [{ group: 1 }, /group.*true/],
    [{ facets: "kind" }, /facets.*array/],
    [{ facets: [1] }, /facets.*strings/],
    [{ explain: true }, /explain.*kindex\/explore/],
    [{ maxTokens: 100 }, /maxTokens.*kindex\/explore/],
    [{ maxTokens: -1 }, /maxTokens.*whole/],
    [{ limt: 3 }, /^there is no option limt, but limit; accepted are limit, offset, prefix, fuzzy, texts,/],
    [{ max_tokens: 3 }, /no option max_tokens, but maxTokens;/],
    [{ x: 3 }, /no option x; accepted/],
    [{ highlight: true }, /no option highlight; accepted/],
  ];
  for (const [options, message] of wrong) {
    const name = typeof options === "object" ? Object.entries(options).flat().map(String).join(" ") : options;
    test(`refuses options: ${name}`, () => {
      assert.throws(() => index.search("shell", options), failure("invalid_option", message));
    });
  }

  test("refuses queries that are no text", () => {
    for (const query of [undefined, null, 7, {}, ["shell"]]) {
      assert.throws(() => index.search(query), failure("invalid_argument", /query/));
    }
  });

  const hostile = {
    nothing: "",
    blanks: " \t\n\u3000",
    "control characters": "\0\x01\x07\x1b[31m\x7f\u200b\ufeff",
    "lone surrogates": "\ud800 shell \udfff\ud800",
    "reversed surrogates": "\udc00\ud83d",
    "100,000 letters": "a".repeat(100_000),
    "100,000 words": "shell ".repeat(100_000),
    "100,000 marks": "e" + "\u0301".repeat(100_000),
    "100,000 quotes": '"'.repeat(100_000),
    "100,000 emoji": "👩‍👩‍👧".repeat(12_500),
    "different words": Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(" "),
    "right to left": "\u202eשלום\u202c العربية",
    "names of properties": "__proto__ constructor toString",
  };
  for (const [name, query] of Object.entries(hostile)) {
    for (const prefix of [false, true]) {
      test(`answers ${name}${prefix ? ", as a beginning" : ""}`, () => {
        const results = index.search(query, { prefix });
        assert.ok(Array.isArray(results.hits));
        assert.equal(index.search("installer").total, 1);
      });
    }
  }
});

describe("results without texts", () => {
  const asked = { limit: 20, group: true };

  test("are those with texts, with marks in what a list shows", async () => {
    const index = await open(readFileSync(new URL("../golden/guide-v1.kdx", import.meta.url)));
    for (const query of ["knot", "deploy the site", "安装", "fixed"]) {
      const texts = index.search(query, asked);
      const short = index.search(query, { ...asked, texts: false });
      assert.equal(short.total, texts.total);
      const shown = ({ id, url, anchor, title, headings, score, snippet }) => ({ id, url, anchor, title, headings, score, snippet });
      const all = ({ hits }) => hits.flatMap((hit) => [hit, ...(hit.more ?? [])]);
      assert.deepEqual(all(short).map(shown), all(texts).map(shown), query);
      const inSnippet = ({ text, snippet, snippetStart, highlights }) =>
        highlights.filter(([start, end]) => start >= snippetStart && end <= snippetStart + snippet.length).map((mark) => text.slice(...mark));
      assert.deepEqual(
        all(short).map(({ snippet, marks }) => marks.snippet.map((mark) => snippet.slice(...mark))),
        all(texts).map(inSnippet),
        query,
      );
      for (const hit of all(short)) {
        assert.deepEqual([hit.text, hit.snippetStart, hit.highlights, hit.children], ["", 0, [], []]);
        assert.equal(hit.marks.headings.length, hit.headings.length);
      }
      assert.ok(all(texts).every(({ text, marks }) => text !== "" && marks === undefined));
    }
  });

  test("have marks in UTF-16 units in title, headings and snippet", async () => {
    const text = "# 🎈 Crabs\n\n## 🦀 All crabs\n\nThe 🦀 crabs walk 🦀🦀 where crabs walk.\n";
    const index = await open(await built([{ id: "a", title: "🎈 Crabs 🎈 crabs", text }], { language: "none" }));
    const [{ title, headings, snippet, marks }] = index.search("crabs", { texts: false }).hits;
    const words = (line, places) => places.map(([start, end]) => line.slice(start, end));
    assert.deepEqual(words(title, marks.title), ["Crabs", "crabs"]);
    assert.deepEqual(headings.map((heading, at) => words(heading, marks.headings[at])), headings.map((heading) => [heading.split(" ").at(-1)]));
    assert.ok(headings.length > 0);
    assert.deepEqual(words(snippet, marks.snippet), ["crabs", "crabs"]);
  });
});

describe("children of a hit", () => {
  test("are the best one, then the others in the order of the text", async () => {
    const words = (start) => Array.from({ length: 40 }, (_, i) => `word${start + i}`).join(" ");
    const needles = ["needle", "needle", "needle needle needle", "needle"];
    const text = needles.map((needle, i) => `${needle} ${words(40 * i)}.`).join("\n\n");
    const bytes = await built([{ id: "a", text }], { levels: [2000, 400] });
    const [{ children }] = (await open(bytes)).search("needle").hits;
    assert.equal(children.length, 4);
    const [best, ...others] = children;
    assert.ok(others.every(({ score }) => score < best.score));
    assert.ok(others.some(({ start }) => start < best.start));
    assert.deepEqual(others, [...others].sort((a, b) => a.start - b.start));
  });
});

describe("offsets are UTF-16 units", () => {
  const texts = {
    emoji: ["🦀", "Crabs 🦀 walk 🦀🦀 sideways. 👩‍👩‍👧 Families watch crabs.", "crabs", /^crabs$/i],
    Chinese: ["中", "𠀀 全文搜索 引擎 🎉 支持 搜索 中文", "搜索", /搜|索/],
    Japanese: ["日", "検索エンジン 🎌 は カタカナ も 検索 する", "カタカナ", /^カタカナ$/],
    Korean: ["한", "🎎 검색 엔진은 한국어 검색 도 한다", "검색", /^검색$/],
    "combining marks": ["e", "Un cafe\u0301 noir 🎈 et un café crème", "café", /^caf(e\u0301|é)$/],
    Greek: ["Σ", "Ο ΟΔΥΣΣΕΥΣ 🏛 και ο Οδυσσεύς", "οδυσσεύς", /^(Οδυσσεύς|ΟΔΥΣΣΕΥΣ)$/],
    Arabic: ["ع", "🕌 البحث في اللغة العربية", "العربية", /^العربية$/],
    Hindi: ["हि", "🪔 हिन्दी में खोज करें", "हिन्दी", /^हिन्दी$/],
    Thai: ["ไ", "🛺 ภาษาไทย ค้นหา", "ค้นหา", /./],
    mathematical: ["𝔸", "The set 𝔸𝔹 🧮 contains 𝔸𝔹 twice", "contains", /^contains$/],
  };
  for (const [script, [title, text, query, word]] of Object.entries(texts)) {
    test(script, async () => {
      // Long enough for several children, each with characters of every width before it.
      const body = Array.from({ length: 30 }, (_, i) => `${text} n${i}.`).join("\n\n");
      const index = await open(await built([{ id: "a", title, text: body }], { language: "none" }));
      const [hit] = index.search(query).hits;
      assert.ok(hit, "nothing was found");
      assert.ok(hit.highlights.length > 5);
      for (const [start, end] of hit.highlights) assert.match(hit.text.slice(start, end), word);
      assert.ok(hit.text.startsWith(hit.snippet, hit.snippetStart));
      assert.ok(hit.children.length > 1);
      const children = [...hit.children].sort((a, b) => a.start - b.start);
      for (const { start, end } of children) {
        assert.ok(start < end && end <= hit.text.length);
        assert.ok(hit.text.slice(start, end).isWellFormed?.() ?? true);
        assert.match(hit.text.slice(start, end), /n\d+\.|\S/);
      }
      if (children.length > 2) {
        assert.equal(children.map(({ start, end }) => hit.text.slice(start, end)).join(""), hit.text);
      }
    });
  }
});
