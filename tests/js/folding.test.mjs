// Copies of a page become one: by the search field's own code as by the option fold.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { folded, preferred } from "../../js/element/preferred.js";
import { PACKAGE, built, explore, open } from "./support.mjs";

const CASES = new URL("../cases/", import.meta.url);
const FILE = JSON.parse(readFileSync(new URL("folding.json", CASES), "utf8"));
const index = await open(new URL(FILE.index, CASES));

const { document } = globalThis;
after(() => (globalThis.document = document));

/** A page that says of itself what is preferred. */
function pageOf({ lang, version }) {
  return { documentElement: { lang: lang.any[0] }, querySelector: () => ({ content: version.any.join(",") }) };
}

/** The field knows no pins and no order, and what its page prefers. */
const ofField = FILE.cases.filter(({ query, options }) => options.group && options.prefer?.lang && !query.startsWith("pinned"));

for (const { why, query, options, first, same } of ofField) {
  test(`the search field: ${why}`, () => {
    globalThis.document = pageOf(options.prefer);
    const prefer = preferred("lang version");
    const { hits } = index.search(query, { group: true, prefer });
    const pages = folded(hits.map((hit) => ({ hits: [hit] })));
    assert.deepEqual(pages.slice(0, first.length).map(({ hits: [hit] }) => hit.document), first);
    const copies = pages.filter(({ same }) => same.length > 0).map(({ hits: [hit], same }) => [hit.document, same.map((one) => one.document)]);
    assert.deepEqual(Object.fromEntries(copies), same);
  });
}

test("there are cases of the search field", () => assert.ok(ofField.length >= 14));

test("a copy says what it is and where, without text", async () => {
  const explorer = await explore(new URL(FILE.index, CASES));
  for (const options of [{}, { texts: false }, { maxTokens: 500 }]) {
    const [hit] = explorer.search("heron", { fold: true, ...options }).hits;
    assert.deepEqual(hit.same.map(({ url, title, differs }) => [url, title, differs]), [
      ["/v2/nest", "Nest", { version: "v2" }],
      ["/v2/de/nest/", "Das Nest", { lang: "de", version: "v2" }],
    ]);
    for (const { text, snippet, highlights, children, tokens, more, marks, score, meta } of hit.same) {
      assert.deepEqual([text, snippet, highlights, children, tokens, more, marks], ["", "", [], [], 0, undefined, undefined]);
      assert.equal(typeof score, "number");
      assert.deepEqual(meta, { version: "v2" });
    }
  }
  explorer.close();
});

test("several indexes have copies of a page where addresses name the host", async () => {
  const page = (version) => ({ id: "nest.md", url: `https://a.example/${version}/nest`, title: "Nest", meta: { version }, text: "A heron builds." });
  const both = await explore(await Promise.all(["v1", "v2"].map(async (version) => ({ src: await built([page(version)]), label: version }))));
  const { hits } = await both.search("heron", { fold: true });
  assert.deepEqual(hits.map(({ index, label }) => [index, label]), [[0, "v1"]]);
  assert.deepEqual(hits[0].same.map(({ index, label, differs }) => [index, label, differs]), [[1, "v2", { version: "v2" }]]);
  both.close();
});

test("over HTTP copies are results without content", async () => {
  const { createWorker, bundled } = await import(new URL("worker.js", PACKAGE));
  const worker = createWorker({ source: bundled(readFileSync(new URL(FILE.index, CASES))) });
  const found = async (query) => (await (await worker.fetch(new Request(`http://localhost/search?q=heron${query}`))).json()).data;
  const { results, total } = await found("&fold=true&prefer.version=v2&prefer.lang=en");
  assert.deepEqual([results.length, total], [3, 5]);
  assert.deepEqual(results[0].same.map(({ document_id: id, url, differs, content }) => [id, url, differs, content]), [
    ["v2/de/nest.md", "/v2/de/nest/", { lang: "de" }, undefined],
    ["v1/nest.md", "/v1/nest", { version: "v1" }, undefined],
  ]);
  assert.ok(results.slice(1).every((one) => !("same" in one)));
  const plain = await found("");
  assert.ok(plain.results.length === 5 && plain.results.every((one) => !("same" in one)));
});
