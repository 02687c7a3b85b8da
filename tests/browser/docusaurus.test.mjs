// integrations/docusaurus on its example site, built and served by Docusaurus: what is indexed, base path,
// navigation without a reload, versions, dark mode.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { open } from "../js/support.mjs";
import { FIELD, foundPages, isDefined, options, pathsOf, type } from "../docusaurus/page.mjs";
import { built, site } from "../docusaurus/site.mjs";
import { launch, lightness, openPage } from "./support.mjs";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

const BASE = "/handbook/";

/** Serves a folder below /handbook/, a folder in it by its page. */
async function host(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = pathname.slice(BASE.length);
    const file = join(folder, extname(path) && !path.endsWith("/") && !/\d$/.test(path) ? path : join(path, "index.html"));
    const bytes = pathname.startsWith(BASE) && (await readFile(file).catch(() => undefined));
    if (!bytes) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { address: `http://127.0.0.1:${server.address().port}${BASE}`, close };
}

/** What the script has marked, once it is there. */
const marked = (page) => page.waitForFunction(() => [...(CSS.highlights.get("kindex-passage") ?? [])].map(String)[0]).then((one) => one.jsonValue());

describe("Kindex in Docusaurus", () => {
  let made, server, browser, out, said;

  before(async () => {
    made = await site();
    ({ out, said } = await built(made.folder));
    server = await host(out);
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await made?.remove();
  });

  /** Opens a page, does something with it, and looks that nothing was wrong. */
  async function visiting(path, act, looks) {
    const { page, complaints, close } = await openPage(browser, looks);
    try {
      await page.goto(server.address + path);
      await isDefined(page);
      await act(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  }

  test("says what is indexed", () => {
    assert.match(said, /search-index\/: 6 documents, .*8 pages left out: 1 as error pages, 7 as lists of pages/);
  });

  test("has pages and posts, with versions and language as filters, and no lists", async () => {
    const index = await open(await readFile(join(out, "search-index/index.kdx")));
    try {
      const { hits } = await index.search("knot loop bowline bends rope handbook search archive tags", { limit: 50, group: true });
      assert.deepEqual(hits.filter(({ text }) => text.includes("Version:")), []);
      const of = ({ url, meta }) => [url.replace(BASE, ""), meta.docusaurus_tag, meta.version, meta.language];
      assert.deepEqual(hits.map(of).sort(), [
        ["", "default", undefined, "en"],
        ["blog/2026/03/01/first-meeting/", "default", undefined, "en"],
        ["blog/2026/04/05/second-edition/", "default", undefined, "en"],
        ["docs/1.0/loops/", "docs-default-1.0", "1.0", "en"],
        ["docs/bends/", "docs-default-current", "current", "en"],
        ["docs/loops/", "docs-default-current", "current", "en"],
      ]);
    } finally {
      index.close();
    }
  });

  test("is rendered into pages, in the theme's own place", async () => {
    const html = await (await fetch(`${server.address}docs/loops/`)).text();
    assert.match(html, /<div class="navbarSearchContainer[^"]*"><kindex-search[^>]* src="\/handbook\/search-index\/"[^>]* lang="en"/);
    assert.match(html, /placeholder="Search knots"/);
    assert.doesNotMatch(html, /DocSearch/);
  });

  for (const [path, key] of [["", "ControlOrMeta+k"], ["docs/bends/", "/"]]) {
    test(`opens by ${key} on /${path}, goes to a section without a reload, and marks the sentence`, () =>
      visiting(path, async (page) => {
        await page.evaluate(() => (window.isFirst = true));
        await page.keyboard.press(key);
        await type(page, "held a heavy load");
        assert.equal((await pathsOf(page))[0], "/handbook/docs/loops/#bowline");
        await page.keyboard.press("Enter");
        await page.locator("h2#bowline").waitFor();
        await page.waitForURL("**/handbook/docs/loops/#bowline");
        assert.match(await marked(page), /held a heavy load/);
        assert.equal(await page.evaluate(() => window.isFirst), true);
        assert.equal(await page.locator(`${FIELD} dialog[open]`).count(), 0);
      }));
  }

  test("leads to another section of the page that is open", () =>
    visiting("docs/loops/", async (page) => {
      for (const [query, id] of [["bowline", "bowline"], ["access to either end", "alpine-butterfly"]]) {
        await page.locator(FIELD).click();
        await type(page, query);
        await page.keyboard.press("Enter");
        await page.waitForURL(`**/handbook/docs/loops/#${id}`);
      }
      assert.match(await marked(page), /./);
    }));

  test("leaves a click with Ctrl to the browser", () =>
    visiting("", async (page) => {
      await page.locator(FIELD).click();
      await type(page, "unequal");
      const opened = page.context().waitForEvent("page");
      await options(page).first().click({ modifiers: ["ControlOrMeta"] });
      const tab = await opened;
      await tab.waitForURL("**/handbook/docs/bends/#sheet-bend*");
      assert.equal(page.url(), server.address);
    }));

  test("searches the version of the page, and follows it to another", () =>
    visiting("docs/loops/", async (page) => {
      const found = async () => {
        await page.locator(FIELD).click();
        await type(page, "king bowline");
        const pages = await foundPages(page);
        await page.keyboard.press("Escape");
        return pages;
      };
      const posts = ["/handbook/blog/2026/03/01/first-meeting/", "/handbook/blog/2026/04/05/second-edition/"];
      assert.deepEqual(await found(), [...posts, "/handbook/docs/loops/"]);
      await page.locator(".navbar__item.dropdown").hover();
      await page.locator(".navbar__item.dropdown .dropdown__link", { hasText: "1.0" }).click();
      await page.waitForURL("**/handbook/docs/1.0/loops");
      await page.locator(".theme-doc-version-banner").waitFor();
      assert.deepEqual(await found(), [...posts, "/handbook/docs/1.0/loops/"]);
      // A page of no version has that which was read last.
      await page.locator(".navbar__item", { hasText: "Blog" }).click();
      await page.waitForURL("**/handbook/blog");
      await isDefined(page);
      assert.deepEqual(await found(), [...posts, "/handbook/docs/1.0/loops/"]);
    }));

  test("shows all results on a page of their own", () =>
    visiting("", async (page) => {
      await page.locator(FIELD).click();
      await type(page, "bowline");
      await page.locator(`${FIELD} [part=all]`).click();
      await page.waitForURL("**/handbook/search?q=bowline");
      const links = page.locator("main kindex-search [part=list] a");
      await links.first().waitFor();
      await page.evaluate(() => (window.isFirst = true));
      await links.filter({ hasText: "Bowline" }).first().click();
      await page.locator("h2#bowline").waitFor();
      assert.equal(await page.evaluate(() => window.isFirst), true);
    }));

  test("is dark where the site is", () =>
    visiting("", async (page) => {
      await page.locator(FIELD).click();
      assert.ok((await lightness(page, "dialog", FIELD)) > 0.9);
      await page.keyboard.press("Escape");
      await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
      await page.locator(FIELD).click();
      assert.ok((await lightness(page, "dialog", FIELD)) < 0.2);
      assert.ok((await lightness(page, "input", FIELD)) < 0.2);
    }));

  test("is a sign in narrow windows", () =>
    visiting("", async (page) => {
      const { width } = await page.locator(`${FIELD} button[part=button]`).boundingBox();
      assert.equal(width, 36);
      await page.locator(FIELD).click();
      await type(page, "unequal");
    }, { viewport: { width: 390, height: 800 } }));
});
