// integrations/vitepress on its example site, built and served by VitePress: base path, clean addresses,
// navigation without a reload, dark mode.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { appendFile, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { built, served, site } from "../vitepress/site.mjs";
import { launch, lightness, openPage } from "./support.mjs";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

const FIELD = ".VPNavBar .VPNavBarSearch kindex-search";

/** Serves a folder below /handbook/, as hosts do that add .html. */
async function host(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = pathname.replace(/^\/handbook\//, "").replace(/(^|\/)$/, "$1index.html");
    const file = join(folder, extname(path) ? path : `${path}.html`);
    const bytes = pathname.startsWith("/handbook/") && (await readFile(file).catch(() => undefined));
    if (!bytes) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { address: `http://127.0.0.1:${server.address().port}/handbook/`, close };
}

const options = (page) => page.locator(`${FIELD} [part~=option]`);

async function type(page, query) {
  await page.locator(`${FIELD} input`).fill(query);
  await options(page).first().waitFor();
}

const pathsOf = (page) => options(page).evaluateAll((all) => all.map(({ pathname, hash }) => pathname + hash.replace(/:~:.*/, "")));

/** Tests the plugin in VitePress of a version. */
export function testPages(version) {
  let made, browser;

  before(async () => {
    made = await site(version);
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await made?.remove();
  });

  describe("on a built site", () => {
    let server, said;

    before(async () => {
      const { out, said: all } = await built(made.folder);
      said = all;
      server = await host(out);
    });

    after(() => server?.close());

    /** Opens the front page, does something with it, and looks that nothing was wrong. */
    async function visiting(act, looks) {
      const { page, complaints, close } = await openPage(browser, looks);
      try {
        await page.goto(server.address);
        await page.waitForFunction(() => customElements.get("kindex-search"));
        await act(page);
        assert.deepEqual(complaints, []);
      } finally {
        await close();
      }
    }

    test("says what is indexed", () => {
      assert.match(said, /search-index\/: 3 documents/);
    });

    test("is rendered into pages, in the theme's own place", async () => {
      const html = await (await fetch(server.address)).text();
      assert.match(html, /<div class="VPNavBarSearch search"[^>]*><kindex-search[^>]* src="\/handbook\/search-index\/"/);
      assert.match(html, /placeholder="Search knots"/);
      assert.doesNotMatch(html, /DocSearch|local-search/);
    });

    for (const key of ["ControlOrMeta+k", "/"]) {
      test(`opens by ${key} and goes to a section without a reload`, () =>
        visiting(async (page) => {
          await page.evaluate(() => (window.isFirst = true));
          await page.keyboard.press(key);
          await type(page, "held a heavy load");
          assert.equal((await pathsOf(page))[0], "/handbook/guide/loops#bowline");
          await page.keyboard.press("Enter");
          await page.locator("h2#bowline").waitFor();
          await page.waitForURL("**/handbook/guide/loops#bowline");
          assert.equal(await page.evaluate(() => window.isFirst), true);
          await page.waitForFunction(() => CSS.highlights.has("kindex-passage"));
          assert.equal(await page.locator(`${FIELD} dialog[open]`).count(), 0);
        }));
    }

    test("leads to another section of the page that is open", () =>
      visiting(async (page) => {
        await page.locator(FIELD).click();
        await type(page, "bowline");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/handbook/guide/loops#bowline");
        await page.locator(FIELD).click();
        await type(page, "butterfly");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/handbook/guide/loops#alpine-butterfly");
      }));

    test("leaves a click with Ctrl to the browser", () =>
      visiting(async (page) => {
        await page.locator(FIELD).click();
        await type(page, "unequal");
        const opened = page.context().waitForEvent("page");
        await options(page).first().click({ modifiers: ["ControlOrMeta"] });
        const tab = await opened;
        await tab.waitForURL("**/handbook/guide/bends#sheet-bend*");
        assert.equal(page.url(), server.address);
      }));

    test("is dark where the site is", () =>
      visiting(async (page) => {
        await page.locator(FIELD).click();
        assert.ok((await lightness(page, "dialog", FIELD)) > 0.9);
        await page.keyboard.press("Escape");
        await page.locator(".VPNavBar .VPSwitchAppearance").first().click();
        await page.locator("html.dark").waitFor();
        // Themes of other versions say nothing of it.
        await page.addStyleTag({ content: "html.dark { color-scheme: normal !important }" });
        await page.locator(FIELD).click();
        assert.ok((await lightness(page, "dialog", FIELD)) < 0.2);
        assert.ok((await lightness(page, "input", FIELD)) < 0.2);
      }));

    test("is a sign in narrow windows", () =>
      visiting(async (page) => {
        const { width } = await page.locator(`${FIELD} button[part=button]`).boundingBox();
        assert.equal(width, 48);
        await page.locator(FIELD).click();
        await type(page, "unequal");
      }, { viewport: { width: 390, height: 800 } }));
  });

  test("searches the sources while they are written, and follows them without a reload", async () => {
    const server = await served(made.folder);
    const source = join(made.folder, "guide", "loops.md");
    const { page, complaints, close } = await openPage(browser);
    const failed = [];
    page.on("response", (response) => response.status() >= 400 && failed.push(response.url()));
    try {
      // VitePress bundles what pages import before it answers the first time.
      await page.goto(server.address, { timeout: 60_000 });
      await page.waitForFunction(() => customElements.get("kindex-search"));
      await page.evaluate(() => (window.isFirst = true));
      await page.locator(FIELD).click();
      await type(page, "unequal");
      assert.deepEqual(await pathsOf(page), ["/handbook/guide/bends#sheet-bend"]);
      for (const missing of ["woven", "garlic"]) {
        await page.locator(`${FIELD} input`).fill(missing);
        await page.locator(`${FIELD} [part=status]`).filter({ hasText: `No results for “${missing}”` }).waitFor();
      }
      await appendFile(source, "\n## Garland\n\nA string of garlic ends in a loop.\n");
      await options(page).first().waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/handbook/guide/loops#garland");
      await page.locator("h2#garland").waitFor();
      assert.equal(await page.evaluate(() => window.isFirst), true);
      // In development a page asks for its icon before VitePress names one.
      const others = complaints.filter((one) => !one.startsWith("Failed to load resource"));
      assert.deepEqual({ others, failed }, { others: [], failed: [] });
    } finally {
      await close();
      await server.close();
    }
  });
}
