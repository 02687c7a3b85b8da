// The vectors of the benchmark: their files, and the tables of what they give.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { chance } from "../../bench/numbers.mjs";
import { relevanceTables, sizesTable } from "../../bench/relevance/vectors-table.mjs";
import { embedLines } from "../../bench/vectors/embed.mjs";
import { readRows, writeRows } from "../../bench/vectors/npy.mjs";

const folder = mkdtempSync(join(tmpdir(), "kindex-bench-vectors-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const arrays = (rows) => rows.map((row) => [...row]);

describe("arrays of NumPy", () => {
  // numpy.save of [[1, -2], [0.5, 0], [3, 4]] as float32.
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }`.padEnd(117);
  const numbers = "0000803f000000c00000003f000000000000404000008040";
  const saved = Buffer.concat([Buffer.from(`\x93NUMPY\x01\x00v\x00${header}\n`, "latin1"), Buffer.from(numbers, "hex")]);
  const path = join(folder, "array.npy");

  test("are written as NumPy writes them, and read", () => {
    writeRows(path, [[1, -2], [0.5, 0], [3, 4]].map((row) => Float32Array.from(row)));
    assert.deepEqual(readFileSync(path), saved);
    assert.deepEqual(arrays(readRows(path)), [[1, -2], [0.5, 0], [3, 4]]);
  });

  test("of other kinds, and damaged ones, are refused", () => {
    const refused = (bytes, message) => {
      writeFileSync(path, bytes);
      assert.throws(() => readRows(path), message);
    };
    refused(Buffer.from("[[1, 2]]"), /is no array of NumPy/);
    refused(Buffer.from(saved.toString("latin1").replace("<f4", "<f8"), "latin1"), /single-precision/);
    refused(saved.subarray(0, -4), /not as long as its header says/);
    assert.throws(() => writeRows(path, [new Float32Array(2), new Float32Array(3)]), /not of one length/);
  });
});

describe("embedding", () => {
  /** An embedder whose vectors are the lengths of texts; it notes which it is given. */
  const given = [];
  const run = (texts, vectors) => {
    const lines = readFileSync(texts, "utf8").trim().split("\n").map((line) => JSON.parse(line).text);
    given.push(...lines);
    writeRows(vectors, lines.map((text) => Float32Array.of(text.length, 1)));
  };
  const path = join(folder, "texts");
  const embedded = (lines) => {
    given.length = 0;
    return arrays(embedLines(lines, path, run));
  };

  test("is done once for each text, whatever its id is", () => {
    const lines = [{ id: "a", text: "no", embed: "two" }, { id: "b", text: "four" }, { id: "c", text: "four" }];
    assert.deepEqual(embedded(lines), [[3, 1], [4, 1], [4, 1]]);
    assert.deepEqual(given, ["two", "four"]);
    const later = [{ id: "z", text: "four" }, { id: "d", text: "fiver" }, { id: "a", embed: "two" }];
    assert.deepEqual(embedded(later), [[4, 1], [5, 1], [3, 1]]);
    assert.deepEqual(given, ["fiver"]);
    assert.deepEqual(embedded(later), [[4, 1], [5, 1], [3, 1]]);
    assert.deepEqual(given, []);
  });

  test("leaves the lines with their vectors, and nothing else", () => {
    assert.deepEqual(readFileSync(`${path}.jsonl`, "utf8").trim().split("\n").map((line) => JSON.parse(line).id), ["z", "d", "a"]);
    assert.deepEqual(arrays(readRows(`${path}.npy`)), [[4, 1], [5, 1], [3, 1]]);
    for (const rest of ["new.jsonl", "new.npy", "jsonl.tmp", "npy.tmp"]) assert.ok(!existsSync(`${path}.${rest}`), rest);
  });

  test("trusts no files that do not belong together, and no embedder that leaves texts out", () => {
    writeRows(`${path}.npy`, [Float32Array.of(1, 2)]);
    assert.throws(() => embedded([{ text: "four" }]), /has 1 vectors for 3 texts; remove it/);
    const none = (_, vectors) => writeRows(vectors, []);
    assert.throws(() => embedLines([{ text: "more" }], join(folder, "other"), none), /has 0 vectors for 1 texts/);
  });
});

test("chance is the share of signs that bring as much", () => {
  // Of the eight ways to draw three signs two give a sum as far from 0 as 6, and four one as far as 4.
  assert.ok(Math.abs(chance([0, 1, 2, 3]) - 0.25) < 0.02);
  assert.ok(Math.abs(chance([-1, 2, 3]) - 0.5) < 0.02);
  assert.equal(chance([0, 0]), 1);
  assert.ok(chance(new Array(100).fill(-0.1)) < 0.001);
});

/** Figures of queries by their ids; all measures are the same. */
function scored(values) {
  const measures = (value) => Object.fromEntries(["mrr@10", "success@1", "ndcg@10", "recall@100"].map((name) => [name, value]));
  const subset = (id) => (id.startsWith("t") ? "title" : "other");
  return { perQuery: Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { subset: subset(id), measures: measures(value) }])) };
}

test("tables have a row for each set and kind, and the mean of the sets", () => {
  const sizes = { chunks: 1234, words: { bytes: 1e6, seconds: 0.5 }, given: { bytes: 1.1e6, seconds: 1 } };
  const one = scored({ t1: 1, t2: 0, q1: 0.5, q2: 0.5 });
  const better = scored({ t1: 1, t2: 1, q1: 0.5, q2: 1 });
  const other = scored({ q1: 0 });
  const sets = [
    { name: "a", subsets: ["title"], flat: one, words: one, others: [better, one], sizes },
    { name: "b", subsets: [], flat: other, words: scored({ q1: 1 }), others: [other, scored({ q1: 1 })], sizes },
  ];
  const tables = relevanceTables(sets);
  assert.equal(tables.match(/^\*\*.*\*\*$/gm).join(" "), "**MRR@10** **Success@1** **nDCG@10** **Recall@100**");
  const [table] = tables.split("\n\n").filter((part) => part.startsWith("|"));
  const rows = table.split("\n").slice(2).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  assert.deepEqual(rows.map((cells) => cells.slice(0, 4)), [
    ["a", "4", "0.500", "0.500"],
    ["a, title", "2", "0.500", "0.500"],
    ["b", "1", "0.000", "1.000"],
    ["**mean of 2 sets**", "5", "0.250", "0.750"],
  ]);
  // Two queries of the first set gain 1 and 0.5; that of the second loses 1.
  assert.match(rows[0][4], /^0\.875 \+0\.375 \(p = 0\.[45]\d\d\)$/);
  assert.match(rows[1][4], /^1\.000 \+0\.500 \(p = 1\.000\)$/);
  assert.match(rows[3][4], /^0\.438 −0\.313 \(p = /);
  assert.equal(rows[3][5], "0.750 +0.000 (p = 1.000)");
  assert.match(sizesTable(sets), /\| a \| 1,234 \| 1,000 \| 100 \(10 %\) \| 0\.50 \| 1\.00 \|/);
});
