// The search field in sites whose pages change without loading: VitePress, Docusaurus.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { SENTENCE, SITES, built } from "../sites/sites.mjs";
import { kindex, launch, openPage, serveFiles } from "./support.mjs";

const STYLES = { "content-type": "text/css" };

/** The page at a path, as hosts find it. */
function pageIn(folder) {
  return (path) => {
    const files = [path, `${path}.html`, join(path, "index.html")].map((name) => join(folder, name));
    const found = files.find((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
    return found ? readFileSync(found, "utf8") : "<!doctype html><title>Not found</title>";
  };
}

/** Tasks run in pages. */
const isSame = () => document.querySelector("kindex-search").isFirst === true;
const openDialogs = () => [...document.querySelectorAll("kindex-search")].filter((field) => field.shadowRoot.querySelector("dialog[open]")).length;

/** What the script has marked, once the sentence stands in the window. */
const landed = (sentence) => {
  const range = document.createRange();
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && !texts.currentNode.data.includes(sentence));
  if (!texts.currentNode.data.includes(sentence)) return undefined;
  const from = texts.currentNode.data.indexOf(sentence);
  range.setStart(texts.currentNode, from);
  range.setEnd(texts.currentNode, from + sentence.length);
  const { top, bottom } = range.getBoundingClientRect();
  const [mark] = CSS.highlights.get("kindex-passage") ?? [];
  return top >= 0 && bottom <= innerHeight && { marked: mark?.toString().replace(/\s+/g, " ") ?? "" };
};

for (const [name, { build, missing }] of Object.entries(SITES)) {
  describe(`the search field in a site of ${name}`, { skip: missing }, () => {
    let site, server, browser, tab, complaints, close;

    before(async () => {
      site = await built(build);
      await kindex("build", join(site.root, "docs"), "-o", join(site.root, "site.kdx"), "--site", name, "--base-url", "/", "-q");
      const assets = (await readdir(site.pages)).filter((file) => /^assets$|\.(wasm|js)$/.test(file));
      const files = { ...Object.fromEntries(assets.map((file) => [file, join(site.pages, file)])), "site.kdx": join(site.root, "site.kdx") };
      server = await serveFiles(files, { page: pageIn(site.pages), headers: (path) => (path.endsWith(".css") ? STYLES : {}) });
      browser = await launch();
    });

    after(async () => {
      await browser?.close();
      await server?.close();
      if (site) await rm(site.root, { recursive: true, force: true });
    });

    beforeEach(async () => {
      ({ page: tab, complaints, close } = await openPage(browser));
    });

    afterEach(() => close());

    const options = () => tab.locator("kindex-search [part~=option]");

    /** Opens the first page, and tells its field from any other that might take its place. */
    async function visit() {
      await tab.goto(server.address);
      await tab.waitForFunction(() => customElements.get("kindex-search"));
      await tab.evaluate(() => (document.querySelector("kindex-search").isFirst = true));
    }

    async function type(query) {
      await tab.keyboard.press("Control+k");
      await tab.locator("kindex-search input").fill(query);
      await options().first().waitFor();
      assert.equal(await tab.evaluate(openDialogs), 1);
    }

    /** Opens the first result, and gives the anchor that it led to. */
    async function enter() {
      await tab.keyboard.press("Enter");
      await tab.waitForURL(/trees/);
      await tab.locator("main p", { hasText: SENTENCE }).waitFor();
      return tab.evaluate(() => location.hash);
    }

    /** Goes back to where the search is open as it was. */
    async function back(query) {
      await tab.goBack();
      await tab.waitForURL(server.address);
      await tab.locator("kindex-search dialog[open]").waitFor();
      await options().first().waitFor();
      assert.equal(await tab.locator("kindex-search input").inputValue(), query);
      assert.equal(await tab.evaluate(openDialogs), 1);
    }

    test("stays when the page changes, and searches on", async () => {
      await visit();
      await type("quince");
      await tab.keyboard.press("Escape");
      await tab.evaluate(() => document.querySelector("a[href^='/guide/']").click());
      await tab.waitForURL(/guide/);
      assert.ok(await tab.evaluate(isSame), "the page was not loaded");
      await type("ladders");
      assert.match(await options().first().textContent(), /Fruit trees/);
      await tab.keyboard.press("Control+k");
      assert.equal(await tab.evaluate(openDialogs), 0);
      assert.deepEqual(complaints, []);
    });

    test("opens a result by its link, where it leads, and Back returns to the search", async () => {
      await visit();
      await type("quince");
      const hash = await enter();
      assert.equal(hash, "#fruit-trees");
      assert.equal(await tab.evaluate(() => document.querySelector("kindex-search").isFirst), undefined, "the page was loaded");
      await tab.waitForFunction(landed, SENTENCE);
      assert.equal(await tab.evaluate(openDialogs), 0);
      await back("quince");
      assert.deepEqual(complaints, []);
    });

    test("opens a result by its link in a browser without text fragments, and marks the sentence", async () => {
      await tab.addInitScript(() => delete Document.prototype.fragmentDirective);
      await visit();
      await type("quince");
      await enter();
      const { marked } = await (await tab.waitForFunction(landed, SENTENCE)).jsonValue();
      assert.equal(`${marked}.`, SENTENCE);
      assert.deepEqual(complaints, []);
    });

    test("lets the site's router open a result, and Back returns to the search", async () => {
      await tab.addInitScript(() => (window.byRouter = true));
      await visit();
      await type("quince");
      const hash = await enter();
      assert.equal(hash, "#fruit-trees");
      assert.ok(await tab.evaluate(isSame), "the page was not loaded");
      assert.equal(await tab.evaluate(openDialogs), 0);
      await back("quince");
      assert.ok(await tab.evaluate(isSame));
      assert.deepEqual(complaints, []);
    });
  });
}
