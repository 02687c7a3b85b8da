// Vectors that indexes are given: by a function that embeds texts, or by the ids of chunks.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { deserialize, serialize } from "node:v8";
import { gzipSync } from "node:zlib";
import { Builder, PACKAGE, PAGES, explore, failure, open as openSearch } from "./support.mjs";

const { addVectors, chunkTexts, open } = await import(new URL("build.js", PACKAGE));

const golden = (name) => readFileSync(new URL(`../golden/${name}.kdx`, import.meta.url));

/** A model that counts letters. */
const vectorOf = (text) => Array.from("abcdefgh", (letter) => text.toLowerCase().split(letter).length);

/** The model, which notes what it was asked. */
function model() {
  const asked = [];
  const embed = async (texts) => {
    asked.push(texts);
    return texts.map(vectorOf);
  };
  return { asked, embed, embedder: "letters" };
}

async function builderOf(pages, options) {
  const builder = await Builder.create({ levels: [200, 80], ...options });
  for (const page of pages) builder.add(page);
  return builder;
}

const plain = async () => (await builderOf(PAGES)).finish();

const wrong = (message) => failure("invalid_option", message);

describe("a function that embeds", () => {
  test("gets the texts of children in order, in batches", async () => {
    const { asked, ...vectors } = model();
    const bytes = await (await builderOf(PAGES)).finish({ vectors: { ...vectors, batch: 2 } });
    const index = await open(bytes);
    const chunks = chunkTexts(index);
    assert.ok(chunks.length > 3);
    assert.deepEqual(asked.flat(), chunks.map(({ embed }) => embed));
    assert.ok(asked.slice(0, -1).every(({ length }) => length === 2) && asked.at(-1).length <= 2);
    assert.deepEqual(index.vectors(), { embedder: "letters", dimensions: 8, kept: 8, bits: 4, level: 1, chunks: 3, all: 3 });
    const [best] = index.search("", { vector: vectorOf(chunks[1].embed) }).hits;
    assert.equal(best.id, index.parent(chunks[1].id).id);
  });

  test("makes the index that entries of the same vectors make", async () => {
    const { asked, ...vectors } = model();
    const whole = { of: "children", dimensions: 0, bits: 32 };
    const index = await open(await plain());
    const entries = chunkTexts(index).map(({ id, embed }) => [id, vectorOf(embed)]);
    const expected = await addVectors(index.bytes(), { ...whole, embedder: "letters", entries });
    assert.deepEqual(await (await builderOf(PAGES)).finish({ vectors: { ...whole, ...vectors } }), expected);
    for (const same of [Object.fromEntries(entries), new Map(entries), (function* () { yield* entries; })()]) {
      assert.deepEqual(await addVectors(index.bytes(), { ...whole, embedder: "letters", entries: same }), expected);
    }
    assert.deepEqual((await addVectors(index, { ...whole, embedder: "letters", entries })).bytes(), expected);
    assert.equal(index.vectors(), null);
    assert.equal(asked.length, 1);
  });

  test("embeds what changed, where there is a cache", async () => {
    let cache = new Map();
    const build = async (pages, given) => {
      const { asked, ...vectors } = model();
      const bytes = await (await builderOf(pages)).finish({ vectors: { ...vectors, cache, ...given } });
      cache = deserialize(serialize(cache));
      return [bytes, asked.flat()];
    };
    const [first, all] = await build(PAGES);
    assert.equal(cache.size, all.length);
    assert.deepEqual(await build(PAGES), [first, []]);
    const [, page] = PAGES;
    const changed = [PAGES[0], { ...page, text: "# Usage\n\nDrink tea.\n" }];
    assert.deepEqual((await build(changed))[1], ["Usage\n# Usage\n\nDrink tea."]);
    assert.deepEqual((await build(PAGES, { embedder: "others" }))[1], all);
    // One that lies elsewhere.
    const far = { get: async (key) => cache.get(key) ?? null, set: async (key, vector) => cache.set(key, vector) };
    assert.deepEqual(await build(PAGES, { cache: far }), [first, []]);
  });

  test("has nothing kept that was refused", async () => {
    const good = [1, 2, 3];
    for (const bad of [[0, 0, 0], [1, NaN, 3], [1, 2, 1e300], [1e-99, 0, 0], [1, 2], "1,2"]) {
      const cache = new Map();
      const finish = async (embed) => (await builderOf(PAGES)).finish({ vectors: { embedder: "m", embed, cache } });
      const failing = finish((texts) => texts.map((_, at) => (at === 1 ? bad : good)));
      await assert.rejects(failing, wrong(/ the chunk "?install\.md#0\.1/));
      assert.deepEqual([...cache.values()], [Float32Array.from(good)]);
      await finish((texts) => texts.map(() => good));
      assert.ok(cache.size > 3);
    }
  });

  test("may fail", async () => {
    const finish = async (embed) => (await builderOf(PAGES)).finish({ vectors: { embedder: "m", embed, batch: 3 } });
    await assert.rejects(finish(async () => Promise.reject(new RangeError("no model"))), RangeError);
    for (const [embed, message] of [
      [() => [[1, 2]], /^embed: it gave 1 vectors for 3 texts, those of the chunks install\.md#0\.0 to /],
      [() => undefined, /^embed: it gave no array of vectors for 3 texts/],
      [(texts) => texts.map(() => "1,2"), /^embed: the vector of the chunk install\.md#0\.0 is no array of numbers$/],
      [(texts) => texts.map((_, at) => (at ? [1] : [1, 2])), /^vectors: that of the chunk "install\.md#0\.1": it has 1 numbers, not 2$/],
      [(texts) => texts.map(() => [0, 0]), /^vectors: that of the chunk "install\.md#0\.0": all its numbers are zero$/],
      [(texts) => texts.map(() => [NaN, 0]), /^vectors: that of the chunk "install\.md#0\.0": a number in it is not finite$/],
    ]) {
      await assert.rejects(finish(embed), wrong(message));
    }
  });
});

describe("vectors by ids", () => {
  const { entries, topics } = documented();

  /** Those of the index that the cases of all engines search. */
  function documented() {
    const documents = JSON.parse(readFileSync(new URL("../cases/vectors/documents.json", import.meta.url), "utf8"));
    const of = ({ id, vectors }) => vectors.map((vector, at) => [`${id}#0.${at}`, vector]);
    return { entries: documents.flatMap(of), topics: { embedder: "topics" } };
  }

  for (const [name, settings] of [
    ["vectors-4-bits", {}],
    ["vectors-reduced", { dimensions: 8 }],
    ["vectors-32-bits", { of: "children", dimensions: 0, bits: 32 }],
  ]) {
    test(`become the bytes that the native code makes: ${name}`, async () => {
      // Vectors that are there already make way.
      const made = await addVectors(golden("vectors-4-bits"), { ...topics, entries, ...settings });
      assert.ok(golden(name).equals(made));
    });
  }

  test("leave the others as they are in an index that continues another", async () => {
    const before = golden("vectors-4-bits");
    const given = { ...topics, entries };
    assert.ok(before.equals(await addVectors(before, { ...given, before: gzipSync(before) })));
    const moved = entries.map(([id, vector], at) => [id, at === 3 ? vector.map((number, place) => number + place) : vector]);
    const differences = async (more) => {
      const made = await addVectors(before, { ...given, entries: moved, ...more });
      return made.filter((byte, at) => byte !== before[at]).length;
    };
    const [kept, anew] = [await differences({ before: await open(before) }), await differences({})];
    // One vector of eight numbers, and checksums of sections and of the index.
    assert.ok(0 < kept && kept < 24 && kept * 4 < anew, `${kept} bytes, ${anew} without`);
    await assert.rejects(addVectors(before, { ...given, before: "site.kdx" }), wrong(/^before: accepted are indexes in one file, /));
    await assert.rejects(addVectors(before, { ...given, before: {} }), { code: "invalid_argument" });
    const damaged = Buffer.from(before);
    // In the vectors, which stand before the last section.
    const { bytes: last } = (await open(before)).stats().sections.at(-1);
    damaged[damaged.length - last - 1] ^= 1;
    for (const bad of [damaged, before.subarray(0, 99), Buffer.from("no index")]) {
      await assert.rejects(addVectors(before, { ...given, before: bad }), ({ message }) => /^before: .*; leave it out to work all out anew$/s.test(message));
    }
  });

  test("are taken by an index that is compressed", async () => {
    const made = await addVectors(gzipSync(golden("vectors-reduced")), { ...topics, entries });
    assert.ok(golden("vectors-4-bits").equals(made));
  });

  for (const [change, message] of [
    [{ embedder: undefined }, /^embedder: give the name of the model$/],
    [{ embedder: 3 }, /^embedder: accepted are strings$/],
    [{ entries: undefined }, /^vectors: give either embed or entries$/],
    [{ embed: () => [] }, /^vectors: give either embed or entries$/],
    [{ entries: [] }, /^vectors: no chunk has one/],
    [{ entries: [["anchor.md#0.0"]] }, /^entries: the vector of the chunk anchor\.md#0\.0 is no array of numbers$/],
    [{ entries: [[1, 2, 3]] }, /^entries: accepted are pairs of an id and a vector$/],
    [{ entries: { "nothing.md#0.0": [1] } }, /^vectors: that of the chunk "nothing\.md#0\.0": the index has no such child or parent$/],
    [{ entries: [["anchor.md#0.0", []]] }, /^vectors: a vector has from 1 to 16384 numbers$/],
    [{ entries: [["anchor.md#0.0", [1]], ["anchor.md#0.0", [2]]] }, /anchor\.md#0\.0": it has another one already$/],
    [{ of: "documents" }, /^of: accepted are parents and children$/],
    [{ bits: 3 }, /^bits: accepted are 4 and 32$/],
    [{ bits: 260 }, /^bits: accepted are 4 and 32$/],
    [{ dimensions: -1 }, /^dimensions: accepted are whole numbers/],
    [{ batch: 0 }, /^batch: accepted are whole numbers from 1$/],
    [{ cache: new Map() }, /^cache: it needs embed$/],
    [{ cache: {}, embed: () => [], entries: undefined }, /^cache: accepted are objects with get and set/],
    [{ dimension: 3 }, /^there is no option dimension, but dimensions;/],
  ]) {
    test(`are refused: ${message.source}`, async () => {
      await assert.rejects(addVectors(golden("vectors-4-bits"), { ...topics, entries, ...change }), wrong(message));
    });
  }

  test("are for an index in one file", async () => {
    await assert.rejects(addVectors("site.kdx", { ...topics, entries }), failure("invalid_argument", /^index: /));
    await assert.rejects(addVectors(undefined, { ...topics, entries }), failure("invalid_argument", /^index: /));
    await assert.rejects(addVectors(await explore(golden("vectors-reduced")), { ...topics, entries }), failure("invalid_argument", /kindex\/build/));
    const files = new Map((await builderOf(PAGES)).finishFiles({ layout: "sharded" }));
    const several = addVectors(files.get("index.kdx"), { ...topics, entries });
    await assert.rejects(several, wrong(/^vectors: an index in several files takes none/));
  });

  test("leave the builder as it is where they cannot be used", async () => {
    const builder = await builderOf(PAGES);
    assert.throws(() => builder.finish({ vectors: { embedder: "m" } }), wrong(/embed or entries/));
    assert.throws(() => builder.finish({ vectors: "m" }), wrong(/^vectors: accepted is an object$/));
    assert.throws(() => builder.finish({ vector: {} }), wrong(/no option vector, but vectors/));
    assert.throws(() => builder.finishFiles({ vectors: {} }), wrong(/^embedder: /));
    assert.ok(builder.finish().length > 0);
  });
});

test("several files have them too", async () => {
  const { asked, ...vectors } = model();
  const files = new Map(await (await builderOf(PAGES)).finishFiles({ vectors, pairs: false, layout: "sharded" }));
  const whole = await open(await (await builderOf(PAGES)).finish({ vectors }));
  const read = (name) => files.get(name);
  for (const index of [await open(read), await explore(read)]) {
    assert.deepEqual(await index.vectors(), whole.vectors());
    await index.verify();
    const options = { vector: vectorOf("a shell"), explain: true, alpha: 0.6 };
    const { hits } = await index.search("shell program index", options);
    const same = new Map(whole.search("shell program index", options).hits.map((hit) => [hit.id, hit]));
    assert.ok(hits.length > 1);
    for (const { id, explanation } of hits) {
      assert.equal(explanation.fusion.cosine, same.get(id).explanation.fusion.cosine);
      assert.equal(explanation.fusion.words, same.get(id).explanation.fusion.words);
    }
    await assert.rejects(index.search("shell", { vector: [1] }), wrong(/^vector: it has 1 numbers/));
    index.close();
  }
  assert.equal(asked.length, 2);
  const sharded = await openSearch(read);
  assert.ok((await sharded.search("shell")).total > 0);
  await assert.rejects(sharded.search("shell", { vector: [1] }), wrong(/^vector: only kindex\/explore has it$/));
});

test("the next index has none", async () => {
  const { asked, ...vectors } = model();
  const builder = await builderOf(PAGES, { mergeable: true });
  for (const finish of ["finish", "finishFiles"]) {
    assert.throws(() => builder[finish]({ vectors }), wrong(/^(vectors|mergeable): .*; (leave mergeable|call finish)/));
  }
  const before = await addVectors(await open(builder.finish()), vectors);
  const index = before.with([{ id: "tea", text: "Drink tea." }]);
  assert.deepEqual([before.vectors().all, index.vectors()], [3, null]);
  assert.throws(() => index.search("tea", { vector: vectorOf("tea") }), wrong(/^vector: the index has no vectors/));
  const again = await addVectors(index, vectors);
  assert.equal(again.vectors().all, 4);
  assert.equal(again.search("", { vector: vectorOf("Drink tea.") }).hits[0].document, "tea");
  assert.equal(again.with().vectors(), null);
  assert.equal(asked.length, 2);
  assert.ok((await openSearch(again.bytes())).search("tea").total > 0);
});

test("the texts of chunks are told", async () => {
  const index = await open(await plain());
  for (const level of [0, 1, 2]) {
    const ids = index.documents().flatMap((id) => index.chunks(id, level).map((chunk) => chunk.id));
    assert.deepEqual(chunkTexts(index, level).map(({ id }) => id), ids);
  }
  const [chunk] = chunkTexts(index, 1);
  assert.deepEqual(Object.keys(chunk), ["id", "title", "headings", "text", "embed"]);
  assert.equal(chunk.embed, `Installation\n${chunk.text.trim()}`);
  assert.throws(() => chunkTexts(index, 3), wrong(/^level: the index has no such level/));
  assert.throws(() => chunkTexts(index, -1), failure("invalid_argument", /^level: /));
  const explorer = await explore(await plain());
  assert.throws(() => chunkTexts(explorer), failure("invalid_argument", /kindex\/build/));
});
