// The rows of the search field: by page, at most three of each, and no link twice.
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

  /** The pages that are listed: the name of each, and its rows with their links. */
  const listed = () =>
    the.tab.evaluate(() =>
      [...document.querySelector("kindex-search").shadowRoot.querySelectorAll("[role=group]")].map((group) => ({
        name: group.ariaLabel,
        heads: group.querySelectorAll("[part~=page]").length,
        titles: [...group.querySelectorAll("[role=option] [part=title]")].map((one) => one.textContent),
        links: [...group.querySelectorAll("[part~=option]")].map((one) => one.getAttribute("href")?.replace(/#?:~:.*/, "")).filter(Boolean),
        more: group.querySelector("[part~=more]")?.textContent ?? null,
      })),
    );

  async function found(attributes, query = "heron") {
    await visit(attributes);
    if (attributes.includes("modal")) await part("button").click();
    await type(query);
    return listed();
  }

  const shows = (count) =>
    the.tab.waitForFunction(
      (count) => document.querySelector("kindex-search").shadowRoot.querySelectorAll("[role=group]").length === count,
      count,
    );

  for (const [name, attributes] of Object.entries(SOURCES)) {
    test(`are by page, at most three of each, and no link twice: ${name}`, async () => {
      const pages = await found(attributes);
      assert.equal(pages.length, 8, "as many pages as there is place for");
      assert.equal(new Set(pages.map((page) => page.name)).size, 8, "each page once");
      const links = pages.flatMap((page) => page.links);
      assert.equal(new Set(links).size, links.length, `no link twice: ${links}`);
      for (const page of pages) {
        assert.ok(page.links.length <= 3, `${page.name}: ${page.links}`);
        assert.equal(new Set(page.links.map((link) => link.split("#")[0])).size, 1, "of one page each");
      }
      assert.deepEqual(the.complaints, []);
    });

    test(`are as many of a page as per-document says: ${name}`, async () => {
      const pages = await found(`${attributes} per-document="1"`);
      assert.ok(pages.every(({ links }) => links.length === 1));
      await the.tab.evaluate(() => (document.querySelector("kindex-search").perDocument = 50));
      await the.tab.waitForFunction(() => {
        const all = [...document.querySelector("kindex-search").shadowRoot.querySelectorAll("[role=option]")];
        return all.filter((one) => one.pathname === "/heron").length === 5;
      });
      const links = (await listed()).flatMap((page) => page.links);
      assert.equal(new Set(links).size, links.length, `no link twice: ${links}`);
    });
  }

  test("have the name of a page once above its sections, and none above the page itself", async () => {
    const pages = await found('src="/indexes/birds.kdx"');
    const heron = pages.find(({ name }) => name === "Heron");
    // A page that is found as a whole is its own first row.
    assert.equal(heron.heads, heron.titles[0] === "Heron" ? 0 : 1);
    assert.ok(heron.titles.slice(1).every((title) => title !== "Heron"));
    const names = await options().evaluateAll((all) => all.map((one) => one.querySelector(".unseen")?.textContent ?? ""));
    assert.ok(names.filter((name) => name === " · Heron").length >= 2, "options are named with their page");
  });

  test("have titles of pages that keys reach and that lead to the page's beginning", async () => {
    await found('src="/indexes/alone.kdx"', "herons habit");
    await the.catchChoice();
    const title = part("page");
    assert.equal(await the.tab.getByRole("option", { name: "Heron", exact: true }).count(), 1);
    assert.equal(await title.getAttribute("aria-selected"), "false", "Enter opens the best section");
    await the.tab.keyboard.press("ArrowUp");
    assert.equal(await title.getAttribute("aria-selected"), "true");
    assert.equal(await input().getAttribute("aria-activedescendant"), await title.getAttribute("id"));
    await the.tab.keyboard.press("Enter");
    assert.deepEqual(await the.chosen(), { document: "heron", query: "herons habit", url: `${the.server.address}heron` });
    await input().click();
    await title.waitFor();
    await title.click();
    assert.equal((await the.tab.evaluate(() => window.choices)).length, 2);
    await input().click();
    await title.waitFor();
    const opened = the.tab.context().waitForEvent("page");
    await title.click({ button: "middle" });
    const other = await opened;
    await other.waitForURL(/heron$/);
    assert.equal(await title.isVisible(), true, "the list stays");
    assert.equal((await the.tab.evaluate(() => window.choices)).length, 2);
    assert.deepEqual(the.complaints, []);
  });

  test("have titles of pages that open no section, and are listed once more sections are", async () => {
    await found('src="/indexes/alone.kdx"', "herons habit");
    await the.tab.keyboard.press("ArrowUp");
    await the.tab.keyboard.press("ArrowRight");
    assert.equal(await part("section").count(), 0);
    for (let i = 0; i < 3; i++) await the.tab.keyboard.press("ArrowDown");
    const ids = await the.tab.locator("kindex-search [role=option]").evaluateAll((all) => all.map(({ id }) => id));
    assert.deepEqual(ids, ids.map((_, i) => `option-${i}`));
  });

  test("say how many more there are on a page, and show them in their place", async () => {
    const [{ links, more }] = await found('src="/indexes/alone.kdx"');
    assert.equal(links.length, 3);
    assert.match(more, /^2\+? more on this page$/);
    await the.tab.keyboard.press("ArrowUp");
    assert.equal(await options().last().getAttribute("aria-selected"), "true");
    await the.tab.keyboard.press("Enter");
    const [page] = await listed();
    assert.deepEqual([page.links.length, page.more], [5, null]);
    assert.equal(await part("panel").isVisible(), true, "the list stays");
    // The first of those is chosen, and Enter opens it.
    assert.equal(await options().nth(3).getAttribute("aria-selected"), "true");
    const ids = await options().evaluateAll((all) => all.map((one) => one.id));
    assert.equal(new Set(ids).size, 5);
    await the.catchChoice();
    await the.tab.keyboard.press("Enter");
    assert.match((await the.chosen()).url, new RegExp(`${page.links[3]}$`));
  });

  test("show more of a page by a click, too, and one row more takes no row", async () => {
    await found('src="/indexes/alone.kdx"');
    await part("more").click();
    assert.equal((await listed())[0].links.length, 5);
    await the.tab.evaluate(() => (document.querySelector("kindex-search").perDocument = 4));
    await the.tab.waitForFunction(() => document.querySelector("kindex-search").shadowRoot.querySelectorAll("[role=option]").length === 5);
    assert.equal((await listed())[0].more, null);
  });

  test("are as many as options say", async () => {
    await found('src="/indexes/birds.kdx"');
    await the.tab.evaluate(() => (document.querySelector("kindex-search").options = { perDocument: 2, limit: 4 }));
    await shows(4);
    assert.ok((await listed()).every(({ links }) => links.length <= 2));
  });

  test("are as many as ever where options leave that open", async () => {
    await found('src="/indexes/birds.kdx"');
    for (const none of [undefined, null]) {
      await the.tab.evaluate((none) => (document.querySelector("kindex-search").options = { limit: 2, perDocument: none }), none);
      await shows(2);
      assert.ok((await listed()).every(({ links }) => links.length <= 3));
      await the.tab.evaluate((none) => (document.querySelector("kindex-search").options = { limit: none }), none);
      await shows(8);
    }
    assert.deepEqual(the.complaints, []);
  });

  test("are hits one by one where they are not to be grouped, as many of a page as per-document says", async () => {
    await found('src="/indexes/birds.kdx"');
    await the.tab.evaluate(() => (document.querySelector("kindex-search").options = { group: false, limit: 20 }));
    await the.tab.waitForFunction(() => document.querySelector("kindex-search").shadowRoot.querySelectorAll("[role=option]").length > 8);
    const pages = await listed();
    assert.ok(pages.every(({ links, more }) => links.length === 1 && more === null));
    const own = pages.filter(({ name }) => name === "Heron").length;
    assert.ok(own > 1 && own <= 3, `${own} of a page`);
  });

  test("are none where a number makes no sense, and the console says which", async () => {
    await found('src="/indexes/birds.kdx"');
    await the.tab.evaluate(() => (document.querySelector("kindex-search").options = { perDocument: 0 }));
    await part("error").getByText("Search is not available").waitFor();
    assert.match(String(the.complaints), /perDocument: accepted are whole numbers from 1/);
  });

  test("have the first chosen where the dialog is opened again", async () => {
    await found('src="/indexes/alone.kdx" modal');
    await part("more").waitFor();
    await part("close").click();
    await part("button").click();
    await options().first().waitFor();
    assert.deepEqual(await options().evaluateAll((all) => all.findIndex((one) => one.ariaSelected === "true")), 0);
  });

  test("are what they were where a number is none", async () => {
    const pages = await found('src="/indexes/birds.kdx" per-document="many" limit="0"');
    assert.equal(pages.length, 8);
    assert.ok(pages.every(({ links }) => links.length <= 3));
    await input().fill("");
  });

  test("have the words of the query marked in titles and trails, as in texts", async () => {
    const marks = () => options().first().locator("[part=title] mark, [part=trail] mark").allInnerTexts();
    await found('src="/indexes/birds.kdx"', "herons habit");
    await the.tab.waitForFunction(() => document.querySelector("kindex-search").shadowRoot.querySelector("[part=title] mark"));
    assert.deepEqual(await marks(), ["Heron", "habits"]);
  });

  test("are marked, by an icon each, as pages, sections and passages", async () => {
    await found('src="/indexes/birds.kdx"');
    const icons = await the.tab.evaluate(() => {
      const options = [...document.querySelector("kindex-search").shadowRoot.querySelectorAll("[role=option]:not([part~=more])")];
      return options.map((one) => one.querySelector("svg path").getAttribute("d"));
    });
    assert.ok(new Set(icons).size >= 2, String(icons));
  });
});
