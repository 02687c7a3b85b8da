// Files that keep the indexes of several tenants.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { PAGES, built, explore, failure, open } from "./support.mjs";

describe("tenants", () => {
  let bytes;

  before(async () => {
    bytes = await built([
      { id: "a", text: "A needle of one.", tenant: "one" },
      { id: "a", text: "A needle and a pin of two.", tenant: "two" },
      { id: "b", text: "Another needle of two.", tenant: "two" },
      { id: "c", text: "A needle with half a name.", tenant: "\ud800" },
    ]);
  });

  test("have indexes of their own", async () => {
    const one = await explore(bytes, { tenant: "one" });
    assert.deepEqual(one.search("needle").hits.map((hit) => hit.text), ["A needle of one.\n"]);
    assert.equal(one.search("pin").total, 0);
    const two = await explore(bytes, { tenant: "two" });
    two.verify();
    assert.deepEqual(two.documents(), ["a", "b"]);
    assert.equal(two.search("needle").total, 2);
    assert.equal((await explore(bytes, { tenant: "\udfff" })).search("half").total, 1);
  });

  test("score as an index made of theirs alone", async () => {
    const alone = await built([{ id: "a", text: "A needle of one." }]);
    const expected = (await explore(alone)).search("needle");
    assert.deepEqual((await explore(bytes, { tenant: "one" })).search("needle"), expected);
  });

  test("have to be named, and to be there", async () => {
    await assert.rejects(open(bytes), failure("invalid_option", /tenant/));
    await assert.rejects(open(bytes, { tenant: undefined }), failure("invalid_option", /tenant/));
    for (const tenant of ["three", "", "ONE", "__proto__"]) {
      await assert.rejects(explore(bytes, { tenant }), failure("invalid_option", /tenant/));
    }
    await assert.rejects(open(bytes, { tenant: "one" }), failure("invalid_option", /tenant.*explore/));
    for (const tenant of [7, {}, ["one"], true]) {
      await assert.rejects(explore(bytes, { tenant }), failure("invalid_option", /tenant.*string/));
    }
    await assert.rejects(explore(await built(PAGES), { tenant: "one" }), failure("invalid_option", /tenant/));
  });

  test("are named by all documents or by none", async () => {
    const mixed = [{ id: "a", text: "x", tenant: "one" }, { id: "b", text: "y" }];
    await assert.rejects(built(mixed), failure("invalid_document", /tenant/));
    await assert.rejects(built([{ id: "a", text: "x", tenant: 7 }]), failure("invalid_document", /tenant/));
  });
});
