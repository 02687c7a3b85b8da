// The package in a page: building, searching, offsets.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ROOT, launch, openPage, serveFiles } from "./support.mjs";
import { buildNotes } from "./tasks.mjs";

describe("package in a page", () => {
  let server, browser, page, complaints;

  before(async () => {
    server = await serveFiles({ kindex: join(ROOT, "dist", "npm") });
    browser = await launch();
    ({ page, complaints } = await openPage(browser));
    await page.goto(server.address);
  });

  after(async () => {
    assert.deepEqual(complaints, []);
    await browser?.close();
    await server?.close();
  });

  test("indexes notes and finds them", async () => {
    const [dough, tea, brew] = await page.evaluate(buildNotes);
    assert.equal(dough.document, "notes/bread.md");
    assert.deepEqual(dough.headings, ["Bread", "Dough"]);
    assert.equal(dough.anchor, "dough");
    assert.equal(tea.document, "tea");
    assert.equal(brew.document, "tea");
    assert.deepEqual(tea.meta, { year: 2024 });
  });

  test("makes of notes the bytes that the larger module makes, with the smaller one alone", async () => {
    const loaded = [];
    const note = (request) => loaded.push(new URL(request.url()).pathname);
    page.on("request", note);
    const make = async (entry) => {
      const { Builder, open } = await import(entry);
      const builder = await Builder.create({ mergeable: true });
      builder.add({ id: "tea", title: "Tea", text: "# Tea\n\nSteep the leaves 🍵.\n", meta: { year: 2024 } });
      builder.addFile("bread.txt", "Knead the dough.\n");
      const index = (await open(builder.finish())).with([{ id: "jam", text: "Two jars.\n" }]);
      return { bytes: [...index.bytes()], found: index.search("jar").hits[0].document };
    };
    const texts = await page.evaluate(make, "/kindex/build-text.min.js");
    page.off("request", note);
    assert.deepEqual(loaded, ["/kindex/build-text.min.js", "/kindex/texts/texts_bg.wasm"]);
    assert.deepEqual(texts, await page.evaluate(make, "/kindex/build.js"));
    assert.equal(texts.found, "jam");
  });

  test("counts offsets in UTF-16 units", async () => {
    const before = "Ünïcödé 🦀🦀 naïve 漢字 \u{1F468}\u200D\u{1F469}\u200D\u{1F467} ";
    const text = `${before}crab walks. ${"🦀 filler sentence here. ".repeat(40)}\n\nAnother crab 🦀 crab.`;
    const hit = await page.evaluate(async (text) => {
      const { Builder } = await import("/kindex/build.js");
      const { open } = await import("/kindex/index.js");
      const builder = await Builder.create();
      builder.add({ id: "a", text });
      const index = await open(builder.finish());
      return index.search("crab").hits[0];
    }, text);
    assert.deepEqual(hit.highlights[0], [before.length, before.length + 4]);
    assert.deepEqual(hit.highlights.map(([start, end]) => hit.text.slice(start, end)), ["crab", "crab", "crab"]);
    assert.equal(hit.text.slice(hit.snippetStart, hit.snippetStart + hit.snippet.length), hit.snippet);
    for (const child of hit.children) {
      assert.ok(hit.text.slice(child.start, child.end).includes("crab"));
      assert.ok(hit.text.slice(child.start, child.end).isWellFormed());
    }
  });

  test("finds the way through chunks, and explains", async () => {
    const found = await page.evaluate(async () => {
      const { Builder } = await import("/kindex/build.js");
      const { open } = await import("/kindex/explore.js");
      const builder = await Builder.create({ levels: [400, 100] });
      const dough = ["Knead the dough.", "Let it rest 🍞 overnight.", "Bake it hot."].map((step) => `${step} `.repeat(4));
      builder.addFile("bread.md", `# Bread\n\n${dough.join("\n\n")}\n`);
      const index = await open(builder.finish());
      const [hit] = index.search("resting overnight", { explain: true }).hits;
      const { parent, text } = { parent: index.parent(hit.children[0].id), text: index.chunks("bread.md", 2)[0].text };
      const around = index.siblings(hit.children[0].id).map((chunk) => text.slice(chunk.start, chunk.end) === chunk.text);
      const documents = index.stats().documents;
      return { hit, parent, around, documents, all: index.documents() };
    });
    assert.equal(found.documents, 1);
    assert.deepEqual(found.all, ["bread.md"]);
    assert.equal(found.parent.id, found.hit.id);
    assert.equal(found.parent.text, found.hit.text);
    assert.ok(found.around.length > 0 && found.around.every(Boolean));
    const { children, title, partTitle, exactTitle, boost } = found.hit.explanation;
    const parts = [...children.map((child) => child.score * child.share), ...title.map((one) => one.score), partTitle, exactTitle];
    const sum = parts.reduce((total, part) => total + part, 0);
    assert.ok(Math.abs(sum * boost - found.hit.score) < 1e-9);
  });

  test("refuses bytes that are no index, with a code", async () => {
    const code = await page.evaluate(async () => {
      const { KindexError, open } = await import("/kindex/index.js");
      return open(new Uint8Array([1, 2, 3])).catch((error) => (error instanceof KindexError ? error.code : String(error)));
    });
    assert.ok(["not_an_index", "truncated"].includes(code), code);
  });
});
