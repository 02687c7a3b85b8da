// Vectors of an embedder: queries with one, and what is told of those that an index has.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { PAGES, built, explore, failure, open } from "./support.mjs";

const golden = (name) => new URL(`../golden/${name}.kdx`, import.meta.url);

/** A vector of sixteen topics, of which these are the first. */
const topics = (...first) => [...first, ...Array(16 - first.length).fill(0)];

const SEA = topics(1);

describe("a query with a vector", () => {
  let index;

  before(async () => {
    index = await explore(golden("vectors-4-bits"));
  });

  test("is searched by words and by meaning, which explain says", () => {
    const { hits } = index.search("boat at sea", { vector: SEA, explain: true });
    for (const { score, explanation } of hits) {
      const { words, meaning, cosine, weight } = explanation.fusion;
      assert.equal(words + meaning, score);
      assert.ok(Math.abs(cosine) <= 1.01 && weight === 0.5);
    }
    const [best] = hits;
    assert.ok(best.explanation.fusion.words > 0 && best.explanation.fusion.meaning > 0);
    assert.equal(index.search("boat at sea", { explain: true }).hits[0].explanation.fusion, undefined);
    // A title is found by its words.
    assert.equal(index.search("bread", { vector: SEA, explain: true }).hits[0].explanation.fusion, undefined);
  });

  test("takes numbers of any kind of array", () => {
    const vector = topics(0.1, 0.7, 1 / 3, -0.2);
    const expected = index.search("bread oven", { vector });
    for (const same of [Float32Array.from(vector), Float64Array.from(vector)]) {
      assert.deepEqual(index.search("bread oven", { vector: same }), expected);
    }
    const whole = topics(1, 2, 3);
    assert.deepEqual(index.search("", { vector: Int8Array.from(whole) }), index.search("", { vector: whole }));
  });

  for (const [options, message] of [
    [{ vector: "1,2" }, /^vector: accepted are arrays of numbers$/],
    [{ vector: topics("1") }, /^vector: accepted are arrays of numbers$/],
    [{ vector: new Array(16) }, /^vector: accepted are arrays of numbers$/],
    [{ vector: new BigInt64Array(16) }, /^vector: accepted are arrays of numbers$/],
    [{ vector: SEA.length }, /^vector: accepted are arrays of numbers$/],
    [{ vector: new DataView(new ArrayBuffer(64)) }, /^vector: accepted are arrays of numbers$/],
    [{ vector: [] }, /^vector: it has 0 numbers, and those of the index have 16$/],
    [{ vector: topics(NaN) }, /^vector: a number in it is not finite$/],
    [{ vector: Float32Array.from(topics(Infinity)) }, /^vector: a number in it is not finite$/],
    [{ alpha: 0.5 }, /^alpha: it needs a vector$/],
    [{ candidates: 10 }, /^candidates: it needs a vector$/],
    [{ embedder: "topics" }, /^embedder: it needs a vector$/],
    [{ vector: SEA, alpha: "0.5" }, /^alpha: accepted are numbers$/],
    [{ vector: SEA, alpha: -0.1 }, /^alpha: accepted are numbers from 0 to 1$/],
    [{ vector: SEA, candidates: 0.5 }, /^candidates: accepted are whole numbers/],
    [{ vector: SEA, candidates: 1001 }, /^candidates: accepted are whole numbers from 1 to 1000$/],
    [{ vector: SEA, embedder: 3 }, /^embedder: accepted are strings$/],
    [{ vector: SEA, embedder: "" }, /^embedder: the vectors of the index are those of topics, not of $/],
  ]) {
    test(`is refused: ${message.source}`, () => {
      assert.throws(() => index.search("sea", options), failure("invalid_option", message));
    });
  }

  test("is refused by an index without vectors, and where it cannot be compared", async () => {
    const plain = await built(PAGES);
    const none = failure("invalid_option", /^vector: the index has no vectors/);
    const explorer = await explore(plain);
    assert.throws(() => explorer.search("shell", { vector: SEA }), none);
    const only = failure("invalid_option", /^vector: only kindex\/explore has it$/);
    const searched = await open(golden("vectors-4-bits"));
    const byWords = (index) => index.search("boat at sea").hits.map(({ id, score }) => [id, score]);
    assert.deepEqual(byWords(searched), byWords(await explore(golden("vectors-4-bits"))));
    assert.throws(() => searched.search("sea", { vector: SEA }), only);
    assert.ok(searched.search("sea").total > 0);
    assert.throws(() => searched.search("sea", { limit: 3, vector: new Float32Array(0), fuzzy: false }), only);
    assert.throws(() => searched.search("sea", { alpha: 0.5 }), failure("invalid_option", /^there is no option alpha/));
    const threaded = await open(golden("vectors-4-bits"), { worker: true });
    await assert.rejects(threaded.search("sea", { vector: Float32Array.from(SEA) }), only);
    threaded.close();
  });
});

test("an index tells of its vectors", async () => {
  const of = async (name) => (await explore(golden(name))).vectors();
  const all = { embedder: "topics", dimensions: 16, kept: 16, level: 1, chunks: 20, all: 20 };
  assert.deepEqual(await of("vectors-4-bits"), { ...all, bits: 4 });
  assert.deepEqual(await of("vectors-reduced"), { ...all, bits: 4, kept: 8 });
  const { chunks, ...children } = await of("vectors-32-bits");
  assert.deepEqual(children, { embedder: "topics", dimensions: 16, kept: 16, bits: 32, level: 0, all: chunks });
  assert.equal(await of("guide-v1"), null);
  assert.ok((await explore(golden("vectors-4-bits"))).stats().sections.some(({ name }) => name === "vectors"));
});
