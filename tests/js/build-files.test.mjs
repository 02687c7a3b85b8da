// Files that a builder reads.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Builder, explore, failure, open } from "./support.mjs";

describe("Builder.addFile", () => {
  test("reads files by their names", async () => {
    const builder = await Builder.create({ baseUrl: "https://example.org/docs" });
    const markdown = "---\ntitle: Guide\n---\n\n## Start *here*\n\nThe **needle** is 🪡.\n";
    assert.deepEqual(builder.addFile("guide.md", markdown), { documents: 1, outcome: "indexed: Guide (1 heading, en)", warnings: [] });
    const html = "<title>Page</title><main><h2 id=x>Other</h2><p>A haystack.</main>";
    assert.equal(builder.addFile("page.html", new TextEncoder().encode(html)).documents, 1);
    const lines = '{"id":"l1","text":"line one"}\nnonsense\n{"id":"l2","text":"line two"}\n';
    const added = builder.addFile("more.jsonl", new TextEncoder().encode(lines).buffer);
    assert.equal(added.documents, 2);
    assert.match(added.warnings.join(), /line 2/);
    builder.addFile("note.txt", "Plain words.");
    const index = await explore(builder.finish());
    const [hit] = index.search("needle").hits;
    assert.equal(hit.title, "Guide");
    assert.equal(hit.anchor, "start-here");
    assert.match(hit.url, /^https:\/\/example\.org\/docs\/guide/);
    assert.equal(index.search("haystack").hits[0].anchor, "x");
    assert.equal(index.stats().documents, 5);
  });

  test("takes parts of pages by selectors", async () => {
    const builder = await Builder.create({ rootSelectors: [".doc"], excludeSelectors: [".ad"] });
    builder.addFile("a.html", "<h1>Shop</h1><div class=doc><p>A needle.<p class=ad>A haystack.</div>");
    const index = await open(builder.finish());
    assert.deepEqual(["needle", "haystack", "shop"].map((word) => index.search(word).total), [1, 0, 0]);
    await assert.rejects(Builder.create({ rootSelectors: ["a["] }), failure("invalid_option", /^rootSelectors: "a\[" given/));
    await assert.rejects(Builder.create({ excludeSelectors: "a" }), failure("invalid_option", /excludeSelectors: accepted are arrays of strings/));
  });

  test("takes the language of a file that does not name its own", async () => {
    const builder = await Builder.create();
    // A word finds those of the same stem, which it has in one language only.
    builder.addFile("de-1.md", "Die Häuser.", { lang: "de" });
    builder.addFile("en-1.md", "The running.");
    builder.addFile("named.md", "---\nlang: de\n---\n\nDie Mauern.", { lang: "en" });
    for (const unusable of [{ lang: "klingon" }, { lang: 7 }, { language: "de" }]) {
      assert.throws(() => builder.addFile("x.md", "Text.", unusable), failure("invalid_option", /lang/));
    }
    builder.addFile("de-2.md", "Ein Haus. Eine Mauer.", { lang: "de" });
    builder.addFile("en-2.md", "It runs.");
    const index = await open(builder.finish());
    const found = (query) => index.search(query).hits.map(({ document }) => document).sort();
    assert.deepEqual(found("haus"), ["de-1.md", "de-2.md"]);
    assert.deepEqual(found("runs"), ["en-1.md", "en-2.md"]);
    assert.deepEqual(found("mauer"), ["de-2.md", "named.md"]);
  });

  test("leads to the page that shows a file", async () => {
    const builder = await Builder.create({ baseUrl: "/docs/", site: "hugo" });
    builder.addFile("terms/pod.md", "A pod.", { page: "terms/index.md" });
    builder.addFile("terms/node.md", "A node.");
    assert.throws(() => builder.addFile("x.md", "Text.", { page: 7 }), failure("invalid_option", /page/));
    const index = await open(builder.finish());
    const found = (query) => index.search(query).hits.map(({ url }) => url);
    assert.deepEqual(found("pod"), ["/docs/terms/#pod"]);
    assert.deepEqual(found("node"), ["/docs/terms/node/"]);
  });

  test("leaves out records that cannot be added, and takes the others", async () => {
    const builder = await Builder.create();
    builder.add({ id: "a", text: "first" });
    const record = (id, text) => JSON.stringify({ id, text });
    const lines = [record("b", "second"), record("a", "again"), "nonsense", record("c", "third")];
    const added = builder.addFile("some.jsonl", lines.join("\n"));
    assert.equal(added.documents, 2);
    assert.equal(added.warnings.length, 2);
    assert.match(added.warnings[0], /line 3/);
    assert.match(added.warnings[1], /document a: .*unique/);
    lines[1] = record("d", "fourth");
    const corrected = builder.addFile("some.jsonl", lines.join("\n"));
    assert.equal(corrected.documents, 1);
    const index = await explore(builder.finish());
    assert.equal(index.stats().documents, 4);
    assert.equal(index.search("again").total, 0);
    assert.equal(index.search("fourth").total, 1);
  });

  test("refuses a page that it has", async () => {
    const builder = await Builder.create();
    builder.addFile("a.md", "First.");
    assert.throws(() => builder.addFile("a.md", "Again."), failure("invalid_document", /unique/));
    assert.equal((await explore(builder.finish())).stats().documents, 1);
  });

  test("refuses files that it cannot read", async () => {
    const builder = await Builder.create();
    const noText = new Uint8Array([0xff, 0x00]);
    assert.throws(() => builder.addFile("logo.png", noText), failure("unknown_format", /logo.*\.md/));
    assert.throws(() => builder.addFile("a.md", noText), failure("invalid_document", /a\.md.*no text/));
    assert.throws(() => builder.addFile("a.md", 7), failure("invalid_argument", /content/));
    assert.throws(() => builder.addFile(7, "x"), failure("invalid_argument", /path/));
  });
});
