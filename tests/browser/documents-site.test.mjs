// The site of Kindex: the home page, and the documents as VitePress shows them, searched by Kindex.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { program } from "../bundlers/support.mjs";
import { ROOT, launch, openPage, remove, serve } from "./support.mjs";

const run = promisify(execFile);

const BASE = "/kindex/";

/** The pages of the Rust book, which the home page searches. Their links lead to other books. */
const SAMPLE = "docs/rust-book/";

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const plain = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]);

/** The links and the ids of a page. */
function partsOf(html) {
  const body = html.replace(/<script\b[\s\S]*?<\/script>/g, "");
  const links = [...body.matchAll(/<(?:a|link)\b[^>]*?\shref="([^"]*)"/g)].map(([, href]) => plain(href));
  const ids = new Set([...body.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => plain(id)));
  return { links, ids };
}

describe("the site of the documents", () => {
  let folder, server, browser;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-documents-"));
    const env = { ...process.env, SITE: join(folder, "site"), BASE, DATA: "/dev/null", RUST_DOCS: "/dev/null" };
    await run(process.execPath, [join(ROOT, "site/build.mjs")], { env });
    server = await serve(join(folder, "site"), "--base-path", BASE);
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    server?.close();
    await remove(folder);
  });

  test("every link of a page leads to a file and a heading that are there", async () => {
    const site = join(folder, "site");
    const files = new Set((await readdir(site, { recursive: true })).map((path) => path.replaceAll("\\", "/")));
    const pages = new Map();
    for (const path of [...files].filter((path) => path.endsWith(".html") && !path.startsWith(SAMPLE))) pages.set(path, partsOf(await readFile(join(site, path), "utf8")));
    assert.ok(pages.size > 100, String(pages.size));
    const broken = [...pages].flatMap(([path, { links }]) => links.filter((href) => isBroken(href, path)).map((href) => `${path}: ${href}`));
    assert.deepEqual(broken, []);

    function isBroken(href, path) {
      const url = new URL(href, `http://site${BASE}${path}`);
      if (url.host !== "site") return false;
      if (!url.pathname.startsWith(BASE)) return true;
      const at = decodeURIComponent(url.pathname.slice(BASE.length));
      const found = [at, `${at}.html`, `${at}index.html`, `${at}/index.html`].find((one) => files.has(one) && !(one === at && at === ""));
      const anchor = decodeURIComponent(url.hash.slice(1));
      return found === undefined || (anchor !== "" && pages.has(found) && !pages.get(found).ids.has(anchor));
    }
  });

  /** Opens a page of the site, does something with it, and looks that nothing was wrong. */
  async function visiting(path, options, act) {
    const { page, complaints, close } = await openPage(browser, { reducedMotion: "reduce", ...options });
    try {
      await page.goto(server.address + path);
      await act(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  }

  async function breaches(page) {
    // Not as a script of the page, whose Content-Security-Policy forbids it.
    await page.evaluate(await readFile(program("axe-core/axe.min.js"), "utf8"));
    return page.evaluate(() => window.axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])));
  }

  test("a section is found, and opened without loading a page", () =>
    visiting("docs/", {}, async (page) => {
      await page.evaluate(() => (window.stayed = true));
      await page.keyboard.press("ControlOrMeta+k");
      await page.locator("kindex-search input").fill("which reader reads which index");
      await page.locator("kindex-search [part~=option]").first().waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname === `${BASE}docs/trust` && url.hash.startsWith("#which-reader-reads-which-index"));
      assert.equal(await page.evaluate(() => window.stayed), true);
    }));

  test("the home page leads to the documents, and they to it", () =>
    visiting("", {}, async (page) => {
      await page.locator(`a[href="docs/"]`).first().click();
      await page.waitForURL((url) => url.pathname === `${BASE}docs/`);
      await page.locator(".VPNavBarTitle a").click();
      await page.waitForURL((url) => url.pathname === BASE);
    }));

  for (const colorScheme of ["light", "dark"]) {
    for (const [name, path] of [["the home page", ""], ["the list of guides", "docs/"], ["a document", "docs/search-box"]]) {
      test(`${name} is accessible to all, ${colorScheme}`, () =>
        visiting(path, { colorScheme }, async (page) => {
          await page.locator("h1").first().waitFor();
          assert.deepEqual(await breaches(page), []);
        }));
    }

    test(`the dialog is accessible to all, ${colorScheme}`, () =>
      visiting("docs/search-box", { colorScheme }, async (page) => {
        await page.keyboard.press("ControlOrMeta+k");
        await page.locator("kindex-search input").fill("filters");
        await page.locator("kindex-search [part~=option]").first().waitFor();
        assert.deepEqual(await breaches(page), []);
      }));
  }
});
