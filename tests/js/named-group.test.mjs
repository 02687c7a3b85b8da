// Several open indexes, each with a name, that are explored as one.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PACKAGE, PAGES, built, explore, failure } from "./support.mjs";

const { addressWithName, isName, joinedKeys, namedGroupOf } = await import(new URL("explorer/named-group.js", PACKAGE));

const BLOG = [
  { id: "first.md", url: "https://blog.example.org/first", title: "First", text: "# First\n\nOf the installer, and more.\n", filters: { kind: "post", version: "2" } },
  { id: "install.md", url: "", title: "Installer", text: "# Installer\n\nThe installer again.\n", filters: { kind: "post" }, meta: { label: "mine", id: 7 } },
];

/** A source that is not there. */
const GONE = () => Promise.reject(new Error("gone"));

describe("several indexes by their names", () => {
  let docs, blog, group, named, sources;

  before(async () => {
    const bytes = await Promise.all([built(PAGES), built(BLOG)]);
    sources = [{ src: bytes[0], label: "docs" }, { src: GONE, label: "gone" }, { src: bytes[1], label: "blog" }];
    [docs, blog] = await Promise.all(bytes.map((one) => explore(one)));
    group = await explore(sources);
    named = namedGroupOf(group);
  });

  after(() => {
    for (const one of [docs, blog, group]) one.close();
  });

  test("have names of letters, digits and a few signs, as the native server has", () => {
    for (const name of ["vue", "Vue_3.4-beta", "日本語", "é", "1", "a".repeat(64), "𝒳".repeat(64)]) assert.equal(isName(name), true, name);
    const wrong = ["", "a b", "a::b", "a\n", "\na", "a\u{202e}\u{200b}b", "a\u{3164}b", "a\u{200d}b", "..", "-", "a".repeat(65), undefined, 1];
    for (const name of wrong) assert.equal(isName(name), false, JSON.stringify(name));
  });

  test("tell which they are, and which are not there", () => {
    assert.deepEqual([named.names, named.missing], [["docs", "gone", "blog"], ["gone"]]);
    assert.deepEqual(named.all.map(({ name, index }) => [name, index]), [["docs", group.indexes[0]], ["blog", group.indexes[2]]]);
    assert.deepEqual(named.of("blog").map(({ name }) => name), ["blog"]);
    assert.throws(() => named.of("gone"), failure("read_failed", /gone/));
    assert.equal(namedGroupOf(named), named);
    assert.equal(namedGroupOf(docs), undefined);
  });

  test("find names in front of ids, and no others", () => {
    const parts = { "docs::a::b": ["docs", "a::b"], "docs::": ["docs", ""], "gone::a": ["gone", "a"] };
    for (const [text, expected] of Object.entries(parts)) assert.deepEqual(named.parted(text), expected);
    for (const text of ["other::a", "::a", "docs:a", "docs", "", "Docs::a"]) assert.deepEqual(named.parted(text), [undefined, text]);
  });

  test("put names in front of addresses without a host", () => {
    const expected = { "": "", "/a": "docs::/a", "a.html#b": "docs::a.html#b", "https://x.example/a": "https://x.example/a", "http://x": "http://x", "ftp://x": "docs::ftp://x" };
    for (const [url, address] of Object.entries(expected)) assert.equal(addressWithName("docs", url), address);
  });

  test("name the index of each copy of a page", async () => {
    const page = (version) => ({ id: "nest.md", url: `https://a.example/${version}/nest`, title: "Nest", text: "A heron.", meta: { version } });
    const sources = await Promise.all(["v1", "v2"].map(async (label) => ({ src: await built([page(label)]), label })));
    const own = await explore(sources);
    const { hits } = await namedGroupOf(own).search("heron", { fold: true, prefer: { version: "v2" } });
    assert.deepEqual(hits.map(({ label, document, same }) => [label, document, same.map((copy) => [copy.label, copy.document])]), [["v2", "v2::nest.md", [["v1", "v1::nest.md"]]]]);
    own.close();
  });

  test("find with ids that lead back, and what the group finds", async () => {
    const options = { group: true, maxTokens: 60, explain: true };
    const { hits, leftOut = [], ...rest } = await named.search("installer", options);
    const found = await group.search("installer", options);
    assert.deepEqual(hits.map(({ score }) => score), found.hits.map(({ score }) => score));
    assert.deepEqual(rest.unavailable.map(({ label }) => label), ["gone"]);
    assert.deepEqual([...new Set(hits.map(({ label }) => label))].sort(), ["blog", "docs"]);
    for (const [at, hit] of hits.entries()) {
      const plain = found.hits[at];
      assert.deepEqual([hit.id, hit.document, hit.url], [`${hit.label}::${plain.id}`, `${hit.label}::${plain.document}`, plain.url]);
      assert.deepEqual(hit.children.map(({ id }) => id), plain.children.map(({ id }) => `${hit.label}::${id}`));
      assert.equal((await named.chunk(hit.id)).text, hit.text);
      assert.deepEqual(hit.meta, plain.meta);
    }
    for (const one of leftOut) assert.equal((await named.chunk(one.id)).id, one.id);
  });

  test("find in those that are asked", async () => {
    for (const indexes of [["blog"], [2], ["blog", 2]]) {
      const { hits, unavailable } = await named.search("installer", { indexes });
      assert.deepEqual(hits.map(({ id }) => id), (await blog.search("installer")).hits.map(({ id }) => `blog::${id}`));
      assert.equal(unavailable, undefined);
    }
    const { unavailable } = await named.search("installer", { indexes: ["gone", "docs"] });
    assert.deepEqual(unavailable.map(({ index, label }) => [index, label]), [[1, "gone"]]);
    for (const indexes of [["other"], [], ["docs", 3], "docs", [undefined]]) {
      await assert.rejects(named.search("installer", { indexes }), failure("invalid_option", /^indexes: accepted are lists of docs, gone, blog$/));
    }
    await assert.rejects(named.search("installer", { indexes: ["gone"] }), /gone/);
  });

  test("answer by ids what each answers", async () => {
    const labelled = (one) => ({ ...one, label: "docs", id: `docs::${one.id}`, ...(one.document && { document: `docs::${one.document}` }) });
    const { chunk, ancestors, children, siblings } = docs.hierarchy("install.md#1.0");
    assert.deepEqual(await named.hierarchy("docs::install.md#1.0"), {
      ...{ chunk: labelled(chunk), ancestors: ancestors.map(labelled) },
      ...{ children: children.map(labelled), siblings: siblings.map(labelled) },
    });
    assert.deepEqual(await named.document("docs::install.md"), labelled(docs.document("install.md")));
    // Keys of metadata are kept, whatever they are.
    assert.deepEqual((await named.document("blog::install.md")).meta, { label: "mine", id: 7 });
  });

  test("say which id is not there", async () => {
    await assert.rejects(named.chunk("install.md#0.0"), failure("unknown_id", /^nothing in the indexes has the id install\.md#0\.0: ids begin with the name of one, as docs::$/));
    await assert.rejects(named.chunk("blog::usage.md#0.0"), failure("unknown_id", /usage\.md#0\.0/));
    await assert.rejects(named.chunk("gone::usage.md#0.0"), failure("read_failed"));
  });

  test("list the pages of one after another", async () => {
    const all = ["docs::install.md", "docs::usage.md", "blog::first.md", "blog::install.md"];
    const ids = async (options) => {
      const { total, pages } = await named.pages(options);
      return [total, pages.map(({ id }) => id)];
    };
    assert.deepEqual(await ids(), [4, all]);
    assert.deepEqual(await ids({ from: 1, limit: 2 }), [4, all.slice(1, 3)]);
    assert.deepEqual(await ids({ from: 3 }), [4, all.slice(3)]);
    assert.deepEqual(await ids({ from: 4 }), [4, []]);
    assert.deepEqual(await ids({ limit: 0 }), [4, []]);
    assert.deepEqual(await ids({ prefix: "/" }), [2, all.slice(0, 2)]);
    assert.deepEqual(await ids({ prefix: "docs::/u" }), [1, ["docs::usage.md"]]);
    assert.deepEqual(await ids({ prefix: "blog::", from: 1 }), [2, ["blog::install.md"]]);
    await assert.rejects(named.pages({ prefix: "gone::" }), failure("read_failed"));
  });

  test("count together", async () => {
    const stats = await named.stats();
    for (const name of ["documents", "headings", "words", "terms"]) assert.equal(stats[name], docs.stats()[name] + blog.stats()[name], name);
    assert.deepEqual(stats.levels.map(({ chunks }) => chunks), [0, 1].map((at) => docs.stats().levels[at].chunks + blog.stats().levels[at].chunks));
    const keys = await named.keys({ limit: 2 });
    assert.deepEqual(keys.map(({ key }) => key), ["author", "id", "kind", "label", "version", "votes"]);
    assert.deepEqual(keys.find(({ key }) => key === "kind"), {
      ...{ key: "kind", kind: "filter", documents: 4, total: 3 },
      values: [{ value: "post", documents: 2 }, { value: "guide", documents: 1 }],
    });
    assert.deepEqual(keys.find(({ key }) => key === "version").values, [{ value: "2", documents: 3 }, { value: "1", documents: 1 }]);
  });

  test("need labels that are names, and each its own", async () => {
    const [{ src }] = sources;
    for (const labels of [["docs", "docs"], ["docs", "the blog"], ["docs", undefined]]) {
      const other = await explore(labels.map((label) => ({ src, ...(label && { label }) })));
      assert.throws(() => namedGroupOf(other), failure("invalid_argument", /^index: accepted is of several indexes each with a label of its own/));
      other.close();
    }
  });

  test("stay open where they were open before they became a group", async () => {
    const folders = sources.map(({ src }) => (typeof src === "function" ? src : () => src));
    const open = await Promise.all([folders[0], folders[2]].map((read) => explore(read)));
    const lent = await explore([{ src: open[0], label: "docs" }, open[1]]);
    assert.deepEqual(lent.indexes, open);
    assert.deepEqual((await lent.search("installer")).hits.map(({ score }) => score), (await group.search("installer")).hits.map(({ score }) => score));
    lent.close();
    assert.equal((await open[0].document("usage.md")).id, "usage.md");
    open[0].close();
    const rest = await explore(open);
    assert.deepEqual((await rest.search("installer")).unavailable.map(({ index, code }) => [index, code]), [[0, "closed"]]);
    open[1].close();
  });
});

describe("the keys of several indexes", () => {
  const keyOf = (values) => ({ key: "k", kind: "metadata", documents: values.length, total: values.length, values });

  test("have the most frequent values first, and of those that are as frequent the first by their bytes", () => {
    const texts = ["a", "", "ab", "b", "\u{e000}", "\u{ffff}", "\u{10000}", "\u{1f600}", "\u{1f600}a", "\u{d7ff}", "é", "日本", "\u{10ffff}", "a\u{10000}", "a\u{ff01}"];
    const values = texts.map((value, at) => ({ value, documents: at % 3 }));
    const lists = [[keyOf(values)], [keyOf(values.toReversed().slice(4))]];
    const counts = new Map();
    for (const { value, documents } of lists.flatMap(([{ values }]) => values)) counts.set(value, (counts.get(value) ?? 0) + documents);
    const expected = [...counts].sort(([a, m], [b, n]) => n - m || Buffer.compare(Buffer.from(a), Buffer.from(b)));
    for (const limit of [0, 1, 2, 5, 14, 15, 16, 2 ** 32 - 1]) {
      const [{ values, total }] = joinedKeys(lists, limit);
      assert.deepEqual([values.map(({ value, documents }) => [value, documents]), total], [expected.slice(0, limit), texts.length]);
    }
    const named = texts.map((key) => [{ ...keyOf([]), key }]);
    assert.deepEqual(joinedKeys(named, 1).map(({ key }) => key), texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  test("are told quickly, however many values they have", () => {
    const COUNT = 50_000;
    const of = (name) => [keyOf(Array.from({ length: COUNT }, (_, at) => ({ value: `A description of the site generator and all its options, number ${(at * 7919) % COUNT} of ${name}`, documents: 1 })))];
    const lists = [of("one"), of("another")];
    const start = process.cpuUsage();
    const [{ values, total }] = joinedKeys(lists, 500);
    // In microseconds, whatever else the machine does.
    assert.ok(process.cpuUsage(start).user < 3e6);
    assert.deepEqual([values.length, total, values[0].value], [500, 2 * COUNT, "A description of the site generator and all its options, number 0 of another"]);
  });
});
