// `kindex/vite` on sites of plain Vite: the index of a build, and that of sources while they are written.
import assert from "node:assert/strict";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, test } from "node:test";
import { project, put } from "../bundlers/support.mjs";
import { VITES } from "../bundlers/vites.mjs";
import { PATIENCE, launch, openPage, serveFiles } from "./support.mjs";

const page = (title, text) => `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,">
  <script type="module" src="/src/main.js"></script>
  <kindex-search></kindex-search><main><h1>${title}</h1>${text}</main></html>`;

const SITE = {
  "index.html": page("Knots", "<p>A handbook.</p>"),
  "guide/loops.html": page("Loops", "<h2 id='bowline'>Bowline</h2><p>The bowline makes a loop that does not slip.</p>"),
  "docs/bends.md": "# Bends\n\n## Sheet bend\n\nIt joins ropes of unequal thickness.\n",
  "docs/hitches.md": "# Hitches\n\nA clove hitch holds a post.\n",
  "docs/node_modules/left/out.md": "# Zeppelin\n\nA package with a zeppelin.\n",
  "src/main.js": `import { routed } from "virtual:kindex";
    if (location.search === "?router") {
      const field = document.querySelector("kindex-search");
      field.addEventListener("click", routed((href) => (window.routed = href)));
    }`,
};

const QUIET = { configFile: false, logLevel: "silent" };

describe("the plugin for Vite", () => {
  let folder, browser, kindex;

  before(async () => {
    ({ folder } = await project());
    await put(folder, SITE);
    ({ default: kindex } = await import(pathToFileURL(join(folder, "node_modules/kindex/plugins/vite.js"))));
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const options = (plugin, more) => ({ root: folder, plugins: [plugin], base: "/sub/", ...QUIET, ...more });

  async function built(vite, name, given = {}) {
    process.env.NODE_ENV = "production";
    const outDir = join(folder, `out-${name}`);
    const rollupOptions = { input: [join(folder, "index.html"), join(folder, "guide/loops.html")] };
    await vite.build(options(kindex(given), { build: { outDir, rollupOptions } }));
    return outDir;
  }

  async function served(vite, name, given = {}) {
    delete process.env.NODE_ENV;
    const cacheDir = join(folder, "node_modules", `.${name}`);
    const server = await vite.createServer(options(kindex({ docs: "docs", ...given }), { cacheDir, server: { host: "127.0.0.1" } }));
    await server.listen();
    return { address: server.resolvedUrls.local[0], close: () => server.close() };
  }

  /** Opens a page, does something with it, and looks that nothing was wrong. */
  async function visiting(address, act) {
    const { page, complaints, close } = await openPage(browser);
    try {
      await page.goto(address);
      await page.locator("kindex-search input").waitFor();
      await act(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  }

  /** The addresses that a query leads to. */
  async function links(page, query) {
    await page.locator("kindex-search input").fill(query);
    await page.locator("kindex-search [part~=option]").first().waitFor();
    const found = await page.locator("kindex-search [part~=option]").evaluateAll((all) => all.map(({ href }) => href));
    return found.map((href) => href.replace(/^https?:..[^/]+/, "").replace(/:~:.*/, ""));
  }

  for (const name of ["Vite 4", "Vite 8"]) {
    test(`indexes what ${name} builds, below its base`, async () => {
      const out = await built(VITES[name], name.slice(-1));
      const server = await serveFiles({ sub: out });
      await visiting(`${server.address}sub/guide/loops.html`, async (page) => {
        assert.deepEqual(await links(page, "slip"), ["/sub/guide/loops.html#bowline"]);
        assert.equal(await page.locator("kindex-search").getAttribute("src"), "/sub/search-index/");
      });
      await server.close();
    });
  }

  for (const name of ["Vite 4", "Vite 8"]) {
    test(`searches sources while they are written: ${name}`, async () => {
      const server = await served(VITES[name], name.slice(-1));
      const added = join(folder, "docs", "added.md");
      try {
        await visiting(server.address, async (page) => {
          assert.deepEqual(await links(page, "unequal"), ["/sub/bends.html#sheet-bend"]);
          await page.evaluate(() => (window.isFirst = true));
          await page.locator("kindex-search input").fill("zeppelin");
          await page.locator("kindex-search [part=status]").filter({ hasText: /No results|Nothing/i }).waitFor();
          await writeFile(added, "# Zeppelin bend\n\nA zeppelin is moored with it.\n");
          await page.locator("kindex-search [part~=option]").first().waitFor();
          assert.deepEqual(await page.locator("kindex-search [part~=option]").evaluateAll((all) => all.map(({ pathname }) => pathname)), ["/sub/added.html"]);
          await rm(added);
          await page.waitForFunction(() => !document.querySelector("kindex-search").shadowRoot.querySelector("[part~=option]"), undefined, { timeout: PATIENCE });
          assert.equal(await page.evaluate(() => window.isFirst), true, "the page was not loaded anew");
        });
      } finally {
        await rm(added, { force: true });
        await server.close();
      }
    });
  }

  test("serves an index in several files, and writes one", async () => {
    const out = await built(VITES["Vite 8"], "several", { file: "search/" });
    assert.ok((await readdir(join(out, "search"))).includes("index.kdx"));
    const server = await served(VITES["Vite 8"], "several", { file: "search/" });
    try {
      await visiting(server.address, async (page) => {
        assert.deepEqual(await links(page, "clove"), ["/sub/hitches.html#hitches"]);
      });
    } finally {
      await server.close();
    }
  });

  test("gives results to a site's router, and clicks with Ctrl to the browser", async () => {
    const server = await served(VITES["Vite 8"], "router");
    try {
      await visiting(`${server.address}?router`, async (page) => {
        await links(page, "unequal");
        const [tab] = await Promise.all([
          page.context().waitForEvent("page"),
          page.locator("kindex-search [part~=option]").first().click({ modifiers: ["ControlOrMeta"] }),
        ]);
        await tab.close();
        assert.equal(await page.evaluate(() => window.routed), undefined);
        await page.locator("kindex-search input").press("Enter");
        await page.waitForFunction(() => window.routed);
        assert.equal(await page.evaluate(() => new URL(window.routed).pathname), "/sub/bends.html");
        assert.equal(await page.evaluate(() => new URL(window.routed).hash), "#sheet-bend");
      });
    } finally {
      await server.close();
    }
  });

  test("says in the answer why there is no index", async () => {
    const server = await served(VITES["Vite 8"], "none", { docs: "nowhere" });
    try {
      const response = await fetch(new URL("search-index/index.kdx", server.address));
      assert.equal(response.status, 500);
      assert.match(await response.text(), /cannot read .*nowhere: no such file/);
    } finally {
      await server.close();
    }
  });

  test("fails by name for options that it has not, and for a base that leads nowhere", async () => {
    assert.throws(() => kindex({ doc: "docs" }), { code: "invalid_option", message: /"?doc"?.*docs/ });
    assert.throws(() => kindex({ docs: 1 }), { message: "docs: 1 given; accepted is a string or an array of strings" });
    for (const file of ["/site.kdx", "../site.kdx", "site.bin"]) assert.throws(() => kindex({ file }), { message: /^file: / });
    const { build } = VITES["Vite 8"];
    await assert.rejects(build(options(kindex(), { base: "./" })), /base: "\.\/" given.*set Vite's base/);
  });

  test("fails where a build has no page", async () => {
    const input = join(folder, "src/main.js");
    const outDir = join(folder, "out-none");
    await assert.rejects(VITES["Vite 8"].build(options(kindex(), { build: { outDir, rollupOptions: { input } } })), /no documents in/);
    assert.ok(!(await readdir(outDir)).includes("search-index"));
  });

  test("leaves a build for a server alone", async () => {
    const outDir = join(folder, "out-server");
    await VITES["Vite 8"].build(options(kindex(), { build: { outDir, ssr: join(folder, "src/main.js") } }));
    const files = await readdir(outDir);
    assert.deepEqual(files.filter((file) => file.endsWith(".kdx")), []);
    assert.doesNotMatch(await readFile(join(outDir, "main.js"), "utf8"), /customElements/);
  });
});
