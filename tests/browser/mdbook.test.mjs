// `npx kindex mdbook` in books of the real mdBook: the place of the field, its keys, themes, `mdbook serve`.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { LINES, book, served } from "../mdbook/book.mjs";
import { host } from "../python-docs/site.mjs";
import { launch, lightness, openPage } from "./support.mjs";

/** The end of the buttons on the left, where mdBook has its own. */
const PLACE = ".menu-bar .left-buttons > kindex-search:last-child";

/** All the buttons that mdBook has on the right. */
const CROWDED = `[output.html]
git-repository-url = "https://example.org/knots"
edit-url-template = "https://example.org/knots/{path}"

${LINES}`;

const WITH_SEARCH = LINES.replace("enable = false", "enable = true");

const options = (page) => page.locator("kindex-search [part~=option]");

async function type(page, query) {
  await page.keyboard.press("ControlOrMeta+k");
  await page.locator("kindex-search input").fill(query);
  await options(page).first().waitFor();
}

describe("Kindex in mdBook", () => {
  let browser;

  before(async () => {
    browser = await launch();
  });

  after(() => browser?.close());

  /** Opens a page, does something with it, and looks that nothing was wrong. */
  async function visiting(address, act) {
    const { page, complaints, close } = await openPage(browser);
    try {
      await page.goto(address);
      await page.waitForFunction(() => customElements.get("kindex-search"));
      await act(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  }

  /** Makes a book, and serves what it is built to below a path. */
  async function published(lines = LINES, prepare = async () => {}) {
    const made = await book(lines);
    try {
      await prepare(made);
      const { code, said } = await made.mdbook("build");
      assert.equal(code, 0, said);
      const server = await host(join(made.folder, "book/html"), "/copy/");
      return { address: server.address, close: () => server.close().then(made.remove) };
    } catch (error) {
      await made.remove();
      throw error;
    }
  }

  describe("whose own search is off", () => {
    let site;

    before(async () => {
      site = await published(CROWDED);
    });

    after(() => site?.close());

    const at = (path, act) => visiting(site.address + path, act);

    test("the field is in the menu bar, beside the buttons", () =>
      at("guide/loops.html", async (page) => {
        await page.locator(PLACE).waitFor();
        assert.equal(await page.locator("kindex-search").count(), 1);
        const [field, bar, title] = await Promise.all([PLACE, ".menu-bar", ".menu-title"].map((name) => page.locator(name).boundingBox()));
        assert.ok(field.y >= bar.y && field.y + field.height <= bar.y + bar.height, JSON.stringify({ field, bar }));
        assert.ok(field.x + field.width <= title.x + title.width / 2);
        assert.equal(await page.locator(PLACE).evaluate(({ style }) => style.position), "");
      }));

    test("it leads from a page in folders to a section of another", () =>
      at("guide/more/bends.html", async (page) => {
        await type(page, "untied heavy load");
        await page.keyboard.press("Enter");
        await page.waitForURL((url) => url.pathname === "/copy/guide/loops.html" && url.hash.startsWith("#bowline"));
      }));

    test("its keys are not those of the book", () =>
      at("guide/loops.html", async (page) => {
        await page.keyboard.press("/");
        await page.keyboard.type("sheet?");
        await options(page).first().waitFor();
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
        assert.equal(await page.locator("kindex-search input").inputValue(), "sheet?");
        assert.ok(await page.locator("#mdbook-help-container").isHidden());
        assert.equal(new URL(page.url()).pathname, "/copy/guide/loops.html");
      }));

    test("it follows the theme that a reader chooses", () =>
      at("index.html", async (page) => {
        await page.keyboard.press("/");
        await page.locator("kindex-search [part=panel]").waitFor({ state: "attached" });
        await page.keyboard.press("Escape");
        await page.locator("#mdbook-theme-toggle").click();
        for (const [theme, isDark] of [["navy", true], ["light", false], ["ayu", true], ["rust", false], ["coal", true]]) {
          await page.locator(`#mdbook-theme-${theme}`).click();
          await page.locator(`html.${theme}`).waitFor({ state: "attached" });
          await page.waitForFunction((dark) => {
            const { backgroundColor } = getComputedStyle(document.querySelector("kindex-search").shadowRoot.querySelector("dialog"));
            const [red, green, blue] = backgroundColor.match(/\d+/g).map(Number);
            return red + green + blue < 382 === dark;
          }, isDark);
          assert.equal((await lightness(page, "dialog")) < 0.5, isDark, theme);
        }
      }));

    test("it leaves room for the buttons in a narrow window", () =>
      at("index.html", async (page) => {
        await page.setViewportSize({ width: 360, height: 640 });
        // The sidebar is closed at first in such a one.
        await page.reload();
        await page.locator(PLACE).waitFor();
        const [field, print] = await Promise.all([PLACE, ".right-buttons"].map((name) => page.locator(name).boundingBox()));
        assert.ok(field.x + field.width <= print.x && print.x + print.width <= 360, JSON.stringify({ field, print }));
      }));
  });

  test("the field takes the place of mdBook's search, where that is on, and keeps its keys", async () => {
    const site = await published(WITH_SEARCH);
    try {
      await visiting(`${site.address}index.html`, async (page) => {
        await page.locator("#mdbook-search-toggle + kindex-search").waitFor();
        assert.ok(await page.locator("#mdbook-search-toggle").isHidden());
        await page.keyboard.press("/");
        await page.keyboard.type("slips/");
        assert.equal(await page.locator("kindex-search input").inputValue(), "slips/");
        assert.ok(await page.locator("#mdbook-search-wrapper").isHidden());
      });
    } finally {
      await site.close();
    }
  });

  /** Puts a field into the theme that mdBook itself writes out. */
  async function withTheme({ folder, mdbook, put }) {
    const { code, said } = await mdbook("init", "blank", "--title", "Blank", "--theme", "--force", "--ignore", "none");
    assert.equal(code, 0, said);
    const theme = await readFile(join(folder, "blank/theme/index.hbs"), "utf8");
    const changed = theme.replace('<div class="right-buttons">', '$&<kindex-search modal placeholder="Find a knot"></kindex-search>');
    assert.notEqual(changed, theme);
    await put({ "theme/index.hbs": changed });
  }

  test("the field stands where the book's theme has it", async () => {
    const site = await published(LINES, withTheme);
    try {
      await visiting(`${site.address}guide/loops.html`, async (page) => {
        await page.locator(".right-buttons > kindex-search[src][placeholder='Find a knot']").waitFor();
        assert.equal(await page.locator("kindex-search").count(), 1);
        await type(page, "sheet bend");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/copy/guide/more/bends.html*");
      });
    } finally {
      await site.close();
    }
  });

  test("mdbook serve makes the index anew, and then the page too", async () => {
    const made = await book();
    const server = await served(made);
    const source = join(made.folder, "src/guide/loops.md");
    try {
      await visiting(`${server.address}guide/loops.html`, async (page) => {
        await type(page, "bowline");
        await page.keyboard.press("Escape");
        await writeFile(source, `${await readFile(source, "utf8")}\n## Garland\n\nA string of garlic ends in a loop.\n`);
        await page.locator("h2#garland").waitFor();
        await page.locator(PLACE).waitFor();
        await type(page, "garlic");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/guide/loops.html#garland*");
      });
    } finally {
      await server.close();
      await made.remove();
    }
  });
});
