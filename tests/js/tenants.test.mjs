// An index for each of several tenants.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Builder, PAGES, built, explore, failure, open } from "./support.mjs";

const DOCUMENTS = [
  { id: "a", text: "A needle of one.", tenant: "one" },
  { id: "a", text: "A needle and a pin of two.", tenant: "two" },
  { id: "b", text: "Another needle of two.", tenant: "two" },
];

async function builderOf(documents, options) {
  const builder = await Builder.create(options);
  for (const document of documents) builder.add(document);
  return builder;
}

describe("tenants", () => {
  /** The index of each, by its name. */
  let indexes;

  before(async () => {
    const builders = (await builderOf(DOCUMENTS)).byTenant();
    indexes = new Map(builders.map(([tenant, builder]) => [tenant, builder.finish()]));
  });

  test("have indexes of their own", async () => {
    assert.deepEqual([...indexes.keys()], ["one", "two"]);
    const one = await explore(indexes.get("one"));
    assert.deepEqual(one.search("needle").hits.map((hit) => hit.text), ["A needle of one.\n"]);
    assert.equal(one.search("pin").total, 0);
    const two = await explore(indexes.get("two"));
    two.verify();
    assert.deepEqual(two.documents(), ["a", "b"]);
    assert.equal(two.search("needle").total, 2);
  });

  test("score as an index made of theirs alone", async () => {
    const alone = await built([{ id: "a", text: "A needle of one." }]);
    assert.deepEqual(indexes.get("one"), alone);
  });

  test("are never together in one index", async () => {
    const both = await builderOf(DOCUMENTS);
    assert.throws(() => both.finish(), failure("invalid_option", /^tenant: an index is of one, and documents are of "one" and of "two"/));
    await assert.rejects(explore(indexes.get("one"), { tenant: "one" }), failure("invalid_option", /no option tenant/));
    await assert.rejects(open(indexes.get("one"), { tenant: "one" }), failure("invalid_option", /no option tenant/));
  });

  test("are named by all documents or by none", async () => {
    const mixed = [{ id: "a", text: "x", tenant: "one" }, { id: "b", text: "y" }];
    await assert.rejects(built(mixed), failure("invalid_option", /^tenant: the document "b" names none, and those before it name one/));
    await assert.rejects(built(mixed.toReversed()), failure("invalid_option", /^tenant: the document "a" names one, and those before it name none/));
    await assert.rejects(built([{ id: "a", text: "x", tenant: 7 }]), failure("invalid_document", /tenant/));
    const given = (await builderOf(mixed, { tenant: "two" })).byTenant();
    assert.deepEqual(given.map(([tenant]) => tenant), ["one", "two"]);
  });

  test("have builders that go on, and the one before does not", async () => {
    const before = await builderOf(DOCUMENTS, { tenant: "one", baseUrl: "/docs/" });
    const [[, one]] = before.byTenant();
    assert.throws(() => before.finish(), failure("finished"));
    assert.throws(() => one.add(DOCUMENTS[0]), failure("invalid_document", /unique/));
    one.addFile("c.md", "# C\n\nA needle.\n");
    const index = await explore(one.finish());
    assert.deepEqual(index.documents(), ["a", "c.md"]);
    assert.equal(index.search("needle").hits.some(({ url }) => url === "/docs/c.html"), true);
    const [[tenant, nobodys], ...others] = (await builderOf(PAGES)).byTenant();
    assert.deepEqual([tenant, others], [undefined, []]);
    assert.deepEqual(nobodys.finish(), await built(PAGES));
  });
});
