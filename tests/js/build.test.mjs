import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Builder, PACKAGE, PAGES, built, explore, failure, open } from "./support.mjs";

/** A WebAssembly module that may have a number of pages of memory. */
function limited(wasm, pages) {
  const number = (at) => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = wasm[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return [value, at];
      shift += 7;
    }
  };
  for (let at = 8; at < wasm.length; ) {
    const [length, start] = number(at + 1);
    // The section of memories has one, with its pages at least.
    if (wasm[at] === 5) {
      const least = wasm.subarray(start + 2, start + length);
      const section = [1, 1, ...least, (pages & 127) | 128, pages >> 7];
      return Buffer.concat([wasm.subarray(0, at), Buffer.from([5, section.length, ...section]), wasm.subarray(start + length)]);
    }
    at = start + length;
  }
  throw new Error("the module has no memory of its own");
}

describe("Builder", () => {
  test("makes the same index of the same documents", async () => {
    assert.deepEqual(await built(PAGES), await built(PAGES));
  });

  test("takes options", async () => {
    const options = { levels: [1000, 300, 4000], overlap: 0.1, language: "de", site: "mdbook" };
    const wrong = await Builder.create({ levels: [2000, 500, 100], overlap: 0.1, language: "de" });
    wrong.add({ id: "a", text: "Die Häuser stehen." });
    const index = await explore(wrong.finish());
    assert.equal(index.stats().language, "de");
    assert.equal(index.stats().levels.length, 3);
    assert.deepEqual(index.stats().levels.map(({ overlap }) => overlap), [0.1, 0.1, 0.1]);
    assert.equal(index.search("Haus").total, 1);
    await assert.rejects(Builder.create(options), failure("invalid_option", /levels/));
  });

  test("takes options that are undefined or null for absent", async () => {
    const absent = { levels: undefined, overlap: null, unit: undefined, language: null, wasm: null };
    assert.deepEqual(await built(PAGES, absent), await built(PAGES));
  });

  const levels = async (options) => (await explore(await built(PAGES, options))).stats().levels;
  const usual = [
    [{}, [[500, 0], [2000, 0]]],
    [{ unit: "tokens" }, [[128, 0], [512, 0]]],
    [{ chunker: "windows" }, [[800, 0.125], [2000, 0]]],
    [{ chunker: "windows", overlap: 0.2 }, [[800, 0.2], [2000, 0.2]]],
    [{ chunker: "windows", levels: [900, 300] }, [[300, 0], [900, 0]]],
    [{ parents: "sections" }, [[500, 0], [0, 0]]],
    [{ parents: "documents", unit: "tokens" }, [[128, 0], [0, 0]]],
    [{ parents: "documents", chunker: "windows" }, [[800, 0.125], [0, 0]]],
    [{ levels: [100, 400, 1600], overlap: [0.3, 0.2, 0.1] }, [[100, 0.3], [400, 0.2], [1600, 0.1]]],
    [{ levels: [1600, 400], overlap: [0.1, 0.2] }, [[400, 0.2], [1600, 0.1]]],
  ];
  for (const [options, expected] of usual) {
    test(`cuts as the command does with ${JSON.stringify(options)}`, async () => {
      assert.deepEqual((await levels(options)).map(({ size, overlap }) => [size, overlap]), expected);
    });
  }

  test("begins parents at headings as strong as wanted", async () => {
    const text = Array.from({ length: 6 }, (_, i) => `${"#".repeat(2 + (i % 2))} H${i}\n\n${"word ".repeat(60)}\n`).join("\n");
    const parents = async (sectionDepth) =>
      (await explore(await built([{ id: "a", text }], { levels: [700, 100], sectionDepth }))).chunks("a", 1);
    assert.equal((await parents(3)).length, 6);
    assert.equal((await parents(2)).length, 3);
  });

  test("takes words that are searched and not shown", async () => {
    const text = `# One\n\n${"First. ".repeat(60)}\n\n# Two\n\n${"Second. ".repeat(60)}\n`;
    const index = await open(await built([
      { id: "a", text, extra: "whole" },
      { id: "b", text, extra: { "": "all", two: "part" } },
    ]));
    assert.deepEqual(index.search("whole").hits.map((hit) => hit.document), ["a"]);
    assert.deepEqual(index.search("all").hits.map((hit) => hit.document), ["b"]);
    assert.equal(index.search("part").hits[0].anchor, "two");
  });

  test("looks over a site before it adds its pages", async () => {
    const page = (title, mark = "") => `<!doctype html><title>${title} - Kit</title><main ${mark}><p>A needle.</main>`;
    const pages = Object.entries({ "index.html": page("Home"), "a.html": page("A"), "b.html": page("B"), "_sources/b.txt": "A needle." });
    const added = async (files, options, of) => {
      const builder = await Builder.create(options);
      for (const [path, text] of files) builder.survey(path, path.endsWith(".html") ? text : "", { of });
      const results = files.map(([path, text]) => builder.addFile(path, text, { of }));
      const index = await open(builder.finish());
      const titles = index.search("needle").hits.map(({ title }) => title).sort();
      index.close();
      return [titles, results.map(({ leftOut }) => leftOut)];
    };
    const beside = [["A", "B", "Home"], [undefined, undefined, undefined, "besidePages"]];
    assert.deepEqual(await added(pages), beside);
    assert.deepEqual(await added(pages, {}, "docs"), beside);
    assert.deepEqual((await added(pages, { textBesidePages: true }))[0], ["A", "A needle.", "B", "Home"]);
    const marked = [...pages.slice(0, 3), ["c.html", page("C", "data-pagefind-body")]];
    assert.deepEqual(await added(marked), [["C"], ["unmarked", "unmarked", "unmarked", undefined]]);
    // A survey of another site has no say.
    const builder = await Builder.create();
    for (const [path, text] of pages) builder.survey(path, text, { of: "other" });
    assert.deepEqual(builder.addFile("_sources/b.txt", "A needle."), { documents: 1, outcome: "indexed: A needle. (0 headings, en)", warnings: [] });
    assert.throws(() => builder.survey("a.html"), failure("invalid_argument", /content/));
    assert.throws(() => builder.survey(1, ""), failure("invalid_argument", /path/));
    assert.throws(() => builder.survey("a.html", "", { off: "x" }), failure("invalid_option", /off/));
    builder.finish();
    assert.throws(() => builder.survey("a.html", ""), failure("finished", /create another/));
    await assert.rejects(Builder.create({ textBesidePages: 1 }), failure("invalid_option", /textBesidePages: accepted are true and false/));
  });

  test("takes synonyms", async () => {
    const synonyms = "k8s => kubernetes # short\nconsole, terminal\n";
    const documents = [{ id: "a", text: "Kubernetes." }, { id: "b", text: "A terminal. Not k3s." }];
    const bytes = await built(documents, { synonyms });
    assert.deepEqual(bytes, await built(documents, { synonyms }));
    const index = await explore(bytes);
    index.verify();
    const ids = (query) => index.search(query).hits.map((hit) => hit.document);
    assert.deepEqual(ids("k8s"), ["a"]);
    assert.deepEqual(ids("consoles"), ["b"]);
    assert.equal((await open(await built(documents))).search("console").total, 0);
  });

  test("takes pins, as a list and as a file has them", async () => {
    const pins = [{ query: "Get going", pages: ["b", "gone"] }, { query: "first steps", match: "prefix", pages: "/a.html" }];
    const documents = [{ id: "a", url: "a.html", text: "A needle." }, { id: "b", text: "A thread." }];
    const bytes = await built(documents, { pins });
    assert.deepEqual(bytes, await built(documents, { pins: "- {query: get going, pages: [b]}\n- query: first steps\n  match: prefix\n  pages: [a]\n" }));
    const index = await open(bytes);
    const found = (query) => index.search(query).hits.map(({ document, pinned }) => [document, pinned]);
    assert.deepEqual(found("get-going"), [["b", true]]);
    assert.deepEqual(found("firs"), [["a", true]]);
    assert.deepEqual(found("needle"), [["a", undefined]]);
    const builder = await Builder.create({ pins });
    documents.forEach((one) => builder.add(one));
    assert.deepEqual(builder.unknownPins(), [{ query: "Get going", page: "gone" }]);
    builder.finish();
    assert.throws(() => builder.unknownPins(), failure("finished", /create another/));
  });

  test("sorts into rooms, and gives conversations topics and memories", async () => {
    const builder = await Builder.create({
      rooms: '[[room]]\nname = "ops"\npaths = ["ops/**"]\n',
      topics: { data: ["importer"] },
      memories: true,
      chunker: "conversations",
    });
    builder.addFile("ops/chat.md", "> Which importer?\n\nWe decided to use the old importer, as it works.\n");
    const index = await open(builder.finish());
    const total = (filters) => index.search("importer", { filters }).total;
    assert.ok(total({ topic: "data" }) > 0);
    assert.equal(total({ room: "ops" }), total({}));
    assert.equal(total({ memory: "decision" }), 1);
    assert.equal(total({ room: "other" }), 0);
    index.close();
    const refused = (options, message) => assert.rejects(Builder.create(options), failure("invalid_option", message));
    await refused({ rooms: "" }, /rooms: there is no room/);
    await refused({ topics: { data: "importer" } }, /topics\.data: accepted are objects of arrays/);
    await refused({ memories: 1 }, /memories: accepted are true and false/);
    await refused({ chunker: "lines" }, /accepted are sections, windows, conversations/);
  });

  test("refuses options that cannot be used", async () => {
    const wrong = [
      [{ level: [1] }, /level.*levels, overlap/],
      [{ levels: 500 }, /levels/],
      [{ levels: [-1] }, /levels/],
      [{ levels: [] }, /levels/],
      [{ overlap: 0.9 }, /overlap/],
      [{ overlap: "0" }, /overlap: accepted are numbers and arrays of numbers$/],
      [{ overlap: [0.1, 0.1, 0.1] }, /overlap/],
      [{ levels: [500, "2000"] }, /levels\[1\]: accepted are arrays of whole numbers$/],
      [{ levels: [2 ** 33] }, /levels/],
      [{ unit: "words" }, /unit.*characters, tokens/],
      [{ unit: 7 }, /unit: accepted is a string/],
      [{ chunker: "pages" }, /chunker.*sections, windows/],
      [{ parents: "pages" }, /parents.*budget, sections, documents/],
      [{ sectionDepth: 7 }, /sectionDepth.*1 to 6/],
      [{ sectionDepth: -1 }, /sectionDepth.*1 to 6/],
      [{ language: "tlh" }, /tlh/],
      [{ language: 7 }, /language/],
      [{ synonyms: "a, b\nb c, d" }, /synonyms: line 2: an entry is not one word/],
      [{ synonyms: [["a", "b"]] }, /synonyms: accepted is a string/],
      [{ pins: [{ query: "a" }] }, /pins: pin 1: pages are missing/],
      [{ pins: [{ query: "a", pages: "b", match: "some" }] }, /pins: pin 1: match: accepted are exact and prefix/],
      [{ pins: 7 }, /pins: accepted are a list and the text of a file/],
      [{ pins: { query: "a", pages: "b" } }, /pins: accepted are a list/],
      [{ baseUrl: 7 }, /baseUrl/],
      [{ site: "wiki" }, /wiki.*docusaurus/],
      [null, /options/],
      ["de", /options/],
      [[], /options/],
    ];
    for (const [options, message] of wrong) {
      await assert.rejects(Builder.create(options), failure("invalid_option", message));
    }
  });

  test("refuses documents that cannot be used", async () => {
    const builder = await Builder.create();
    const circular = { id: "a", text: "x", meta: {} };
    circular.meta.self = circular;
    const wrong = [
      [undefined, /./],
      [null, /./],
      ["text", /./],
      [[], /./],
      [{}, /text.*missing/],
      [{ text: "x" }, /id.*missing/],
      [{ id: "", text: "x" }, /id/],
      [{ id: "a" }, /text.*missing/],
      [{ id: "a", text: 7 }, /text/],
      [{ id: "a", text: "x", body: "y" }, /body.*id, url/],
      [{ id: "a", text: "x", filters: { k: {} } }, /"k"/],
      [{ id: "a", text: "x", filters: [] }, /filters/],
      [{ id: "a", text: "x", extra: 7 }, /extra/],
      [{ id: "a", text: "x", extra: { none: "y" } }, /none.*no heading/],
      [{ id: "a", text: 7n }, /./],
      [circular, /./],
    ];
    for (const [document, message] of wrong) {
      assert.throws(() => builder.add(document), failure("invalid_document", message));
    }
    builder.add({ id: "a", text: "x" });
    assert.throws(() => builder.add({ id: "a", text: "x" }), failure("invalid_document", /unique/));
    assert.equal((await explore(builder.finish())).stats().documents, 1);
  });

  test("takes other names and boosts, as its types say", async () => {
    const documents = [
      { id: "a", text: "Some words.\n", names: ["zap"] },
      { id: "b", text: "Some words.\n", boost: 3 },
    ];
    const index = await open(await built(documents));
    assert.equal(index.search("zap").hits[0].document, "a");
    const [first, second] = index.search("words").hits;
    assert.equal(first.document, "b");
    assert.ok(first.score > 2.9 * second.score);
    await assert.rejects(built([{ id: "a", text: "x", boost: 0 }]), failure("invalid_document", /boost/));
  });

  test("reads headings from the text", async () => {
    const text = "# First\n\nOne.\n\n```\n# no heading\n```\n\n## Second part\n\nTwo needles.\n";
    const index = await explore(await built([{ id: "a", url: "/a", text }]));
    const [hit] = index.search("needles").hits;
    assert.deepEqual(hit.headings, ["First", "Second part"]);
    assert.equal(hit.anchor, "second-part");
    assert.equal(index.stats().headings, 2);
  });

  test("mends text that is cut within a character", async () => {
    const index = await open(await built([{ id: "a\ud800", text: "needle \udfff and \ud83e" }]));
    const [hit] = index.search("needle").hits;
    assert.equal(hit.document, "a\ufffd");
    assert.equal(hit.text, "needle \ufffd and \ufffd\n");
  });

  test("mends keys that are cut within a character, and nothing else", async () => {
    const meta = { "\ud800": "\udfff", "\\ud800": "\\\\ud83e", "🦀": '"\n\\' };
    const filters = { "k\udfff": "v\ud800" };
    const index = await open(await built([{ id: "a", text: "needle", meta, filters }]));
    const [hit] = index.search("needle", { filters: { "k\ufffd": "v\ufffd" } }).hits;
    delete meta["\ud800"];
    assert.deepEqual(hit.meta, { ...meta, "\ufffd": "\ufffd" });
  });

  test("keeps what is known of documents", async () => {
    const meta = { s: "text", n: 3, list: [1, "a"], nothing: null, no: undefined };
    const filters = { year: 2024, open: true, tag: ["a", "b"] };
    const index = await open(await built([{ id: 7, text: "needle", lang: "en", meta, filters }]));
    const [hit] = index.search("needle", { filters: { year: "2024", open: "true", tag: "b" } }).hits;
    assert.equal(hit.document, "7");
    assert.deepEqual(hit.meta, { list: [1, "a"], n: 3, nothing: null, s: "text" });
  });

  test("keeps what is known under the names of properties", async () => {
    const meta = JSON.parse('{"__proto__":"p","constructor":"c","toString":"t"}');
    const index = await open(await built([{ id: "a", text: "needle", meta }]));
    const [hit] = index.search("needle").hits;
    assert.deepEqual(hit.meta, meta);
    assert.equal(Object.getPrototypeOf(hit.meta), Object.prototype);
  });

  test("decodes pages, and composes what is asked", async () => {
    const builder = await Builder.create();
    const page = (label, bytes) => Buffer.concat([Buffer.from(`<meta charset=${label}><main><p>`), Buffer.from(bytes), Buffer.from("</main>")]);
    builder.addFile("western.html", page("windows-1252", [0x4d, 0xfc, 0x6e, 0x7a, 0x65]));
    builder.addFile("unknown.html", page("x-new", [0xc4, 0x70, 0x66, 0x65, 0x6c]));
    builder.addFile("japanese.html", page("shift_jis", [0x90, 0xdd, 0x92, 0xe8]));
    builder.addFile("korean.md", "달력\n");
    const { warnings } = builder.addFile("bad.md", Buffer.from([0xc3, 0xa4, 0x20, 0xff, 0x20, 0x77, 0x6f, 0x72, 0x64]));
    assert.match(warnings.join(), /byte 3 is not UTF-8/);
    const index = await explore(builder.finish());
    const found = (query) => index.search(query, { fuzzy: false }).hits.map((hit) => hit.document);
    for (const [query, document] of [["Münze", "western.html"], ["Äpfel", "unknown.html"], ["設定", "japanese.html"], ["달력".normalize("NFD"), "korean.md"], ["word", "bad.md"]]) {
      assert.deepEqual(found(query), [document], query);
    }
    index.close();
  });

  test("finishes once", async () => {
    const builder = await Builder.create();
    builder.add(PAGES[0]);
    builder.finish();
    assert.throws(() => builder.add(PAGES[1]), failure("finished"));
    assert.throws(() => builder.addFile("a.md", "x"), failure("finished"));
    assert.throws(() => builder.finish(), failure("finished"));
  });

  test("wants at least one document", async () => {
    for (const finish of ["finish", "finishFiles"]) {
      const builder = await Builder.create();
      assert.throws(() => builder[finish](), failure("invalid_option", /documents/));
    }
  });

  async function builderOf(documents, options) {
    const builder = await Builder.create(options);
    for (const document of documents) builder.add(document);
    return builder;
  }

  /** Enough for several shards of each kind. */
  const MANY = Array.from({ length: 60 }, (_, page) => {
    const words = Array.from({ length: 200 }, (_, word) => `word${(page + 1) * (word + 3)}`);
    return { id: page, title: `Page ${page}`, text: words.join(" ") };
  });

  test("makes an index in several files, which answers as the one in one", async () => {
    const files = new Map((await builderOf(MANY)).finishFiles({ layout: "sharded" }));
    const names = [...files.keys()];
    assert.equal(names.pop(), "index.kdx");
    assert.ok(names.length > 20 && names.every((name) => /^[\da-f]{12}\.kds$/.test(name)), names.join());
    const read = [];
    const index = await explore((name) => {
      read.push(name);
      return files.get(name);
    });
    const whole = await explore(await built(MANY));
    for (const query of ["word12", "page 7", "pagge 7", '"word12 word15"']) {
      const results = await index.search(query);
      assert.ok(results.total > 0, query);
      assert.deepEqual(results, whole.search(query));
    }
    assert.ok(new Set(read).size < files.size);
    await index.verify();
    assert.equal(new Set(read).size, files.size);
    const compressed = new Map([...files].map(([name, bytes]) => [name, gzipSync(bytes)]));
    const other = await explore((name) => compressed.get(name));
    assert.deepEqual(await other.search("word12"), whole.search("word12"));
  });

  test("leaves a small index in one file, unless it is asked for several", async () => {
    const whole = await built(MANY);
    for (const options of [undefined, { layout: "auto" }, { layout: "single" }]) {
      const files = [...(await builderOf(MANY)).finishFiles(options)];
      assert.deepEqual(files.map(([name]) => name), ["index.kdx"]);
      assert.deepEqual(files[0][1], whole);
    }
    const builder = await builderOf(PAGES);
    assert.throws(() => builder.finishFiles({ layout: "several" }), failure("invalid_option", /^layout: .*accepted are auto, single, sharded/));
  });

  test("leaves pairs of words out of several files", async () => {
    const files = async (options) => new Map((await builderOf(MANY)).finishFiles({ layout: "sharded", ...options }));
    const [whole, bare] = [await files({ pairs: true }), await files({ pairs: false })];
    assert.deepEqual([...(await files())], [...whole]);
    const bytes = (of) => [...of.values()].reduce((sum, { length }) => sum + length, 0);
    assert.ok(bytes(bare) < 0.8 * bytes(whole), `${bytes(bare)} of ${bytes(whole)}`);
    const [index, other] = [await explore((name) => bare.get(name)), await explore(await built(MANY))];
    assert.deepEqual(await index.search('"word12 word15"', { phraseBytes: 0 }), other.search('"word12 word15"', { phraseBytes: 0 }));
    assert.ok((await index.search('"word12 word15"')).total > 0);
    const builder = await builderOf(PAGES);
    assert.throws(() => builder.finishFiles({ pairs: 1 }), failure("invalid_option", /^pairs: .*accepted are true and false/));
    builder.finish();
  });

  test("makes the same files of the same documents, each with its own bytes", async () => {
    const [first, second] = [[...(await builderOf(MANY)).finishFiles({ layout: "sharded" })], [...(await builderOf(MANY)).finishFiles({ layout: "sharded" })]];
    assert.deepEqual(first, second);
    assert.equal(new Set(first.map(([, bytes]) => bytes.buffer)).size, first.length);
  });

  test("finishes once, also in several files and where these are not taken", async () => {
    const builder = await builderOf(PAGES);
    for (const [name] of builder.finishFiles({ layout: "sharded" })) if (name.endsWith(".kds")) break;
    for (const again of [() => builder.finishFiles({ layout: "sharded" }), () => builder.finish(), () => builder.add(PAGES[0])]) {
      assert.throws(again, failure("finished"));
    }
    const files = (await builderOf(PAGES)).finishFiles({ layout: "sharded" });
    files.next();
    assert.deepEqual(files.return(), { done: true, value: undefined });
    assert.equal(files.next().done, true);
  });

  test("says where memory is full, and that it is over", () => {
    // In a process of its own, as there is one module in each; and with little memory.
    const program = `
      import { Builder, KindexError } from ${JSON.stringify(new URL("build.js", PACKAGE))};
      import { readFileSync } from "node:fs";
      const wasm = readFileSync(new URL(${JSON.stringify(new URL("full/full_bg.wasm", PACKAGE))}));
      const builder = await Builder.create({ wasm: await WebAssembly.compile((${limited})(wasm, 256)) });
      const errors = [];
      const add = (id) => builder.add({ id: String(id), text: "Words of a page. ".repeat(20_000) });
      for (let id = 0; id < 200 && errors.length < 2; id++) {
        try {
          add(id);
        } catch (error) {
          errors.push({ right: error instanceof KindexError, code: error.code, message: error.message });
        }
      }
      console.log(JSON.stringify(errors));
    `;
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    const [full, over] = JSON.parse(printed);
    assert.deepEqual([full.right, full.code, over.right, over.code], [true, "out_of_memory", true, "finished"]);
    assert.match(full.message, /more memory than there is/);
  });

  test("is of one tenant, also in several files", async () => {
    for (const finish of ["finish", "finishFiles"]) {
      const builder = await builderOf(PAGES.map((page, at) => ({ ...page, tenant: at === 0 ? "red" : "blue" })));
      assert.throws(() => builder[finish](), failure("invalid_option", /^tenant: an index is of one, and documents are of "blue" and of "red"; make an index for each$/));
      const one = await builderOf(PAGES, { tenant: "red" });
      assert.deepEqual([...one[finish]()], [...(await builderOf(PAGES))[finish]()]);
    }
  });

  test("is in kindex/build too, with an open of its own", async () => {
    const full = await import(new URL("build.js", PACKAGE));
    const builder = await full.Builder.create();
    builder.add(PAGES[0]);
    const index = await full.open(builder.finish());
    assert.equal(index.search("installer").total, 1);
    await assert.rejects(full.open(new Uint8Array(3)), failure("not_an_index"));
  });
});
