// What a visitor meets first: a query that the page types, and what joins while the page is open.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { addFixture } from "./fixture.mjs";
import { copyOfDemo, launch, openPage, remove, serve } from "./support.mjs";

/** The first query to try in the documents of this project. */
const QUERY = "merge indexes";
const PREFIXES = Array.from(QUERY, (_, at) => QUERY.slice(0, at + 1));

describe("first look", () => {
  let folder, list, entries, server, browser;
  let page, complaints, close;

  before(async () => {
    folder = await copyOfDemo();
    await addFixture(folder);
    list = join(folder, "indexes", "manifest.json");
    entries = JSON.parse(await readFile(list, "utf8"));
    entries.find(({ name }) => name === "many").queries = ["heron", "number"];
    server = await serve(folder);
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await remove(dirname(folder));
  });

  beforeEach(async () => {
    await listIs(entries);
    await openNew();
  });
  afterEach(() => close());

  async function openNew(options) {
    await close?.();
    ({ page, complaints, close } = await openPage(browser, options));
    await page.addInitScript(recordQueries);
  }

  const listIs = (all) => writeFile(list, JSON.stringify(all));
  const go = (query = "") => page.goto(server.address + query);
  const until = (condition, argument) => page.waitForFunction(condition, argument);
  const textIs = (id, pattern) =>
    until(([name, wanted]) => new RegExp(wanted).test(document.getElementById(name).textContent), [id, pattern.source]);
  const type = async (words) => {
    await page.keyboard.press("/");
    await page.keyboard.type(words);
  };
  const typed = () => page.evaluate(() => window.typed);
  const query = () => page.locator("#query").inputValue();
  const sectionIsOpen = () => page.locator("#section-0 .match.best mark").first().waitFor();
  const assertClean = () => assert.deepEqual(complaints, []);

  test("types a query by itself, and shows the section of the first result", async () => {
    await go();
    await sectionIsOpen();
    assert.deepEqual(await typed(), PREFIXES);
    assert.equal(await page.locator(".section:visible").count(), 1);
    assert.equal(await page.locator("#results > li").count(), 10);
    await textIs("took", /^· .*\d ms$/);
    await until(() => !document.getElementById("count").hasAttribute("aria-live"));
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    assert.equal(await page.evaluate(() => scrollY), 0);
    assertClean();
  });

  test("leaves history, address and title to the reader's own queries", async () => {
    await go();
    const before = await page.evaluate(() => history.length);
    await sectionIsOpen();
    assert.equal(await page.evaluate(() => history.length), before);
    assert.equal(new URL(page.url()).search, "?index=kindex");
    assert.match(await page.title(), /^Kindex: /);
    await type("synonyms");
    await until(() => document.title.startsWith("synonyms") && document.querySelector("#results mark"));
    assert.equal(await page.locator(".section:visible").count(), 0);
    assert.equal(new URL(page.url()).searchParams.get("q"), "synonyms");
    await page.goBack();
    await until(() => document.getElementById("query").value === "");
    assertClean();
  });

  test("shows the query at once where the reader prefers less motion", async () => {
    await openNew({ reducedMotion: "reduce" });
    await go();
    await sectionIsOpen();
    assert.deepEqual(await typed(), [QUERY]);
    assertClean();
  });

  for (const [name, act, left] of [
    ["types", () => type("heron"), /^heron$/],
    ["clicks", () => page.mouse.click(5, 5), /^mer/],
    ["moves the focus", () => page.keyboard.press("Tab"), /^mer/],
  ]) {
    test(`stops when the reader ${name}`, async () => {
      await page.clock.install();
      await go();
      await until(() => window.typed.length > 2);
      await act();
      const before = await typed();
      assert.ok(before.length < PREFIXES.length, String(before));
      await page.clock.runFor(10_000);
      assert.deepEqual(await typed(), before);
      assert.match(await query(), left);
      assert.equal(await page.locator(".section:visible").count(), 0);
    });
  }

  test("leaves the field to a reader who is in it", async () => {
    await page.route("**/kindex.kdx", async (route) => {
      await page.locator("#query").focus();
      return route.continue();
    });
    await go();
    await textIs("count", /^Ready: “merge indexes” takes/);
    assert.deepEqual(await typed(), []);
    assert.equal(await query(), "");
    assertClean();
  });

  test("replaces the page's query by what the reader types, wherever they click in it", async () => {
    await go();
    await sectionIsOpen();
    await page.locator("#query").click({ position: { x: 40, y: 20 } });
    await page.keyboard.type("outline");
    assert.equal(await query(), "outline");
    await page.locator("#query").click({ position: { x: 40, y: 20 } });
    await page.keyboard.press("End");
    await page.keyboard.type("s");
    assert.equal(await query(), "outlines");
  });

  test("has a query of each index that the reader chooses, until they have their own", async () => {
    await go();
    await sectionIsOpen();
    await page.selectOption("#index", "many");
    await until(() => document.getElementById("query").value === "heron" && document.querySelector("#section-0 mark"));
    assert.equal(new URL(page.url()).search, "?index=many");
    await page.locator("#query").fill("number");
    await page.selectOption("#index", "kindex");
    await until(() => document.querySelectorAll("#results > li").length === 10 && document.title.startsWith("number"));
    assert.equal(await query(), "number");
    assertClean();
  });

  describe("what joins", () => {
    const many = () => entries.find(({ name }) => name === "many");
    const others = () => entries.filter(({ name }) => name !== "many");
    const coming = (name, title) => ({ name, title, coming: true });
    const option = (text) => page.locator("#index option", { hasText: text });

    test("is an index that is made while the page is open", async () => {
      await listIs([...others(), coming("many", "Test many")]);
      await go("?index=fixture&q=heron");
      await option("Test many (being indexed)").waitFor({ state: "attached" });
      assert.equal(await option("Test many (being indexed)").isDisabled(), true);
      await listIs([...others(), many()]);
      await option("being indexed").waitFor({ state: "detached" });
      assert.equal(await option("Test many").isDisabled(), false);
      assert.equal(await page.locator("#index").inputValue(), "fixture");
      await page.selectOption("#index", "many");
      await until(() => document.querySelectorAll("#results > li").length === 10);
      assertClean();
    });

    test("is asked for no more when all is there, or the server is gone", async () => {
      let asked = 0;
      await page.route("**/manifest.json", (route) => {
        asked += 1;
        return asked > 3 ? route.abort() : route.continue();
      });
      await listIs([...others(), coming("many", "Test many")]);
      await page.clock.install();
      await go("?index=fixture&q=quince");
      await option("being indexed").waitFor({ state: "attached" });
      await option("being indexed").waitFor({ state: "detached" });
      // The three that it got, and as many more as it is patient.
      assert.equal(asked, 3 + 5);
      await page.clock.runFor(10_000);
      assert.equal(asked, 3 + 5);
      assert.equal(await page.locator("#problem").isHidden(), true);
      assert.equal(await page.locator("#results mark").first().isVisible(), true);
    });

    test("is the module that indexes the reader's files, which wait for it", async () => {
      const built = /\/kindex\/(build\.min\.js|full\/)/;
      let asked = 0;
      await page.route(built, (route) => {
        asked += 1;
        return route.fulfill({ status: 404 });
      });
      await listIs([...entries, coming("own", "Your files")]);
      await go("?index=fixture&q=heron");
      await textIs("own-state", /^The module that makes indexes is still being built\. Files that you choose now/);
      assert.equal(await option("Your files").count(), 0);
      const file = (name, text) => ({ name, mimeType: "text/markdown", buffer: Buffer.from(text) });
      await page.locator("#files").setInputFiles([file("old.md", "# Old\n\nA capybara.\n")]);
      await textIs("own-state", /Then 1 file will be indexed\.$/);
      await page.locator("#files").setInputFiles([file("trip.md", "# Trip\n\nA heron.\n"), file("todo.md", "Feed the heron.\n")]);
      await textIs("own-state", /Then 2 files will be indexed\.$/);
      assert.equal(asked, 0);
      await page.unroute(built);
      await listIs(entries);
      await textIs("own-state", /^Indexed 2 files in [\d.]+ s\.$/);
      await until(() => document.querySelectorAll("#results mark").length === 2);
      assert.equal(await page.locator("#index").inputValue(), "own");
      assertClean();
    });
  });
});

/** Records what the page puts into the field; runs in the page. */
function recordQueries() {
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  window.typed = [];
  Object.defineProperty(HTMLInputElement.prototype, "value", {
    configurable: true,
    get,
    set(value) {
      if (this.id === "query" && value !== "" && value !== get.call(this)) window.typed.push(value);
      set.call(this, value);
    },
  });
}
