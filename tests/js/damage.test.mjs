import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { KindexError, PAGES, built, explore, failure, open } from "./support.mjs";

describe("bytes that are no sound index", () => {
  let bytes;

  before(async () => {
    bytes = await built(PAGES);
  });

  /** A copy with the byte at `at` altered. */
  function flipped(at) {
    const copy = bytes.slice();
    copy[at] ^= 0x20;
    return copy;
  }

  test("are refused where they were never one", async () => {
    const texts = ["", "hello", "<!doctype html>", "\u0000asm", "{}".repeat(5000)];
    for (const text of texts) {
      await assert.rejects(open(new TextEncoder().encode(text)), failure("not_an_index"));
    }
    const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919 + 13) & 0xff);
    await assert.rejects(open(noise), failure("not_an_index"));
  });

  test("are refused where they are cut off", async () => {
    for (let length = 1; length < bytes.length; length += length < 400 ? 1 : 37) {
      await assert.rejects(open(bytes.slice(0, length)), failure("truncated"), `at ${length}`);
    }
  });

  test("are refused where they go on after the end", async () => {
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    await assert.rejects(open(longer), failure("corrupt"));
  });

  test("are refused where line ends were converted", async () => {
    const text = Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n");
    await assert.rejects(open(Buffer.from(text, "latin1")), failure("not_an_index"));
  });

  test("are refused where another version wrote them", async () => {
    const newer = bytes.slice();
    new DataView(newer.buffer).setUint16(8, 999, true);
    await assert.rejects(open(newer), failure("unsupported_version", /^the index has format version 999, this version reads 1; use a newer kindex or build it again$/));
    const flags = bytes.slice();
    new DataView(flags.buffer).setUint16(10, 0x8000, true);
    await assert.rejects(open(flags), failure("unknown_flags"));
  });

  test("are refused or found out wherever a byte is altered", async () => {
    const codes = ["not_an_index", "unsupported_version", "unknown_flags", "truncated", "corrupt"];
    for (let at = 0; at < bytes.length; at += 1) {
      const fault = await firstFault(flipped(at));
      assert.ok(fault instanceof KindexError, `byte ${at}: ${fault}`);
      assert.ok(codes.includes(fault.code), `byte ${at}: ${fault.code}`);
    }
  });

  async function firstFault(altered) {
    try {
      const index = await explore(altered);
      try {
        trying(() => assert.equal(index.search("installer").hits[0]?.document, "install.md"));
        trying(() => assert.equal(index.hierarchy("install.md#0.0").chunk.id, "install.md#0.0"));
        index.verify();
      } finally {
        index.close();
      }
    } catch (error) {
      return error;
    }
    return undefined;
  }

  /** The altered bytes may lie where the call does not look; then it must answer as ever. */
  function trying(call) {
    try {
      call();
    } catch (error) {
      if (error.code !== "corrupt") throw error;
    }
  }

  test("are named by their section", async () => {
    const sound = await explore(bytes);
    let end = bytes.length;
    for (const { name, bytes: length } of sound.stats().sections.reverse()) {
      if (length === 0) continue;
      const middle = end - Math.ceil(length / 2);
      end -= length;
      const fault = await firstFault(flipped(middle));
      assert.equal(fault.code, "corrupt");
      assert.match(fault.message, new RegExp(`section ${name}`));
    }
  });

  test("leave the module as it was", async () => {
    await assert.rejects(open(flipped(30)), KindexError);
    assert.equal((await open(bytes)).search("installer").total, 1);
  });
});
