// integrations/eleventy on its example site, built and served by Eleventy: path prefix, dark mode, changes
// of an open page without a reload.
import assert from "node:assert/strict";
import { access, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { built, served, site } from "../eleventy/site.mjs";
import { launch, lightness, openPage, serveFiles } from "./support.mjs";

const FIELD = "header > kindex-search";

const options = (page) => page.locator(`${FIELD} [part~=option]`);

async function type(page, query) {
  await page.keyboard.press("ControlOrMeta+k");
  await page.locator(`${FIELD} input`).fill(query);
  await options(page).first().waitFor();
}

describe("Kindex in Eleventy", () => {
  let made, browser;

  before(async () => {
    made = await site();
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await made?.remove();
  });

  /** Opens a page, does something with it, and looks that nothing was wrong. */
  async function visiting(address, act, looks) {
    const { page, complaints, close } = await openPage(browser, looks);
    try {
      await page.goto(address);
      await page.waitForFunction(() => customElements.get("kindex-search"));
      await act(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  }

  test("writes nothing in a dry run, nor where pages go to standard output", async () => {
    await built(made.folder, "--dryrun");
    const { stdout } = await built(made.folder, "--to=json");
    assert.equal(JSON.parse(stdout).length, 4);
    await assert.rejects(access(join(made.folder, "_site/kindex")));
  });

  describe("on a built site", () => {
    let server, said;

    before(async () => {
      const { out, said: all } = await built(made.folder);
      said = all;
      server = await serveFiles({ handbook: out }, { page: "" });
    });

    after(() => server?.close());

    const at = (path) => `${server.address}handbook/${path}`;

    test("says what is indexed", () => {
      assert.match(said, /\[kindex\] _site\/kindex\/index\/: 3 documents/);
      assert.match(said, /\[kindex\] _site: search is in 4 pages/);
    });

    test("is the field of the template, and leads to a section from a page in a folder", () =>
      visiting(at("guide/bends/index.html"), async (page) => {
        assert.equal(await page.locator("kindex-search").count(), 1);
        assert.equal(await page.locator(FIELD).getAttribute("limit"), "5");
        await type(page, "held a heavy load");
        assert.equal(await page.locator(`${FIELD} input`).getAttribute("placeholder"), "Search knots");
        const { pathname, hash } = await options(page).first().evaluate(({ pathname, hash }) => ({ pathname, hash }));
        assert.equal(pathname, "/handbook/guide/loops/");
        assert.match(hash, /^#bowline/);
      }));

    test("is dark where the site is", () =>
      visiting(at("index.html"), async (page) => {
        await type(page, "bowline");
        assert.ok((await lightness(page, "dialog", FIELD)) < 0.2);
      }, { colorScheme: "dark" }));

    test("finds nothing of what is excluded", () =>
      visiting(at("index.html"), async (page) => {
        await page.keyboard.press("/");
        await page.locator(`${FIELD} input`).fill("woven");
        await page.locator(`${FIELD} [part=status]`).filter({ hasText: "No results" }).waitFor();
      }));

    test("stays in pages that are built again", async () => {
      await built(made.folder);
      const page = await readFile(join(made.folder, "_site/index.html"), "utf8");
      assert.equal(page.match(/data-kindex-inject/g).length, 1);
      assert.deepEqual((await readdir(join(made.folder, "_site"))).sort(), ["drafts", "guide", "index.html", "kindex"]);
    });
  });

  test("follows what is written, also on the open page that changes without a reload", async () => {
    const server = await served(made.folder);
    const source = join(made.folder, "guide/loops.md");
    try {
      await visiting(`${server.address}guide/loops/`, async (page) => {
        await page.evaluate(() => (window.isFirst = true));
        await type(page, "bowline");
        await page.keyboard.press("Escape");
        await writeFile(source, `${await readFile(source, "utf8")}\n## Garland\n\nA string of garlic ends in a loop.\n`);
        await page.locator("h2#garland").waitFor();
        await page.locator(`${FIELD}[src]`).waitFor();
        assert.equal(await page.evaluate(() => window.isFirst), true);
        await type(page, "garlic");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/handbook/guide/loops/#garland");
      });
    } finally {
      await server.close();
    }
  });
});
