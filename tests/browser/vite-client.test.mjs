// The part of `virtual:kindex` that runs in pages, without Vite: routers that take their time, and fields that
// search another index.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { built } from "../js/support.mjs";
import { ROOT, launch, openPage, serveFiles } from "./support.mjs";

const HTML = `<!doctype html><html lang="en"><title>Start</title><link rel="icon" href="data:,">
  <main>Start</main><div id="light"></div><div id="host"></div></html>`;

const SENTENCE = "A quince wants sun and a wall behind it.";

const GARDEN = {
  id: "garden",
  url: "/garden",
  title: "Garden",
  text: `# Garden\n\nA page of some length.\n\n## Trees\n\n${SENTENCE}\n\n## Tools\n\nShears.\n`,
};

const HERON = { id: "heron", url: "/heron", title: "Heron", text: "A heron stands in the water.\n" };

/** Tasks run in pages. */
const place = async ({ src, isClosed }) => {
  const { register } = await import("/kindex/plugins/client.js");
  register(src);
  const field = document.createElement("kindex-search");
  const within = isClosed === undefined ? document.getElementById("light") : (window.root ??= document.getElementById("host").attachShadow({ mode: isClosed ? "closed" : "open" }));
  within.append(field);
  return field.src;
};

/** Gives results to a router which changes the address after a time, the page after another, and then says so. */
const routeIn = async ([first, then, content, end = 0]) => {
  const { routed } = await import("/kindex/plugins/client.js");
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  document.querySelector("kindex-search").addEventListener("click", routed(async (href) => {
    await pause(first);
    history.pushState({}, "", href);
    await pause(then);
    document.querySelector("main").innerHTML = content;
    await pause(end);
    window.arrivals = (window.arrivals ?? 0) + 1;
  }));
};

const marked = () => [...(CSS.highlights.get("kindex-passage") ?? [])].map(String).join();

describe("the part of virtual:kindex that runs in pages", () => {
  let browser, folder, server;

  const index = (...documents) => built(documents).then((bytes) => writeFile(join(folder, "site.kdx"), bytes));

  before(async () => {
    browser = await launch();
    folder = await mkdtemp(join(tmpdir(), "kindex-client-"));
    const headers = (path) => (path.startsWith("/indexes/") ? { "cache-control": "no-store" } : {});
    server = await serveFiles({ kindex: join(ROOT, "dist", "npm"), indexes: folder }, { page: HTML, headers });
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens a page, does something with it, and looks that nothing was wrong. */
  async function visiting(act, { knowsFragments = true } = {}) {
    const { page, complaints, close } = await openPage(browser);
    try {
      if (!knowsFragments) await page.addInitScript(() => delete Document.prototype.fragmentDirective);
      await page.goto(server.address);
      await act(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  }

  const SRC = "/indexes/site.kdx";

  /** What looks for passages is there, and has looked: it waits for the browser first, by a clock that was installed. */
  async function landed(page) {
    await page.evaluate(() => import("/kindex/land.js").then(() => {}));
    await page.clock.runFor(1000);
  }

  const option = (page) => page.locator("kindex-search [part~=option]").first();

  async function choose(page, query) {
    await page.locator("kindex-search input").fill(query);
    await option(page).waitFor();
    await option(page).click();
  }

  for (const knowsFragments of [true, false]) {
    const which = knowsFragments ? "knows text fragments" : "knows none";
    for (const [what, first, then] of [["at once", 0, 0], ["with a late address", 300, 0], ["with a late page", 0, 300]]) {
      test(`marks the sentence where a router goes ${what}, in a browser that ${which}`, async () => {
        await index(GARDEN);
        await visiting(async (page) => {
          assert.equal(await page.evaluate(place, { src: SRC }), SRC);
          await page.evaluate(routeIn, [first, then, `<h1>Garden</h1><h2 id="trees">Trees</h2><p>${SENTENCE}</p>`]);
          await choose(page, "quince sun");
          await page.waitForFunction(() => CSS.highlights.has("kindex-passage"));
          assert.equal(await page.evaluate(marked), SENTENCE.slice(0, -1));
          assert.equal(await page.evaluate(() => location.pathname), "/garden");
        }, { knowsFragments });
      });
    }
  }

  test("marks nothing for a result without a sentence, and leaves nothing", async () => {
    await index(GARDEN, { ...HERON, text: "" });
    await visiting(async (page) => {
      await page.clock.install();
      await page.evaluate(place, { src: SRC });
      await page.evaluate(routeIn, [0, 200, `<h1>Both</h1><p>${SENTENCE}</p>`]);
      await choose(page, "heron");
      await page.waitForFunction(() => window.arrivals === 1);
      await landed(page);
      assert.equal(await page.evaluate(marked), "");
      assert.equal(await page.evaluate(() => sessionStorage.getItem("kindex-passage")), null);
    }, { knowsFragments: false });
  });

  test("leaves nothing for later once the sentence is marked", async () => {
    await index(GARDEN);
    await visiting(async (page) => {
      await page.clock.install();
      await page.evaluate(place, { src: SRC });
      await page.evaluate(routeIn, [0, 0, `<h1>Garden</h1><p>${SENTENCE}</p>`, 150]);
      await choose(page, "quince sun");
      await page.waitForFunction(() => CSS.highlights.has("kindex-passage") && window.arrivals === 1);
      await landed(page);
      assert.equal(await page.evaluate(() => sessionStorage.getItem("kindex-passage")), null);
    }, { knowsFragments: false });
  });

  for (const [where, isClosed] of [["the page", undefined], ["a shadow root", false], ["a closed shadow root", true]]) {
    test(`renews a field in ${where}`, async () => {
      await index(GARDEN);
      await visiting(async (page) => {
        await page.evaluate(place, { src: SRC, isClosed });
        // Playwright sees into open roots alone.
        const shown = (selector, text) =>
          page.waitForFunction(([selector, text]) => {
            const field = (window.root ?? document).querySelector("kindex-search");
            return field.shadowRoot.querySelector(selector)?.textContent.includes(text);
          }, [selector, text]);
        await page.evaluate(() => (window.root ?? document).querySelector("kindex-search").search("heron"));
        await shown("[part=status]", "No results");
        await index(GARDEN, HERON);
        await page.evaluate((src) => import("/kindex/plugins/client.js").then(({ renew }) => renew(src)), SRC);
        await shown("[part~=option]", "Heron");
      });
    });
  }

  test("renews a field that another script has registered", async () => {
    await index(GARDEN);
    await visiting(async (page) => {
      await page.evaluate(() => import("/kindex/define.js"));
      await page.evaluate(place, { src: SRC });
      await page.evaluate((src) => (document.querySelector("kindex-search").src = src), SRC);
      await page.locator("kindex-search input").fill("heron");
      await page.locator("kindex-search [part=status]").filter({ hasText: "No results" }).waitFor();
      await index(GARDEN, HERON);
      await page.evaluate((src) => import("/kindex/plugins/client.js").then(({ renew }) => renew(src)), SRC);
      await option(page).waitFor();
    });
  });

  test("renews no field that has been taken away", async () => {
    await index(GARDEN);
    await visiting(async (page) => {
      await page.evaluate(place, { src: SRC });
      const changes = await page.evaluate(async (src) => {
        const { renew } = await import("/kindex/plugins/client.js");
        const field = document.querySelector("kindex-search");
        let changes = 0;
        new MutationObserver((all) => (changes += all.length)).observe(field, { attributes: true });
        renew(src);
        await null;
        const before = changes;
        field.remove();
        renew(src);
        await null;
        return [before > 0, changes - before];
      }, SRC);
      assert.deepEqual(changes, [true, 0]);
    });
  });
});
