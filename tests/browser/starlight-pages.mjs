// integrations/astro on its example site of Starlight, with a few pages of plain Astro beside it, built and served by
// Astro: base path, languages, dark mode, navigation by the client router.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { put } from "../bundlers/support.mjs";
import { built, served, site } from "../starlight/site.mjs";
import { launch, lightness, openPage } from "./support.mjs";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** In the header of Starlight. */
const HEADER = "header .kindex-starlight kindex-search";

/** Pages with a layout of their own, on which the client router is. */
const NOTES = {
  "src/layouts/Note.astro": `---
import { ClientRouter } from "astro:transitions";
import Search from "kindex-astro/Search.astro";
const { title } = Astro.props.frontmatter;
---
<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>{title}</title><link rel="icon" href="data:,"><ClientRouter /></head>
  <body>
    <Search modal placeholder="Search notes" texts={{ empty: "Nothing about {query}" }} class="notes" />
    <main data-pagefind-body><h1>{title}</h1><slot /></main>
  </body>
</html>
`,
  "src/pages/notes/whipping.md": "---\nlayout: ../../layouts/Note.astro\ntitle: Whipping\n---\n\n## Twine\n\nWaxed twine keeps the end of a rope from fraying.\n",
  "src/pages/notes/coiling.md": `---\nlayout: ../../layouts/Note.astro\ntitle: Coiling\n---\n\nCoil a rope with the sun.\n\n${"Filler between them.\n\n".repeat(60)}## Hanks\n\nA mariner hangs the hank upon a peg.\n`,
};

const GARLAND = "\n## Girlande\n\nEine Schnur mit Knoblauch endet in einer Schlaufe.\n";

/** Serves a folder below /handbook/. */
async function host(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = decodeURI(pathname).replace(/^\/handbook\//, "").replace(/(^|\/)$/, "$1index.html");
    const bytes = pathname.startsWith("/handbook/") && (await readFile(join(folder, path)).catch(() => undefined));
    if (!bytes) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { address: `http://127.0.0.1:${server.address().port}/handbook/`, close };
}

const field = (page) => page.locator("kindex-search");

const options = (page) => page.locator("kindex-search [part~=option]");

async function type(page, query) {
  await page.locator("kindex-search input").fill(query);
  await options(page).first().waitFor();
}

/** Waits until the first result is that at an address. */
const finds = (page, expected) =>
  page.waitForFunction((expected) => {
    const first = document.querySelector("kindex-search").shadowRoot.querySelector("[part~=option]");
    return first && decodeURI(first.pathname + first.hash.replace(/:~:.*/, "")) === expected;
  }, expected);

/** What the script has marked on the page. */
const marked = (page) =>
  page.waitForFunction(() => [...(CSS.highlights.get("kindex-passage") ?? [])][0]?.toString().replace(/\s+/g, " ")).then((handle) => handle.jsonValue());

/** Tests the plugin in Astro and Starlight of a version. */
export function testPages(version) {
  let made, browser;

  before(async () => {
    made = await site(version);
    await put(made.folder, NOTES);
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await made?.remove();
  });

  describe("on a built site", () => {
    let server;

    before(async () => {
      const { out } = await built(made);
      server = await host(out);
    });

    after(() => server?.close());

    /** Opens a page, does something with it, and looks that nothing was wrong. */
    async function visiting(path, act, { isNative = false, ...looks } = {}) {
      const { page, complaints, close } = await openPage(browser, looks);
      // As in browsers that know no text fragments: one can see there what is marked.
      if (!isNative) await page.addInitScript(() => delete Document.prototype.fragmentDirective);
      try {
        await page.goto(server.address + path);
        await page.waitForFunction(() => customElements.get("kindex-search"));
        await act(page);
        assert.deepEqual(complaints, []);
      } finally {
        await close();
      }
    }

    test("stands in the header of Starlight, which has no search of its own", () =>
      visiting("", async (page) => {
        assert.equal(await field(page).count(), 1);
        assert.equal(await page.locator(HEADER).getAttribute("src"), "/handbook/search-index/");
        assert.equal(await page.locator("site-search").count(), 0);
        const { x, y, width } = await page.locator(`${HEADER} button[part=button]`).boundingBox();
        assert.ok(x > 200 && y < 60 && width > 200, `${x} ${y} ${width}`);
        const colour = () => page.locator(`${HEADER} button[part=button]`).evaluate((node) => getComputedStyle(node).borderTopColor);
        const own = await page.evaluate(() => {
          const probe = document.body.appendChild(document.createElement("i"));
          probe.style.color = "var(--sl-color-gray-5)";
          return getComputedStyle(probe).color;
        });
        assert.equal(await colour(), own);
      }));

    test("leads to the sentence, and marks it", () =>
      visiting("", async (page) => {
        await page.keyboard.press("ControlOrMeta+k");
        await type(page, "held a heavy load");
        await finds(page, "/handbook/guides/loops/#bowline");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/handbook/guides/loops/#bowline");
        assert.match(await marked(page), /held a heavy load/);
      }));

    test("finds pages of the page's language first, and those of others", () =>
      visiting("de/", async (page) => {
        await page.keyboard.press("/");
        await type(page, "bowline");
        await finds(page, "/handbook/de/guides/loops/#palstek");
        await field(page).getByText("Auch in Englisch, Japanisch").waitFor();
        await type(page, "diameter");
        await finds(page, "/handbook/guides/loops/#bowline");
        await field(page).getByText("Andere Sprachen und Versionen").waitFor();
        // Starlight shows a page that is not translated on one of this language.
        await type(page, "unequal");
        await finds(page, "/handbook/de/guides/joining-ropes/#sheet-bend");
      }));

    test("speaks the language of the page", () =>
      visiting("ja/", async (page) => {
        await page.locator(HEADER).click();
        await type(page, "荷重");
        await finds(page, "/handbook/ja/#_top");
        assert.equal(await page.locator(`${HEADER} button[part=close]`).getAttribute("aria-label"), "閉じる");
      }));

    test("is dark where the site is", () =>
      visiting("", async (page) => {
        await page.locator(HEADER).click();
        assert.ok((await lightness(page, "dialog")) > 0.9);
        await page.keyboard.press("Escape");
        await page.locator("header starlight-theme-select select").selectOption("dark");
        await page.locator("html[data-theme=dark]").waitFor();
        await page.locator(HEADER).click();
        assert.ok((await lightness(page, "dialog")) < 0.2);
        assert.ok((await lightness(page, "input")) < 0.2);
      }, { colorScheme: "light" }));

    test("is a sign in narrow windows", () =>
      visiting("", async (page) => {
        const { width } = await page.locator(`${HEADER} button[part=button]`).boundingBox();
        assert.equal(width, 40);
        await page.locator(HEADER).click();
        await type(page, "unequal");
      }, { viewport: { width: 390, height: 800 } }));

    test("goes by the client router where it is on, from page to page", () =>
      visiting("notes/whipping/", async (page) => {
        await page.evaluate(() => (window.isFirst = true));
        await page.locator("kindex-search.notes").click();
        await type(page, "mariner");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/handbook/notes/coiling/#hanks");
        assert.match(await marked(page), /mariner/);
        // The field of the page that has come is another one.
        await page.locator("kindex-search.notes").click();
        await page.waitForFunction(() => document.querySelector("kindex-search").value === "mariner");
        await page.locator("kindex-search.notes input").fill("zeppelin");
        await field(page).getByText("Nothing about zeppelin").waitFor();
        await type(page, "fraying");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/handbook/notes/whipping/#twine");
        assert.match(await marked(page), /fraying/);
        assert.equal(await page.evaluate(() => window.isFirst), true);
      }, { isNative: true }));

    test("leaves pages without the router to the browser", () =>
      visiting("notes/whipping/", async (page) => {
        await page.evaluate(() => (window.isFirst = true));
        await page.locator("kindex-search").click();
        await type(page, "unequal");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/handbook/guides/joining-ropes/#sheet-bend");
        await page.locator("h2#sheet-bend").waitFor();
        assert.equal(await page.evaluate(() => window.isFirst), undefined);
      }));
  });

  test("searches the sources while they are written, and links without a slash where the site wants none", async () => {
    const config = join(made.folder, "astro.config.mjs");
    await writeFile(config, (await readFile(config, "utf8")).replace('base: "/handbook",', 'base: "/handbook", trailingSlash: "never",'));
    const server = await served(made);
    const { page, complaints, close } = await openPage(browser);
    const visit = async (query) => {
      // Vite bundles what pages import before it answers the first time.
      await page.goto(`${server.address}de`, { timeout: 60_000 });
      await page.waitForFunction(() => customElements.get("kindex-search"));
      await page.locator(HEADER).click();
      await page.locator("kindex-search input").fill(query);
    };
    try {
      await visit("Palstek");
      await finds(page, "/handbook/de/guides/loops/#palstek");
      await page.locator("kindex-search input").fill("Knoblauch");
      await page.locator("kindex-search [part=status]").filter({ hasText: "Knoblauch" }).waitFor();
      // Astro reloads open pages once it has read a change, which would interrupt the next visit.
      await page.goto("about:blank");
      await appendFile(join(made.folder, "src/content/docs/de/guides/loops.md"), GARLAND);
      while (!(await (await fetch(`${server.address}de/guides/loops`)).text()).includes('id="girlande"'));
      await visit("Knoblauch");
      await finds(page, "/handbook/de/guides/loops/#girlande");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/handbook/de/guides/loops#girlande*");
      await page.locator("h2#girlande").waitFor();
      // While it is written, Starlight itself asks for its styles for printers as if they were a script.
      assert.deepEqual(complaints.filter((one) => !/module script .* "text\/css"/.test(one)), []);
    } finally {
      await close();
      await server.close();
    }
  });
}
