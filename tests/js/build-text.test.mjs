// kindex/build-text makes the indexes of kindex/build, and refuses what only that one takes.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { Builder as FullBuilder, PACKAGE, PAGES, failure, open as openForPages } from "./support.mjs";

const { Builder, open } = await import(new URL("build-text.js", PACKAGE));
const { open: openFull } = await import(new URL("build.js", PACKAGE));
const bundled = process.env.KINDEX_MODULES ? undefined : await import(new URL("build-text.min.js", PACKAGE));

/** The Markdown files of a folder as records. */
function records(folder, more) {
  const root = new URL(folder, import.meta.url);
  const names = readdirSync(root).filter((name) => name.endsWith(".md"));
  return names.sort().map((name) => ({ id: folder + name, url: `/${name}`, text: readFileSync(new URL(name, root), "utf8"), ...more }));
}

const DOCUMENTS = [
  ...records("../../docs/"),
  ...records("../corpus/guides/"),
  ...PAGES,
  { id: 7, title: "Extra", text: "# A\n\n日本語の文。 Ελληνικά\n", extra: { a: "words" }, names: ["seven"], boost: 2, lang: "en-GB" },
  { id: "tlh", text: "Qapla running", lang: "tlh", meta: { list: [1], at: true } },
];

const FILES = [
  ["notes.txt", readFileSync(new URL("../corpus/notes.txt", import.meta.url))],
  ["latin.txt", Buffer.from("Caf\xe9 cr\xe8me\n", "latin1")],
  ["records.jsonl", '{"id":1,"text":"# One\\n\\nnodes nodding"}\nnonsense\n{"id":"two","text":"x","lang":"tlh"}\n'],
  ["empty.txt", ""],
];

/** What both builders make of files and documents. */
async function both(options, files, documents, finish = (builder) => builder.finish()) {
  const builders = await Promise.all([Builder, FullBuilder].map((one) => one.create(options)));
  return builders.map((builder) => {
    const added = files.map(([path, content]) => builder.addFile(path, content, { version: "2" }));
    for (const document of documents) builder.add(document);
    return { added, made: finish(builder) };
  });
}

describe("kindex/build-text makes the bytes that kindex/build makes", () => {
  const settings = {
    "no options": {},
    "an address": { baseUrl: "/notes/" },
    "other chunks": { levels: [1000, 300], overlap: 0.1, chunker: "windows", mergeable: true },
    "words and sections": { synonyms: "js, javascript", parents: "sections", sectionDepth: 2 },
    "no stems": { language: "none" },
  };
  for (const [name, options] of Object.entries(settings)) {
    test(`with ${name}`, async () => {
      const [one, other] = await both(options, FILES, DOCUMENTS);
      assert.deepEqual(one, other);
      assert.equal(one.added[2].documents, 2);
      assert.ok(one.made.length > 100_000);
    });
  }

  test("of words in all languages where none are stemmed", async () => {
    const [one, other] = await both({ language: "none" }, [], records("../corpus/languages/", { lang: "de" }));
    assert.deepEqual(one, other);
    const [mine, theirs] = await both({ language: "none" }, [], [], (builder) => {
      builder.addFile("haus.txt", "Die Häuser\n", { lang: "de" });
      return builder.finish();
    });
    assert.deepEqual(mine, theirs);
  });

  test("for folders and tenants", async () => {
    const files = await both({}, FILES, DOCUMENTS, (builder) => [...builder.finishFiles({ layout: "sharded" })]);
    assert.deepEqual(files[0], files[1]);
    assert.ok(files[0].made.length > 3);
    const owned = PAGES.map((page, at) => ({ ...page, tenant: `t${at}` }));
    const indexes = (all) => all.byTenant().map(([name, builder]) => [name, builder.finish()]);
    const [one, other] = await both({}, [], owned, indexes);
    assert.deepEqual(one, other);
    assert.equal(one.made.length, 2);
  });

  test("after changes", async () => {
    const [{ made }] = await both({ mergeable: true }, [], DOCUMENTS);
    const change = [[{ id: "new", text: "Nodding nodes.\n" }], ["usage.md"]];
    const [index, other] = await Promise.all([open(made), openFull(made)]);
    const next = index.with(...change);
    assert.deepEqual(next.bytes(), other.with(...change).bytes());
    assert.equal(next.with([{ id: "newer", text: "Flocculate.\n" }]).search("flocculating").hits[0].document, "newer");
    assert.deepEqual(next.search("installer"), (await openForPages(next.bytes())).search("installer"));
  });

  test("in one file of a script too", { skip: !bundled }, async () => {
    const builder = await bundled.Builder.create();
    builder.add(PAGES[0]);
    const [{ made }] = await both({}, [], [PAGES[0]]);
    assert.deepEqual(builder.finish(), made);
    assert.equal((await bundled.open(made)).search("installer").total, 1);
  });
});

describe("kindex/build-text refuses", () => {
  const refused = (call, code, message) => assert.throws(call, failure(code, message));

  test("other files, and goes on", async () => {
    const builder = await Builder.create();
    const chat = "> One?\nYes.\n> Two?\nNo.\n> Three?\nMaybe.\n";
    for (const [path, content] of [
      ["a.md", "# A\n"],
      ["a.mdx", "# A\n"],
      ["a.html", "<h1>A</h1>"],
      ["a.csv", "a,b\n1,2\n"],
      ["a.rs", "fn main() {}\n"],
      ["chat.txt", chat],
      ["conversations.json", '[{"chat_messages": []}]'],
    ]) {
      refused(() => builder.addFile(path, content), "unknown_format", /^\S+: this takes kindex\/build, which reads Markdown/);
    }
    refused(() => builder.addFile("a.png", ""), "unknown_format", /the name ends in none of/);
    builder.addFile("a.txt", "A\n");
    assert.equal((await openFull(builder.finish())).documents().length, 1);
  });

  test("other languages, and goes on", async () => {
    const message = /language: "\w+" is not in this build, which has en; kindex\/build/;
    for (const language of ["de", "ja", "pt-BR"]) {
      await assert.rejects(Builder.create({ language }), failure("invalid_option", message));
    }
    await assert.rejects(Builder.create({ language: "tlh" }), failure("invalid_option", /not a known language/));
    const builder = await Builder.create();
    refused(() => builder.addFile("a.txt", "A\n", { lang: "fr" }), "invalid_option", message);
    refused(() => builder.addFile("ja.txt", "索引を作ります。".repeat(10)), "invalid_option", message);
    const second = '{"id":1,"text":"x"}\n{"id":2,"text":"y","lang":"de"}';
    refused(() => builder.addFile("a.jsonl", second), "invalid_option", message);
    for (const { id, text } of records("../corpus/languages/").slice(0, 3)) {
      refused(() => builder.add({ id, text, lang: "el" }), "invalid_option", message);
    }
    builder.add({ id: "en", text: "x" });
    assert.deepEqual((await openFull(builder.finish())).documents(), ["en"]);
  });

  test("changes in other languages, and goes on", async () => {
    const [{ made }] = await both({ mergeable: true }, [], PAGES);
    const index = await open(made);
    refused(() => index.with([{ id: "de", text: "Häuser", lang: "de" }]), "invalid_option", /kindex\/build/);
    assert.equal(index.with([{ id: "en", text: "houses" }]).search("house").total, 1);
    const german = await FullBuilder.create({ mergeable: true, language: "de" });
    german.add({ id: "de", text: "Häuser" });
    const opened = await open(german.finish());
    assert.equal(opened.search("Haus").total, 1);
    refused(() => opened.with([], ["de"]), "invalid_option", /kindex\/build/);
  });

  test("options of other files", async () => {
    const options = ["pins", "site", "rooms", "topics", "memories", "textBesidePages", "rootSelectors", "excludeSelectors"];
    for (const option of options) {
      await assert.rejects(Builder.create({ [option]: "x" }), failure("invalid_option", new RegExp(`no option ${option}`)));
    }
    await assert.rejects(Builder.create({ chunker: "conversations" }), failure("invalid_option", /^chunker: this takes kindex\/build/));
    const builder = await Builder.create({ mergeable: true });
    refused(() => builder.finish({ vectors: {} }), "invalid_option", /no option vectors/);
    refused(() => builder.finishFiles(), "invalid_option", /mergeable/);
  });
});
