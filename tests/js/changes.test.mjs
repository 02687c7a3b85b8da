// An index that changes, against one that is built anew.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { openWith } from "../../bench/speed/wasm.mjs";
import { Builder, PACKAGE, PAGES, built, failure } from "./support.mjs";

const { open } = await import(new URL("build.js", PACKAGE));

// Before anything else loads the module.
const { memory } = await openWith("build.js", readFileSync(new URL("../golden/guide-v1.kdx", import.meta.url)));

const MERGEABLE = { mergeable: true };
const NEW = { id: "new.md", url: "/new", title: "New", text: "# New\n\nThe installer is new.\n", meta: { votes: 4 } };
const OTHER = { ...PAGES[0], text: "# Setup\n\nUnpack the archive, été compris.\n" };

const changeable = async (documents = PAGES) => open(await built(documents, MERGEABLE));

describe("with", () => {
  test("gives the index of a build of all documents", async () => {
    const index = await changeable();
    const steps = [
      [[NEW], [], [...PAGES, NEW]],
      [[OTHER], [], [OTHER, PAGES[1], NEW]],
      [[], [PAGES[1].id], [OTHER, NEW]],
      [[PAGES[1]], [NEW.id], [OTHER, PAGES[1]]],
      [[{ ...NEW, id: "other.md" }, PAGES[0]], [], [PAGES[0], PAGES[1], { ...NEW, id: "other.md" }]],
    ];
    let last = index;
    for (const [added, removed, documents] of steps) {
      const next = last.with(added, removed);
      assert.deepEqual(next.bytes(), await built(documents, MERGEABLE));
      assert.deepEqual(next.documents(), documents.map(({ id }) => id));
      last = next;
    }
    assert.equal(last.search("installer").hits[0].document, "install.md");
    assert.deepEqual(index.bytes(), await built(PAGES, MERGEABLE));
  });

  test("goes on from an index that was changed before, and from its bytes", async () => {
    const index = await changeable();
    const one = index.with([NEW]);
    const other = index.with([], [PAGES[0].id]);
    assert.deepEqual(one.documents(), ["install.md", "usage.md", "new.md"]);
    assert.deepEqual(other.documents(), ["usage.md"]);
    const again = await open(one.bytes());
    assert.deepEqual(again.with([], ["usage.md"]).bytes(), one.with([], ["usage.md"]).bytes());
  });

  test("begins with nothing and comes to nothing", async () => {
    const empty = await open((await Builder.create(MERGEABLE)).finish());
    assert.equal(empty.search("installer").total, 0);
    const full = empty.with(PAGES);
    assert.deepEqual(full.bytes(), await built(PAGES, MERGEABLE));
    const ids = PAGES.map(({ id }) => id);
    assert.deepEqual(full.with([], ids).bytes(), empty.bytes());
    assert.throws(() => empty.with([], ["install.md"]), failure("invalid_document", /install\.md: it cannot be removed/));
  });

  test("keeps the settings of the build", async () => {
    const settings = { ...MERGEABLE, language: "de", levels: [300, 100], synonyms: "haus, wohnung", pins: [{ query: "start", pages: ["usage.md"] }] };
    const index = (await open(await built(PAGES, settings))).with([{ id: "a", lang: "de", text: "Die Häuser stehen." }]);
    const found = (query) => index.search(query).hits.map(({ document }) => document);
    assert.deepEqual(found("Wohnungen"), ["a"]);
    assert.equal(index.search("start").hits[0].pinned, true);
    assert.deepEqual(index.stats().levels.map(({ size }) => size), [100, 300]);
  });

  test("fails without any change", async () => {
    const index = await changeable();
    const fails = (added, removed, ...expected) => {
      assert.throws(() => index.with(added, removed), failure(...expected));
      assert.deepEqual(index.with().bytes(), index.bytes());
    };
    fails([NEW, NEW], [], "invalid_document", /unique/);
    fails([NEW, { id: "", text: "" }], ["install.md"], "invalid_document", /added\[1\]: "id" is empty/);
    fails([NEW, { id: "a", body: "" }], [], "invalid_document", /added\[1\]: .*no "body"/);
    fails([NEW, { id: "a" }], [], "invalid_document", /added\[1\]: "text" is missing/);
    fails([NEW, { id: "a", text: "", tenant: "red" }], [], "invalid_document", /a: an index that changes does not know whose it is/);
    fails([null], [], "invalid_document", /added\[0\]: .*accepted is an object/);
    fails([NEW, ...Array(1), NEW], [], "invalid_document", /added\[1\]: .*accepted is an object/);
    fails([["a"]], [], "invalid_document", /accepted is an object/);
    fails([], Array(2), "invalid_argument", /removed/);
    fails([NEW], ["install.md", "none"], "invalid_document", /none: it cannot be removed/);
    fails(NEW, [], "invalid_argument", /added/);
    fails([], "install.md", "invalid_argument", /removed/);
    fails([], [{}], "invalid_argument", /removed/);
  });

  test("takes ids that are numbers, nothing for nothing, and an id in both lists", async () => {
    const index = (await changeable()).with([{ id: 7, text: "Seven." }]);
    assert.deepEqual(index.with(null, [7]).documents(), ["install.md", "usage.md"]);
    assert.deepEqual(index.with([PAGES[0]], [PAGES[0].id]).documents(), ["usage.md", "7", "install.md"]);
    assert.deepEqual(index.with().bytes(), index.bytes());
  });

  test("finds pinned pages that come, and leaves those that go", async () => {
    const pins = [{ query: "start", pages: ["new.md"] }, { query: "Start!", pages: ["/usage"] }];
    const empty = await open(await built([], { ...MERGEABLE, pins }));
    const first = (index) => index.search("start").hits.filter(({ pinned }) => pinned).map(({ document }) => document);
    const some = empty.with(PAGES);
    assert.deepEqual(first(some), ["usage.md"]);
    const all = (await open(some.bytes())).with([NEW]);
    assert.deepEqual(first(all), ["new.md", "usage.md"]);
    const moved = all.with([{ ...PAGES[1], url: "/moved" }, { ...NEW, id: "usage2.md", url: "/usage" }]);
    assert.deepEqual(first(moved), ["new.md", "usage2.md"]);
    assert.deepEqual(first(moved.with([], ["new.md", "usage2.md"])), []);
  });

  test("lets an index without documents be asked for keys that come later", async () => {
    const empty = await open(await built([], MERGEABLE));
    const options = { filters: { kind: "guide" }, facets: ["kind"], sort: "votes" };
    assert.equal(empty.search("installer", options).total, 0);
    assert.equal(empty.with(PAGES).search("installer", options).total, 1);
    assert.throws(() => empty.with([{ id: "a", text: "a" }]).search("a", options), failure("invalid_option", /no document has the key/));
    assert.equal(empty.with([{ id: "a", text: "a", filters: { kind: [] }, meta: { votes: "" } }]).search("a", options).total, 0);
  });

  test("says which indexes it cannot change", async () => {
    const plain = await open(await built(PAGES));
    assert.throws(() => plain.with([NEW]), failure("invalid_option", /mergeable/));
    const closed = await changeable();
    const next = closed.with([NEW]);
    closed.close();
    assert.throws(() => closed.with([NEW]), failure("closed"));
    assert.throws(() => closed.bytes(), failure("closed"));
    next.with([], ["new.md"]).close();
    next.close();
    const tenants = await Builder.create(MERGEABLE);
    assert.throws(() => tenants.add({ ...NEW, tenant: "red" }), failure("invalid_option", /tenant/));
    const folder = await Builder.create(MERGEABLE);
    folder.add(NEW);
    assert.throws(() => folder.finishFiles(), failure("invalid_option", /mergeable/));
    assert.deepEqual((await open(folder.finish())).documents(), ["new.md"]);
    await assert.rejects(Builder.create({ mergeable: "yes" }), failure("invalid_option", /mergeable: accepted are true and false/));
  });

  test("keeps no words of documents that are gone", async () => {
    const pages = Array.from({ length: 50 }, (_, id) => ({ id: `${id}`, text: `# Page ${id}\n\n${"Some words of a page. ".repeat(50)}` }));
    let index = await changeable(pages);
    let count = 0;
    let bytesOfWords = 0;
    const change = (times) => {
      for (let time = 0; time < times; time++) {
        const words = Array.from({ length: 100 }, (_, word) => `w${count++}x${word}`.padEnd(32, "z")).join(" ");
        const next = index.with([{ ...NEW, text: `The change of many. ${words}` }]);
        index.close();
        index = next;
        bytesOfWords += words.length;
      }
    };
    // Words that are gone are forgotten twice.
    change(250);
    const before = memory.buffer.byteLength;
    bytesOfWords = 0;
    change(1000);
    // Gaps between what is in use may take a little more, some time.
    const grown = memory.buffer.byteLength - before;
    assert.ok(grown < bytesOfWords / 2, `${grown} bytes more after ${bytesOfWords} bytes of words`);
  });
});
