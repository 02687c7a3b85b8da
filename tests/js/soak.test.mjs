// The harness of `make check CHECK=soak` asks a few queries here, and it finds what it is for.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { lines } from "../../bench/soak/messages.mjs";
import { outcome } from "../../bench/soak/instance.mjs";
import { PARTS, soakPart } from "../../bench/soak/parts.mjs";
import { WARM_UP, flatness, watched } from "../../bench/soak/watch.mjs";
import { KindexError } from "./support.mjs";

const MB = 1e6;

const LATER = 120_000;

describe("a short soak", () => {
  for (const part of PARTS) {
    test(part.name, async () => {
      const { asked, refused, compared } = await soakPart(part, { queries: 500 * part.each ** 0.5, until: Date.now() + LATER });
      assert.ok(asked > 100 && compared >= 100, `${asked} ${compared}`);
      assert.ok(refused > 0 || /tenants|only answers/.test(part.name), "nothing is refused");
    });
  }
});

describe("a soak fails", () => {
  const soaked = (more) => watched({ count: 2 * WARM_UP, until: Date.now() + LATER, ask() {}, control: () => ["same"], memory: () => ({ all: 50 * MB }), ...more });

  test("not where all is well", async () => {
    const { asked, compared, memory } = await soaked();
    assert.deepEqual([asked, compared, memory.all.growth], [2 * WARM_UP, 60, 0]);
  });

  test("where an answer changes", async () => {
    let times = 0;
    await assert.rejects(soaked({ control: () => ["same", ++times > 30 ? "other" : "one"] }), /control query 1 is answered\nother\nand was\none/);
    await assert.rejects(soaked({ control: () => (++times > 90 ? [] : ["same"]) }), /control query 0/);
  });

  test("where memory grows", async () => {
    let leaked = 0;
    await assert.rejects(soaked({ ask: (count) => (leaked += 100 * count), memory: () => ({ all: 50 * MB + leaked }) }), /all grew from/);
  });

  test("not where memory grows that is not judged", async () => {
    let asked = 0;
    const { memory } = await soaked({ ask: (count) => (asked += count), told: () => ({ process: 1000 * asked }) });
    assert.deepEqual([memory.all.growth, memory.process.growth], [0, 1e9]);
  });

  test("not where there is no more time", async () => {
    const { asked, memory } = await soaked({ until: Date.now() - 1 });
    assert.deepEqual([asked, memory], [0, {}]);
  });

  test("where something ends in an error that is no refusal", () => {
    const failing = (error) => () => outcome(() => { throw error; });
    assert.throws(failing(new WebAssembly.RuntimeError("unreachable")), /unreachable/);
    assert.throws(failing(new KindexError("out_of_memory", "no room")), /no room/);
    assert.equal(failing(new KindexError("invalid_option", "limit"))().refused, "invalid_option limit");
  });
});

test("memory is flat where it wavers or grew at first, and not where it goes on to grow", () => {
  const samples = (bytesAt) => Array.from({ length: 60 }, (_, at) => ({ asked: 1000 * (at + 1), bytes: bytesAt(at) }));
  assert.ok(flatness(samples((at) => 50 * MB + (at % 7) * MB)).isFlat);
  assert.ok(flatness(samples((at) => Math.min(at, 15) * 3 * MB)).isFlat);
  assert.ok(!flatness(samples((at) => 50 * MB + at * MB)).isFlat);
  assert.equal(flatness(samples((at) => 50 * MB + at * MB)).growth, 1000 * MB);
});

test("the same seed asks the same", () => {
  const material = { words: ["a b"], prefixes: ["a"], terms: ["abc", "def"], ids: ["a#0.0"], urls: ["/a"] };
  const asked = (seed) => {
    const next = lines(material, seed);
    return Array.from({ length: 50 }, next);
  };
  assert.deepEqual(asked(1), asked(1));
  assert.notDeepEqual(asked(1), asked(2));
});
