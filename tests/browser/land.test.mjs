// Results lead to their sentence: by the address, or by the script where a browser knows no such addresses.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ENGINES, start } from "./engines.mjs";
import { ROOT, launch, openPage, serveFiles } from "./support.mjs";

const filler = "<p>Sentences about gardens fill this place, so that there is something to scroll.</p>".repeat(60);

/**
 * The page of a hit: the passage is in pieces, is said in part before, and lies in what is folded. It
 * is ready once the script has looked for that.
 */
const GARDEN = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden</title><link rel="icon" href="data:,">
  <style>p { line-height: 30px }</style></head><body><h1>Garden</h1><p>The quince tree wantsmore.</p>${filler}
  <h2 id="trees">Trees</h2>${filler}
  <details><summary>More</summary><p id="here">Plant it well. The <code>quince</code> tree
    wants <b>sun</b> and a wall. Then wait.</p></details>${filler}
  <script type="module">import "/kindex/land.min.js"; window.isImported = true; addEventListener("load", () => setTimeout(() => (window.ready = true)));</script></body></html>`;

/** The same, which waits for a picture. */
const PAGES = { "/garden": GARDEN, "/slow": GARDEN.replace("<h2", '<img src="/slow.png" alt=""><h2') };

const PASSAGE = ["The quince tree wants", "a wall"];

/** Tasks run in pages. */
const linkTo = async (passage) => {
  const { findsPassages, withPassage } = await import("/kindex/element/passage.js");
  const { lead } = await import("/kindex/land.js");
  const plain = new URL("/garden#trees", location.href).href;
  const link = document.createElement("a");
  link.textContent = "Garden";
  link.id = "link";
  link.href = findsPassages() ? withPassage(plain, passage) : plain;
  if (!findsPassages()) link.addEventListener("click", () => lead(plain, passage));
  document.body.append(link);
  return findsPassages();
};

/** What the script has marked, and where the passage stands in the window, once it is there. */
const landed = () => {
  if (!window.ready) return undefined;
  const passage = document.getElementById("here").getBoundingClientRect();
  const isSeen = passage.height > 0 && passage.top >= 0 && passage.bottom <= innerHeight;
  const [range] = window.CSS.highlights?.get("kindex-passage") ?? [];
  return isSeen && { marked: range?.toString().replace(/\s+/g, " ") ?? "", hash: location.hash };
};

describe("a result leads to its sentence", () => {
  let server, slow;

  before(async () => {
    server = await serveFiles(
      { kindex: join(ROOT, "dist", "npm") },
      { page: (path) => PAGES[path] ?? '<!doctype html><title>Start</title><link rel="icon" href="data:,">', before: (path) => path === "/slow.png" && slow },
    );
  });

  after(() => server?.close());

  /** Opens a page as a browser without text fragments does, to which a result has led. */
  async function led(path, act) {
    const browser = await launch();
    const { page, complaints } = await openPage(browser);
    await page.addInitScript(() => delete Document.prototype.fragmentDirective);
    await page.goto(server.address);
    await page.evaluate(async ([path, passage]) => {
      const { lead } = await import("/kindex/land.js");
      lead(new URL(path, location.href).href, passage);
    }, [path, PASSAGE]);
    await act(page);
    assert.deepEqual(complaints, []);
    await browser.close();
  }

  const marks = (page) => page.evaluate(() => CSS.highlights.size);
  const settled = (page) => page.waitForFunction(() => window.ready).then(() => new Promise((resolve) => setTimeout(resolve, 300)));

  for (const moves of [true, false]) {
    test(`${moves ? "but not where the reader moves on" : "also"} while the page loads`, async () => {
      let answer;
      slow = new Promise((resolve) => (answer = resolve));
      await led("/slow#trees", async (page) => {
        await page.goto(`${server.address}slow#trees`, { waitUntil: "commit" });
        await page.waitForFunction(() => window.isImported);
        if (moves) await page.mouse.wheel(0, 10);
        if (moves) await page.waitForTimeout(100);
        answer(false);
        await settled(page);
        assert.equal(await marks(page), moves ? 0 : 1);
      });
    });
  }

  for (const words of ["100%", "The%20quince%20tree%20wants,sun,-moon"]) {
    test(`addresses by others are left to the browser: ${words}`, async () => {
      const browser = await launch();
      const { page, complaints } = await openPage(browser);
      await page.goto(`${server.address}garden#:~:text=${words}`);
      await settled(page);
      assert.equal(await marks(page), 0);
      assert.deepEqual(complaints, []);
      await browser.close();
    });
  }

  function check({ marked, hash }, isNative) {
    assert.equal(marked, isNative ? "" : "The quince tree wants sun and a wall");
    assert.equal(hash, "#trees");
  }

  for (const isNative of [true, false]) {
    test(`in Chromium ${isNative ? "" : "as if it knew no text fragments"}`, async () => {
      const browser = await launch();
      const { page, complaints } = await openPage(browser);
      if (!isNative) await page.addInitScript(() => delete Document.prototype.fragmentDirective);
      await page.goto(server.address);
      assert.equal(await page.evaluate(linkTo, PASSAGE), isNative);
      await page.click("#link");
      const found = await page.waitForFunction(landed);
      check(await found.jsonValue(), isNative);
      if (!isNative) {
        await page.reload();
        await page.waitForFunction(() => window.ready);
        assert.equal(await page.evaluate(() => CSS.highlights.size), 0, "it serves once");
      }
      assert.deepEqual(complaints, []);
      await browser.close();
    });
  }

  for (const [engine, { missing }] of Object.entries(ENGINES)) {
    test(`in ${engine}`, { skip: missing }, async () => {
      const page = await start(engine);
      try {
        await page.goto(server.address);
        const isNative = await page.evaluate(linkTo, PASSAGE);
        await page.click("#link");
        await page.until(() => location.pathname === "/garden" && document.readyState === "complete");
        check(await page.until(landed), isNative);
      } finally {
        await page.close();
      }
    });
  }

  /** Visits pages in turn, after leaving a passage for the one at an address; says at which it was marked. */
  async function marksOf(url, paths) {
    const browser = await launch();
    const { page } = await openPage(browser);
    await page.addInitScript(() => delete Document.prototype.fragmentDirective);
    await page.goto(server.address);
    await page.evaluate(async ([url, passage]) => {
      const { lead } = await import("/kindex/land.js");
      lead(new URL(url, location.href).href, passage);
    }, [url, PASSAGE]);
    const marked = [];
    for (const path of paths) {
      await page.goto(new URL(path, server.address).href);
      await page.waitForFunction(() => window.ready);
      if (await page.evaluate(() => CSS.highlights.size > 0)) marked.push(path);
    }
    await browser.close();
    return marked;
  }

  test("on the page that the query of its address names", async () => {
    const all = ["garden?page=1", "garden", "garden?page=2&lang=en", "garden?page=2"];
    assert.deepEqual(await marksOf("garden?page=2#trees", all), ["garden?page=2"]);
  });

  test("on the page that the server has by a shorter address", async () => {
    assert.deepEqual(await marksOf("garden.html?page=2", ["garden?page=1", "garden?page=2#trees"]), ["garden?page=2#trees"]);
    assert.deepEqual(await marksOf("garden/index.html", ["garden?page=1", "garden"]), ["garden"]);
  });

  /** Lands on the passage, then lets a script go to the heading; says whether the passage is in the window again. */
  async function returns(act) {
    const browser = await launch();
    const { page } = await openPage(browser);
    await page.addInitScript(() => delete Document.prototype.fragmentDirective);
    await page.goto(server.address);
    await page.evaluate(linkTo, PASSAGE);
    await page.click("#link");
    await page.waitForFunction(landed);
    await act(page);
    await page.evaluate(() => {
      const scrolled = new Promise((resolve) => addEventListener("scroll", resolve, { once: true }));
      document.getElementById("trees").scrollIntoView();
      return scrolled;
    });
    const found = await page.evaluate(landed);
    await browser.close();
    return Boolean(found);
  }

  test("and stays there where the page's own script goes to the heading, but not against the reader", async () => {
    assert.ok(await returns(() => undefined));
    assert.ok(!(await returns((page) => page.keyboard.press("Shift"))));
  });

  test("and to the heading where the passage is not there", async () => {
    const browser = await launch();
    const { page } = await openPage(browser);
    await page.addInitScript(() => delete Document.prototype.fragmentDirective);
    await page.goto(server.address);
    await page.evaluate(linkTo, ["The quince tree wants", "no such words"]);
    await page.click("#link");
    await page.waitForFunction(() => window.ready && Math.abs(document.getElementById("trees").getBoundingClientRect().top) < 5);
    assert.equal(await page.evaluate(() => CSS.highlights.size), 0);
    await browser.close();
  });
});
