// Pages of real generators with the search that `kindex inject` puts into them.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { COMMAND, ROOT, drawn, launch, openPage, serveFiles } from "./support.mjs";

const run = promisify(execFile);
const require = createRequire(join(ROOT, "tests", "generators", "package.json"));

const RUST = `//! Lanterns and what lights them.
/// A lantern that shines in the fog.
pub struct Lantern;
impl Lantern {
    /// Lights the lantern with a match.
    pub fn kindle(&self) {}
}
`;

const TYPESCRIPT = `/** A lantern that shines in the fog. */
export class Lantern {
  /** Lights the lantern with a match. */
  kindle(): void {}
}
`;

const CPP = `/// A lantern that shines in the fog.
class Lantern {
public:
  /// Lights the lantern with a match.
  void kindle();
};
`;

const JAVA = `/** A lantern that shines in the fog. */
public class Lantern {
  /** Lights the lantern with a match. */
  public void kindle() {}
}
`;

const DOXYFILE = "PROJECT_NAME = Lanterns\nINPUT = lantern.hpp\nHTML_OUTPUT = site\nGENERATE_LATEX = NO\nQUIET = YES\n";

/** A reason to skip tests where a program is not installed. */
const missing = (program) => (spawnSync(program, ["--version"]).error ? `${program} is not installed` : false);

/** As Doxygen's script does, which writes its search box when the page is there, and anew for a narrow window. */
const WRITTEN = `<!doctype html><html><head><meta charset="utf-8"><title>Lantern</title><link rel="icon" href="data:,"></head>
<body><nav></nav><h1>Lantern</h1><p>A lantern that shines in the fog.</p><script>
  const write = () => { document.querySelector("nav").innerHTML = '<div id="MSearchBox"><input></div>'; };
  addEventListener("DOMContentLoaded", () => setTimeout(write, 10));
  addEventListener("resize", write);
</script></body></html>`;

const PLAIN = `<!doctype html><html><head><meta charset="utf-8"><title>Lantern</title><link rel="icon" href="data:,"></head>
<body><header><b>Manual</b></header><h1>Lantern</h1><p>A lantern that shines in the fog.</p></body></html>`;

/** The search boxes of other generators as their pages have them, the element that the field replaces, and what else is hidden. */
const BOXES = {
  "mdBook 0.5": ['<div class="left-buttons"><button id="mdbook-search-toggle" class="icon-button" type="button"></button></div>', "#mdbook-search-toggle"],
  "mdBook 0.4": ['<div class="left-buttons"><button id="search-toggle" class="icon-button" type="button"></button></div>', "#search-toggle"],
  "Material for MkDocs": ['<nav class="md-header__inner"><div class="md-search" data-md-component="search" role="dialog"></div><label for="__search">Search</label></nav>', ".md-search", "[for=__search]"],
  "MkDocs's own theme": ['<ul><li><a href="#" data-bs-toggle="modal" data-bs-target="#mkdocs_search_modal">Search</a></li></ul>', "[data-bs-target]"],
  "Sphinx, Furo": ['<form class="sidebar-search-container" method="get" action="search.html" role="search"></form><div id="searchbox"></div>', "form"],
  "Sphinx, Read the Docs": ['<div class="wy-side-nav-search"><div role="search"><form id="rtd-search-form"></form></div></div>', ".wy-side-nav-search > [role=search]"],
  "Sphinx, PyData": ['<div class="navbar-item"><button class="search-button__button" type="button">Search</button></div>', ".navbar-item > .search-button__button"],
  "Sphinx, Alabaster": ['<div class="sphinxsidebar" role="navigation"><search id="searchbox" role="search"></search></div>', "#searchbox"],
};

/** Headers of generators whose own search is off, and the place of the field in them. */
const HEADERS = {
  "Material for MkDocs, with a repository": ['<nav class="md-header__inner"><div class="md-header__title">Manual</div><div class="md-header__source"></div></nav>', ".md-header__title + kindex-search:has(+ .md-header__source)"],
  "Material for MkDocs": ['<nav class="md-header__inner"><div class="md-header__title">Manual</div></nav>', ".md-header__title + kindex-search:last-child"],
  "MkDocs's own theme": ['<div id="navbar-collapse"><ul><li>Pages</li></ul><ul class="ms-md-auto"><li>Next</li></ul></div>', ".ms-md-auto > kindex-search:first-child"],
  "MkDocs, Read the Docs": ['<div class="wy-side-nav-search"><a href="more.html">Manual</a></div>', ".wy-side-nav-search > a + kindex-search"],
};

/** By name how the pages are made in a folder; what the file of Lantern is; where the field is. */
const SITES = {
  rustdoc: {
    async make(folder) {
      await writeFile(join(folder, "lib.rs"), RUST);
      await run("rustdoc", ["lib.rs", "--crate-name", "lanterns", "--edition", "2021", "-o", "site"], { cwd: folder });
    },
    page: "lanterns/index.html",
    lantern: "lanterns/struct.Lantern.html",
    // The page of the crate has the first line of each of its parts.
    words: "struct lantern",
    place: ".sidebar-crate + kindex-search",
  },
  TypeDoc: {
    async make(folder) {
      await writeFile(join(folder, "index.ts"), TYPESCRIPT);
      const program = join(dirname(require.resolve("typedoc/package.json")), "bin", "typedoc");
      await run(process.execPath, [program, "index.ts", "--out", "site", "--skipErrorChecking", "--name", "Lanterns"], { cwd: folder });
    },
    page: "index.html",
    lantern: "classes/Lantern.html",
    place: "#tsd-search-trigger + kindex-search",
    hidden: "#tsd-search-trigger",
  },
  Doxygen: {
    missing: missing("doxygen"),
    async make(folder) {
      await writeFile(join(folder, "lantern.hpp"), CPP);
      await writeFile(join(folder, "Doxyfile"), DOXYFILE);
      await run("doxygen", [], { cwd: folder });
    },
    page: "index.html",
    lantern: "classLantern.html",
    place: "#MSearchBox + kindex-search",
    hidden: "#MSearchBox",
  },
  Javadoc: {
    missing: missing("javadoc"),
    async make(folder) {
      await writeFile(join(folder, "Lantern.java"), JAVA);
      await run("javadoc", ["-quiet", "-d", "site", "Lantern.java"], { cwd: folder });
    },
    page: "help-doc.html",
    lantern: "Lantern.html",
    place: ".nav-list-search + kindex-search",
    hidden: ".nav-list-search",
  },
  "a script": {
    make: (folder) => page(folder, WRITTEN),
    page: "more.html",
    lantern: "part/lantern.html",
    place: "#MSearchBox + kindex-search",
    hidden: "#MSearchBox",
  },
  "another program": {
    make: (folder) => page(folder, PLAIN),
    page: "more.html",
    lantern: "part/lantern.html",
    place: "body > kindex-search",
  },
  "another program, with a field in the template": {
    make: (folder) => page(folder, PLAIN.replace("</b>", '</b><kindex-search modal placeholder="Look"></kindex-search>')),
    arguments: ["--into", "h1", "--attribute", "placeholder=Other"],
    page: "more.html",
    lantern: "part/lantern.html",
    place: "header > kindex-search[placeholder=Look][src]",
  },
  "another program, with a place": {
    make: (folder) => page(folder, PLAIN),
    arguments: ["--into", "header", "--layout", "sharded"],
    page: "more.html",
    lantern: "part/lantern.html",
    place: "header > kindex-search",
  },
};

for (const [name, [box, replaced, hidden = replaced]] of Object.entries(BOXES)) {
  SITES[name] = {
    make: (folder) => page(folder, PLAIN.replace("<header>", `<header>${box}`)),
    page: "more.html",
    lantern: "part/lantern.html",
    place: `${replaced} + kindex-search`,
    hidden,
  };
}

for (const [name, [header, place]] of Object.entries(HEADERS)) {
  SITES[`${name}, without its own search`] = {
    make: (folder) => page(folder, PLAIN.replace("<header>", `<header>${header}`)),
    page: "more.html",
    lantern: "part/lantern.html",
    place,
  };
}

async function page(folder, html) {
  await mkdir(join(folder, "site", "part"), { recursive: true });
  await writeFile(join(folder, "site", "part", "lantern.html"), html);
  await writeFile(join(folder, "site", "more.html"), html.replace(/<h1>.*?<\/p>/s, "<h1>More</h1><p>Of other things.</p>"));
}

describe("kindex inject", () => {
  let browser;

  before(async () => {
    browser = await launch();
  });

  after(() => browser?.close());

  for (const [name, site] of Object.entries(SITES)) {
    describe(`in pages of ${name}`, { skip: site.missing }, () => {
      let folder, server, shown;

      before(async () => {
        folder = await mkdtemp(join(tmpdir(), "kindex-inject-"));
        await site.make(folder);
        await run(COMMAND, ["inject", join(folder, "site"), ...(site.arguments ?? [])]);
        // Below a path that nothing was told of.
        server = await serveFiles({ below: folder });
        shown = await openPage(browser);
        await shown.page.goto(`${server.address}below/site/${site.page}`);
        await shown.page.locator(site.place).waitFor();
      });

      after(async () => {
        await shown?.close();
        await server?.close();
        await rm(folder, { recursive: true, force: true });
      });

      test("the field is in its place, once", async () => {
        assert.equal(await shown.page.locator("kindex-search").count(), 1);
        assert.ok(await shown.page.locator("kindex-search").isVisible());
        if (site.hidden) assert.ok(await shown.page.locator(site.hidden).isHidden());
      });

      test("it finds a page, and leads there", async () => {
        const { page } = shown;
        await page.keyboard.press("Control+k");
        await page.keyboard.type(site.words ?? "lantern fog");
        const result = page.locator("kindex-search [part~=option]").first();
        await result.waitFor();
        await page.keyboard.press("Enter");
        await page.waitForURL((url) => url.pathname === `/below/site/${site.lantern}`);
        await page.locator(site.place).waitFor();
        assert.deepEqual(shown.complaints, []);
      });

      if (name === "a script") {
        test("it comes back when the script writes its place anew", async () => {
          await shown.page.setViewportSize({ width: 400, height: 700 });
          await shown.page.locator(site.place).waitFor();
          assert.equal(await shown.page.locator("kindex-search").count(), 1);
          assert.ok(await shown.page.locator(site.hidden).isHidden());
        });
      }
    });
  }

  /** Opens a page that the command was run over with arguments, as long as something is done with it. */
  async function withPage(html, args, act) {
    const folder = await mkdtemp(join(tmpdir(), "kindex-inject-"));
    await page(folder, html);
    await run(COMMAND, ["inject", join(folder, "site"), ...args]);
    const server = await serveFiles({ below: folder });
    const shown = await openPage(browser);
    try {
      await shown.page.goto(`${server.address}below/site/more.html`);
      await shown.page.locator("kindex-search").waitFor({ state: "attached" });
      await act(shown.page);
      assert.deepEqual(shown.complaints.filter((one) => !one.includes("the field is in the corner")), []);
    } finally {
      await shown.close();
      await server.close();
      await rm(folder, { recursive: true });
    }
  }

  const change = (page) => page.evaluate(() => document.body.append(new Comment("a change")));

  for (const hidden of ["header", "header kindex-search"]) {
    test(`the dialog stays open where the page hides ${hidden}`, () =>
      withPage(PLAIN.replace("</head>", `<style>${hidden} { display: none }</style></head>`), ["--into", "header"], async (page) => {
        const dialog = page.locator("kindex-search dialog");
        for (let i = 0; i < 2; i++) {
          await page.keyboard.press("Control+k");
          await dialog.waitFor();
          await change(page);
          await drawn(page);
          assert.ok(await dialog.isVisible());
          await page.keyboard.press("Escape");
          await page.waitForFunction(() => document.querySelector("header > kindex-search")?.style.cssText === "");
        }
      }));
  }

  test("the field takes a place that the page makes while its dialog is open", () =>
    withPage(PLAIN, ["--into", "nav"], async (page) => {
      await page.keyboard.press("Control+k");
      await page.locator("kindex-search [part=panel]").waitFor({ state: "attached" });
      await page.evaluate(() => document.body.prepend(document.createElement("nav")));
      await drawn(page);
      assert.ok(await page.locator("kindex-search dialog").isVisible());
      await page.keyboard.press("Escape");
      await page.locator("nav > kindex-search").waitFor();
    }));

  /** The sidebar of rustdoc, whose place brings a shortcut and a style. */
  const SIDEBAR = PLAIN.replace("<body>", '<body class="rustdoc"><nav class="sidebar"><div class="sidebar-crate">lantern</div></nav>');

  test("attributes of the site come before those of the place", () =>
    withPage(SIDEBAR, ["--attribute", "shortcut=mod+j", "--attribute", "style=margin: 7px; color: red"], async (page) => {
      const field = page.locator(".sidebar-crate + kindex-search");
      const style = await field.evaluate(({ style }) => [style.margin, style.color, style.fontSize]);
      assert.deepEqual(style, ["7px", "red", "0.8rem"]);
      await page.keyboard.press("Control+k");
      assert.equal(await field.locator("dialog").isVisible(), false);
      await page.keyboard.press("Control+j");
      assert.ok(await field.locator("dialog").isVisible());
    }));

  test("the shortcut leads into a field without a dialog", () =>
    withPage(PLAIN, ["--into", "header", "--attribute", "mode=page"], async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("lantern");
      await page.locator("kindex-search a[part~=option]").first().waitFor();
      assert.equal(await page.locator("kindex-search input").inputValue(), "lantern");
    }));

  test("a page of results is found from every page of the site", () =>
    withPage(PLAIN, ["--attribute", "results=results.html"], async (page) => {
      await page.goto(new URL("part/lantern.html", page.url()).href);
      await page.locator("kindex-search").waitFor();
      assert.match(await page.locator("kindex-search").evaluate(({ results }) => results), /\/below\/site\/results\.html$/);
    }));

  test("results lead to the site in hand, whatever its pages call their canonical address", () =>
    withPage(PLAIN.replace("</head>", '<link rel="canonical" href="https://example.org/other/version.html"></head>'), [], async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("lantern fog");
      await page.locator("kindex-search [part~=option]").first().waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname === "/below/site/part/lantern.html");
    }));

  test("what is taken out leaves nothing in the page", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kindex-inject-"));
    await page(folder, PLAIN);
    await run(COMMAND, ["inject", join(folder, "site")]);
    await run(COMMAND, ["inject", join(folder, "site"), "--remove"]);
    assert.equal(await readFile(join(folder, "site", "part", "lantern.html"), "utf8"), PLAIN);
    await rm(folder, { recursive: true });
  });
});
