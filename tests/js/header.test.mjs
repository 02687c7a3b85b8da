// JavaScript reads the fields of a header where FORMAT.md says that they are.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PACKAGE } from "./support.mjs";

const header = await import(new URL("engine/header.js", PACKAGE));
const { maxShardBytes } = await import(new URL("engine/gzip.js", PACKAGE));
const { shardsOf, versionOf } = await import(new URL("http/version.js", PACKAGE));
const { Builder } = await import(new URL("build.js", PACKAGE));

const FORMAT = readFileSync(new URL("../../FORMAT.md", import.meta.url), "utf8");
const GOLDEN = new Uint8Array(readFileSync(new URL("../golden/guide-v1.kdx", import.meta.url)));

/** The row of the header's table whose last column begins so. */
function field(what) {
  const [table] = FORMAT.split("## Header")[1].split("\nAn entry");
  const rows = [...table.matchAll(/^\| (\d+) \| (\S+).*? \| (.*) \|$/gm)];
  const [, offset, size, text] = rows.find(([, , , text]) => text.startsWith(what));
  return { offset: Number(offset), size: Number(size), text };
}

const offset = (what) => field(what).offset;

async function built() {
  const builder = await Builder.create();
  builder.add({ id: "a", text: "A needle. ".repeat(2000) });
  return builder;
}

test("the fields are those of FORMAT.md", () => {
  const { FLAGS, LENGTH, CHECKSUM, COUNT, END, SHARDED } = header;
  const found = ["flags", "length of the whole index", "checksum", "number of sections", "the section table"].map(offset);
  assert.deepEqual([FLAGS, LENGTH, CHECKSUM, COUNT, END], found);
  const { text } = field("flags");
  assert.match(text, new RegExp(`0, or ${SHARDED} for the head of \\[several files\\]`));
  assert.match(field("`89 4B").text, /^`89 4B 44 58 0D 0A 1A 0A`/);
});

test("an index of the first version says its length", () => {
  const { LENGTH, COUNT, SHARDED, hasFlag, isIndex, uint16, uint32 } = header;
  assert.ok(isIndex(GOLDEN) && !isIndex(GOLDEN.subarray(1)));
  assert.equal(uint32(GOLDEN, LENGTH), GOLDEN.length);
  assert.equal(uint16(GOLDEN, COUNT), 12);
  assert.deepEqual([hasFlag(GOLDEN, SHARDED), shardsOf(GOLDEN)], [false, 0]);
  assert.match(versionOf(GOLDEN), new RegExp(`^[\\da-f]{8}-${GOLDEN.length.toString(16).padStart(8, "0")}$`));
});

test("a head says its shards, and how large they may be", async () => {
  const one = (await built()).finish();
  const files = [...(await built()).finishFiles({ layout: "sharded" })];
  const [, head] = files.at(-1);
  assert.ok(header.hasFlag(head, header.SHARDED));
  assert.equal(shardsOf(head), files.length - 1);
  assert.equal(maxShardBytes(head), 2 * one.length);
  assert.equal(maxShardBytes(head.subarray(0, header.afterTable(head))), 0);
});
