// The rows of the search field: so many of a page, and no link twice.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withField } from "./field.mjs";

const FILLER = "The heron stands in the water and waits, and nothing else is said of it for a while. ".repeat(8);

/** A page that has most to say, with sections of its own; its first is so long that it is cut. */
const LONG = {
  id: "heron",
  url: "/heron",
  title: "Heron",
  text: [
    `# Heron\n\n## Heron habits\n\n${`${FILLER}\n\n`.repeat(12)}`,
    ...["Nests", "Food", "Flight"].map((name) => `## ${name}\n\nA heron. ${FILLER}\n`),
  ].join("\n"),
};

const OTHERS = Array.from({ length: 12 }, (_, i) => ({
  id: `other-${i}`,
  url: `/other-${i}`,
  title: `Bird ${i}`,
  text: `# Bird ${i}\n\nIt looks like a heron from afar.\n\n## Voice\n\n${i % 2 ? "No heron sounds so.\n" : "Loud.\n"}`,
}));

const SOURCES = {
  "a file": 'src="/indexes/birds.kdx"',
  "a folder": 'src="/indexes/birds/"',
  "another thread": 'src="/indexes/birds.kdx" worker',
  "a folder in another thread": 'src="/indexes/birds/" worker',
  "the dialog": 'src="/indexes/birds.kdx" modal',
  "a folder, in the dialog": 'src="/indexes/birds/" modal',
};

describe("the rows of the search field", () => {
  const the = withField({ birds: [LONG, ...OTHERS], alone: [LONG] });
  const { visit, type, input, options, part } = the;

  async function found(attributes, query = "heron") {
    await visit(attributes);
    if (attributes.includes("modal")) await part("button").click();
    await type(query);
    return options().evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  }

  /** How many rows the page has that has most. */
  function most(links) {
    const counts = new Map();
    for (const link of links.map((one) => new URL(one).pathname)) counts.set(link, (counts.get(link) ?? 0) + 1);
    return Math.max(...counts.values());
  }

  for (const [name, attributes] of Object.entries(SOURCES)) {
    test(`are at most three of a page, and no link twice: ${name}`, async () => {
      const links = await found(attributes);
      assert.equal(links.length, 8, "as many as there is place for");
      assert.equal(new Set(links).size, links.length, `no link twice: ${links}`);
      assert.ok(most(links) <= 3, `at most three of a page: ${links}`);
      assert.deepEqual(the.complaints, []);
    });

    test(`are as many of a page as per-document says: ${name}`, async () => {
      const links = await found(`${attributes} per-document="1"`);
      assert.equal(links.length, 8);
      assert.equal(most(links), 1);
      await the.tab.evaluate(() => (document.querySelector("kindex-search").perDocument = 50));
      await the.tab.waitForFunction(() => {
        const all = [...document.querySelector("kindex-search").shadowRoot.querySelectorAll("[role=option]")];
        return all.filter((one) => one.pathname === "/heron").length === 5;
      });
      const more = await options().evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      assert.equal(new Set(more).size, more.length, `no link twice: ${more}`);
    });
  }

  test("are counted without what was left out", async () => {
    const links = await found('src="/indexes/alone.kdx" per-document="50"');
    assert.equal(links.length, 5);
    assert.equal(await part("status").innerText(), "5 of 5 results");
  });

  test("are as many of a page as options say", async () => {
    await found('src="/indexes/birds.kdx"');
    await the.tab.evaluate(() => (document.querySelector("kindex-search").options = { perDocument: 2, limit: 4 }));
    await the.tab.waitForFunction(() => document.querySelector("kindex-search").shadowRoot.querySelectorAll("[role=option]").length === 4);
    const links = await options().evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.ok(most(links) <= 2);
  });

  test("are what they were where a number is none", async () => {
    const links = await found('src="/indexes/birds.kdx" per-document="many" limit="0"');
    assert.equal(links.length, 8);
    assert.ok(most(links) <= 3);
    await input().fill("");
  });
});
