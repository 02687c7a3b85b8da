// The example sites of integrations/python, built by MkDocs, Zensical and Sphinx, below a path that is not in their
// canonical links.
import assert from "node:assert/strict";
import { access, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { host, served, workshop } from "../python-docs/site.mjs";
import { launch, lightness, openPage } from "./support.mjs";

const CONFIG = "example-mkdocs/mkdocs.yml";

/** The configuration of the example with another theme, and with lines more. */
async function configured(folder, theme, ...more) {
  const path = join(folder, `example-mkdocs/with-${theme}.yml`);
  const config = await readFile(join(folder, CONFIG), "utf8");
  // The scripts for code come from another host.
  const changed = config.replace(/^theme:.*?(?=^\w)/ms, `theme:\n  name: ${theme}\n  highlightjs: false\n`);
  await writeFile(path, [changed, ...more].join("\n"));
  return path;
}

const mkdocs = async ({ ran, folder }, name, config) => ran("mkdocs", ["build", "--strict", "--config-file", config, "--site-dir", join(folder, name)]);

const sphinx = ({ ran, folder }, name, ...more) => ran("sphinx-build", ["-W", "-q", ...more, "example-sphinx", join(folder, name)]);

/** Turns a page dark as readers do. */
const SLATE = (page) => page.locator("label[for=__palette_1]").click();
const DARK = (page) => page.locator(".content-icon-container .theme-toggle").click();

/** By name how a site is made in a folder of that name; the page to begin on; where loops are; where the field is. */
const SITES = {
  material: { make: (made, name) => mkdocs(made, name, CONFIG), page: "guide/bends/", loops: "guide/loops/", place: ".md-header__inner > kindex-search", dark: SLATE },
  mkdocs: { make: async (made, name) => mkdocs(made, name, await configured(made.folder, "mkdocs")), page: "guide/bends/", loops: "guide/loops/", place: ".ms-md-auto > kindex-search" },
  readthedocs: {
    make: async (made, name) => mkdocs(made, name, await configured(made.folder, "readthedocs", "use_directory_urls: false", "")),
    page: "guide/bends.html",
    loops: "guide/loops.html",
    place: ".wy-side-nav-search > a + kindex-search",
  },
  zensical: { make: zensical, page: "guide/bends/", loops: "guide/loops/", place: ".md-search + kindex-search", hidden: ".md-search" },
  furo: { make: sphinx, page: "guide/bends.html", loops: "guide/loops.html", place: ".sidebar-search-container + kindex-search", hidden: ".sidebar-search-container", results: "search.html", dark: DARK },
  sphinx_rtd_theme: {
    make: (made, name) => sphinx(made, name, "-b", "dirhtml", "-D", "html_theme=sphinx_rtd_theme"),
    page: "guide/bends/",
    loops: "guide/loops/",
    place: "[role=search] + kindex-search",
    hidden: "#rtd-search-form",
    results: "search/",
  },
  alabaster: {
    make: (made, name) => sphinx(made, name, "-D", "html_theme=alabaster", "-D", "kindex_layout=sharded"),
    page: "guide/bends.html",
    loops: "guide/loops.html",
    place: "#searchbox + kindex-search",
    hidden: "#searchbox",
    results: "search.html",
  },
};

/** Zensical runs no plugins of MkDocs, so the command follows. */
async function zensical({ ran, folder }, name) {
  const config = join(folder, "example-mkdocs/zensical.yml");
  await writeFile(config, `${await readFile(join(folder, CONFIG), "utf8")}\nsite_dir: built\n`);
  await ran("zensical", ["build", "--config-file", config]);
  await rename(join(folder, "example-mkdocs/built"), join(folder, name));
  await ran("python", ["-m", "kindex_docs", "inject", join(folder, name), "--exclude", "/drafts/", "--exclude", "/guide/old/"]);
}

async function type(page, query) {
  const field = page.locator("kindex-search").first();
  await page.waitForFunction(() => customElements.get("kindex-search") && document.querySelector("kindex-search"));
  await page.keyboard.press("ControlOrMeta+k");
  await field.locator("input").fill(query);
  return field.locator("[part~=option]");
}

const isThere = (path) => access(path).then(() => true, () => false);

describe("kindex-docs", () => {
  let made, browser;

  before(async () => {
    made = await workshop();
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await made?.remove();
  });

  for (const [name, site] of Object.entries(SITES)) {
    describe(`on the site of ${name}`, () => {
      let server;

      before(async () => {
        await site.make(made, name);
        server = await host(join(made.folder, name), "/copy/");
      });

      after(() => server?.close());

      /** Opens a page, does something with it, and looks that nothing was wrong. */
      async function visiting(path, act) {
        const { page, complaints, close } = await openPage(browser);
        try {
          await page.goto(server.address + path);
          await act(page);
          // Some themes name no icon, for which the browser then asks at a place of its own.
          assert.deepEqual(complaints.filter((one) => !one.includes("404 (Not Found)")), []);
        } finally {
          await close();
        }
      }

      test("the field has its place, once", () =>
        visiting(site.page, async (page) => {
          await page.locator(site.place).waitFor();
          assert.equal(await page.locator("kindex-search").count(), 1);
          if (site.hidden) assert.ok(await page.locator(site.hidden).isHidden());
        }));

      test("a section is found, and opened in this copy of the site", () =>
        visiting(site.page, async (page) => {
          await (await type(page, "held a heavy load")).first().waitFor();
          await page.keyboard.press("Enter");
          await page.waitForURL((url) => url.pathname === `/copy/${site.loops}` && url.hash.startsWith("#bowline"));
        }));

      for (const word of ["granny", "woven"]) {
        test(`a page that asks for it is left out, so ${word} is nowhere`, () =>
          visiting(site.page, async (page) => {
            await type(page, word);
            await page.locator("kindex-search [part=status]").filter({ hasText: `No results for “${word}”` }).waitFor();
          }));
      }

      if (site.results) {
        test("Sphinx's own search is off, and its page shows what Kindex finds", async () => {
          for (const file of ["searchindex.js", "_static/searchindex.js"]) assert.ok(!(await isThere(join(made.folder, name, file))), file);
          await visiting(site.page, async (page) => {
            await (await type(page, "ropes")).first().waitFor();
            await page.locator("kindex-search a[href*='?q=ropes']").click();
            await page.waitForURL((url) => url.pathname === `/copy/${site.results}`);
            const found = page.locator("kindex-search[mode=page] a[part~=option]");
            await found.first().waitFor();
            assert.equal(await found.first().evaluate(({ pathname }) => pathname), `/copy/${site.page}`);
          });
        });
      } else if (name !== "zensical") {
        test("MkDocs's own search is off", async () => assert.ok(!(await isThere(join(made.folder, name, "search")))));
      }

      if (site.dark) {
        test("the field is light and dark as the page", () =>
          visiting(site.page, async (page) => {
            await (await type(page, "rope")).first().waitFor();
            assert.ok((await lightness(page, "dialog")) > 0.9);
            await page.keyboard.press("Escape");
            await site.dark(page);
            await (await type(page, "rope")).first().waitFor();
            assert.ok((await lightness(page, "dialog")) < 0.2);
          }));
      }

      if (name === "mkdocs") {
        test("the keys of the theme work, and its key for search opens the field", () =>
          visiting(site.page, async (page) => {
            await page.locator(site.place).waitFor();
            await page.waitForFunction(() => customElements.get("kindex-search"));
            await page.keyboard.press("s");
            await page.locator("kindex-search dialog[open]").waitFor();
            await page.keyboard.press("Escape");
            await page.locator("kindex-search dialog[open]").waitFor({ state: "detached" });
            // The focus leaves a closed dialog as the browser draws the page next. Until then keys are written into the field.
            await page.waitForFunction(() => document.activeElement === document.body);
            await page.keyboard.press("n");
            await page.waitForURL((url) => url.pathname === `/copy/${site.loops}`);
          }));
      }
    });
  }

  test("mkdocs serve follows the sources, and finds no draft that it shows", async () => {
    const server = await served(made, CONFIG);
    const source = join(made.folder, "example-mkdocs/docs/guide/loops.md");
    const { page, complaints, close } = await openPage(browser);
    // MkDocs asks open pages to load again, which would end a visit of this test midway.
    await page.route("**/livereload/**", () => {});
    try {
      assert.equal(new URL(server.address).pathname, "/handbook/");
      await page.goto(`${server.address}drafts/splices/`);
      await page.locator("h1").filter({ hasText: "Splices" }).waitFor();
      await type(page, "woven");
      await page.locator("kindex-search [part=status]").filter({ hasText: "No results for “woven”" }).waitFor();
      const changed = `${await readFile(source, "utf8")}\n## Garland\n\nA string of garlic ends in a loop.\n`;
      // A change that comes before MkDocs has looked at all files for the first time is none for it.
      const again = setInterval(() => writeFile(source, changed), 3000);
      await server.saying(/Reloading browsers/).finally(() => clearInterval(again));
      await page.goto(server.address);
      await (await type(page, "garlic")).first().waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname === "/handbook/guide/loops/" && url.hash.startsWith("#garland"));
      assert.deepEqual(complaints, []);
    } finally {
      await close();
      await server.close();
    }
  });
});
