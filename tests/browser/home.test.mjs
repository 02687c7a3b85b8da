// The home page as a visitor meets it; demo.test.mjs has the search itself.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { promisify } from "node:util";
import { filesOf } from "../../www/dropped.js";
import { warmTime } from "../../www/timing.js";
import { program } from "../bundlers/support.mjs";
import { ENGINES, start, testIn } from "./engines.mjs";
import { addFixture } from "./fixture.mjs";
import { copyOfDemo, launch, openPage, remove, serve } from "./support.mjs";

/** Pages as MDN has them, as many as make an index of several files. */
const MDN = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => {
    const words = Array.from({ length: 300 }, (_, j) => `w${(i * 37 + j * 11) % 997}`).join(" ");
    const text = `---\ntitle: Property ${i}\nslug: Web/CSS/Property_${i}\n---\n\nProperty ${i} can center a div.\n\n## Examples\n\n${words}\n`;
    return [`mdn-en/web/css/property_${i}/index.md`, text];
  }),
);

describe("home page", () => {
  let data, folder, server, browser;
  let page, complaints, close;

  before(async () => {
    data = await dataOf(MDN);
    folder = await copyOfDemo(data, { ADDRESS: "https://search.example/kindex" });
    await addFixture(folder);
    server = await serve(folder);
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await Promise.all([remove(dirname(folder)), remove(data)]);
  });

  beforeEach(() => openNew());
  afterEach(() => close());

  async function openNew(options) {
    await close?.();
    ({ page, complaints, close } = await openPage(browser, options));
  }

  const go = (query = "") => page.goto(server.address + query);
  const until = (condition, argument) => page.waitForFunction(condition, argument);
  const textIs = (id, pattern) =>
    until(([name, wanted]) => new RegExp(wanted).test(document.getElementById(name).textContent), [id, pattern.source]);
  const assertClean = () => assert.deepEqual(complaints, []);

  test("says what it is before any script runs, and shows no control that does nothing", async () => {
    await openNew({ javaScriptEnabled: false });
    await go();
    const shown = await page.locator("body").innerText();
    for (const words of ["Documentation search without a server", "Pagefind", "make install package", "takes JavaScript"]) {
      assert.ok(shown.includes(words), words);
    }
    for (const control of await page.locator("button, input, select, kindex-search").all()) {
      assert.equal(await control.isVisible(), false, String(control));
    }
  });

  test("has a card with a whole address where it is known", async () => {
    await go();
    const content = (selector, name) => page.locator(selector).getAttribute(name);
    assert.equal(await content("link[rel=canonical]", "href"), "https://search.example/kindex/");
    assert.equal(await content("[property='og:url']", "content"), "https://search.example/kindex/");
    assert.equal(await content("[property='og:image']", "content"), "https://search.example/kindex/card.png");
  });

  test("searches the large index, and says what was transferred", async () => {
    await go("?index=mdn");
    await textIs("count", /^60 matches, the best 10 shown$/);
    await textIs("took", /^· (less than )?[\d.]+ ms$/);
    assert.equal(await page.locator("#query").inputValue(), "center a div");
    await page.locator("#query").fill("");
    await textIs("count", /^Ready: “center a div” takes (less than )?[\d.]+ ms\.$/);
    assert.match(await page.locator("#about").textContent(), /^60 documents · \d+ files · [\d.]+ [KM]B$/);
    assert.match(await page.locator("#moved").textContent(), /^· [\d.]+ KB of [\d.]+ [KM]B transferred, engine included$/);
    assert.match(await page.locator("#credit").textContent(), /Mozilla contributors, CC BY-SA/);
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".kds")).length);
    const files = Number(/(\d+) files/.exec(await page.locator("#about").textContent())[1]);
    assert.ok(loaded > 0 && loaded < files - 1, `${loaded} of ${files}`);
    assertClean();
  });

  test("counts what was transferred, file by file", async () => {
    await go("?index=kindex&q=synonyms");
    await textIs("moved", /transferred/);
    const sum = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => /kindex\/explore|indexes\/kindex\.kdx/.test(name))
        .reduce((all, { encodedBodySize }) => all + encodedBodySize, 0),
    );
    await textIs("moved", new RegExp(`^· ${Math.ceil(sum / 1000)} KB transferred`));
  });

  test("has five queries to click for each index, which all find something", async () => {
    const made = JSON.parse(await readFile(join(folder, "indexes", "manifest.json"), "utf8"));
    for (const { name, queries } of made.filter(({ title, name }) => !title.startsWith("Test ") && name !== "mdn")) {
      await go(`?index=${name}`);
      await page.locator(".sample").first().waitFor();
      assert.deepEqual(await page.locator(".sample").allTextContents(), queries);
      assert.equal(queries.length, 5);
      for (const query of queries) {
        await page.locator(".sample", { hasText: query }).click();
        await until((words) => document.title.startsWith(words) && document.querySelector("#results mark"), query);
      }
    }
    assertClean();
  });

  test("explores an index in several files, whose results lead to its site", async () => {
    await go("?index=mdn&q=center%20a%20div");
    await page.locator("#results mark").first().waitFor();
    assert.match(await page.locator("a.title").first().getAttribute("href"), /^https:\/\/developer\.mozilla\.org\/en-US\/docs\/Web\/CSS\/Property_/);
    await page.locator(".toggle").first().click();
    await page.locator(".section .match.best").first().waitFor();
    await page.locator(".show-outline").first().click();
    await page.locator(".outline .row.strong").first().waitFor();
    assertClean();
  });

  test("explains a score by parts that add up to it", async () => {
    await go("?index=kindex&q=synonyms");
    await page.locator(".show-score").first().click();
    await page.locator(".explained tfoot").first().waitFor();
    const [parts, score] = await page.locator(".explained").first().evaluate((panel) => {
      const points = (selector) => [...panel.querySelectorAll(selector)].map((one) => Number(one.textContent));
      return [points("tbody .points"), points("tfoot .points")[0]];
    });
    const expected = await page.evaluate(async () => {
      const { open } = await import("./kindex/explore.js");
      const index = await open("indexes/kindex.kdx");
      return index.search("synonyms", { limit: 1, prefix: true }).hits[0].score;
    });
    assert.ok(Math.abs(score - expected) < 0.01, `${score}, not ${expected}`);
    const sum = parts.reduce((all, one) => all + one, 0);
    assert.ok(Math.abs(sum - score) <= 0.005 * (parts.length + 1), `${sum}, not ${score}`);
    assert.ok(parts.length > 3);
  });

  test("shows how far an index is on a slow network", async () => {
    const session = await page.context().newCDPSession(page);
    await go("?index=fixture");
    await textIs("about", /document/);
    await session.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: 150_000, uploadThroughput: 150_000 });
    await page.selectOption("#index", "kindex");
    await textIs("loading", /^\s*Loading: [1-9][\d,]* KB of [\d,]+ KB$/);
    assert.equal(await page.locator("#loading").isVisible(), true);
    const bar = await page.locator("#loading progress").evaluate(({ value, max }) => ({ value, max }));
    const made = JSON.parse(await readFile(join(folder, "indexes", "manifest.json"), "utf8"));
    const { bytes } = made.find(({ name }) => name === "kindex");
    assert.equal(bar.max, bytes);
    assert.ok(bar.value > 0 && bar.value <= bytes);
    await page.locator("#loading").waitFor({ state: "hidden" });
    await textIs("count", /^[\d,]+ matches/);
    assertClean();
  });

  test("indexes files that are dropped on the page", async () => {
    await go("?index=fixture");
    await textIs("about", /document/);
    const drop = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(["# Trip\n\nTake the capybara map.\n"], "trip.md"));
      dropped.items.add(new File(["no text"], "picture.png"));
      return dropped;
    });
    await page.dispatchEvent("main", "dragover", { dataTransfer: drop });
    assert.equal(await page.locator("#own.over").count(), 1);
    await page.dispatchEvent("main", "drop", { dataTransfer: drop });
    await until(() => document.getElementById("index").value === "own");
    assert.equal(await page.locator("#own.over").count(), 0);
    assert.match(await page.locator("#own-state").textContent(), /^Indexed 1 file in [\d.]+ s\.$/);
    await page.locator("#query").fill("capybara");
    await page.locator("#results mark").first().waitFor();
    assertClean();
  });

  test("shows sections or passages, as the address says", async () => {
    await go("?index=kindex&q=merge%20indexes");
    const buttons = () => page.locator("#results .toggle").evaluateAll((all) => all.map((one) => one.textContent));
    const marked = () => page.locator("#results mark").first().waitFor();
    await marked();
    assert.match((await buttons())[0], /^Show section/);
    await page.selectOption("#unit", "passages");
    await until(() => document.querySelector("#results .toggle")?.textContent === "Show passage");
    assert.match(page.url(), /[?&]unit=passages/);
    await page.locator(".toggle").first().click();
    assert.equal((await buttons())[0], "Hide passage");
    for (const button of [".show-outline", ".show-score"]) await page.locator(button).first().click();
    await page.locator(".explained table").waitFor();
    await page.locator(".outline .row").first().waitFor();
    await go("?index=kindex&q=merge%20indexes&unit=passages");
    await marked();
    assert.equal((await buttons())[0], "Show passage");
    await page.selectOption("#unit", "sections");
    await until(() => document.querySelector("#results .toggle")?.textContent.startsWith("Show section"));
    assert.doesNotMatch(page.url(), /unit=/);
    assertClean();
  });

  test("copies what its buttons name", async () => {
    await openNew({ permissions: ["clipboard-read", "clipboard-write"] });
    await go();
    await page.locator("[data-copies=install-html]").click();
    await textIs("install-html", /kindex-search/);
    await until(() => document.querySelector("[data-copies=install-html]").textContent === "Copied");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, await page.locator("#install-html").textContent());
    assert.match(copied, /^<script type="module"/);
  });

  test("searches the documentation from the header", async () => {
    await go("?index=fixture");
    await until(() => customElements.get("kindex-search"));
    await page.keyboard.press("Control+k");
    await page.keyboard.type("synonyms");
    await page.locator("kindex-search [part~=option]").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/docs\/kindex\//);
  });

  test("axe finds nothing, in the dark and in the light, whatever is open", async () => {
    const axe = await readFile(program("axe-core/axe.min.js"), "utf8");
    const check = async (state) => {
      await page.addScriptTag({ content: axe });
      const { violations, passes } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [], state);
      assert.ok(passes.length > 20);
    };
    for (const colorScheme of ["light", "dark"]) {
      await openNew({ colorScheme, viewport: { width: 390, height: 800 }, bypassCSP: true });
      await go("?index=kindex");
      await page.locator("#results mark").first().waitFor();
      await check(`${colorScheme}, at first`);
      await go("?index=kindex&q=merge%20indexes");
      await page.locator("#results mark").first().waitFor();
      for (const button of [".toggle", ".show-outline", ".show-score"]) await page.locator(button).first().click();
      await page.locator(".explained table").waitFor();
      await page.locator(".outline .row").first().waitFor();
      await check(`${colorScheme}, open`);
    }
  });

  for (const name of Object.keys(ENGINES)) {
    testIn(name)(`searches several files and explains in ${name}`, async () => {
      const other = await start(name);
      try {
        await other.goto(`${server.address}?index=mdn`);
        const about = await other.until(() => /^· .* ms$/.test(document.getElementById("took").textContent) && document.getElementById("moved").textContent);
        assert.equal(await other.evaluate(() => document.getElementById("query").value), "center a div");
        assert.match(about, /^· [\d.]+ KB of [\d.]+ [KM]B (transferred|from)/);
        await other.evaluate(() => document.querySelector(".sample").click());
        await other.until(() => document.querySelector("#results mark"));
        await other.evaluate(() => document.querySelector(".show-score").click());
        await other.until(() => document.querySelector(".explained tfoot"));
        await other.until(() => customElements.get("kindex-search") !== undefined);
      } finally {
        await other.close();
      }
    });
  }

  test("fits a phone, and its rows do not jump when the index arrives", async () => {
    await openNew({ viewport: { width: 360, height: 740 } });
    await page.addInitScript(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shifted += value))).observe({ type: "layout-shift", buffered: true });
    });
    await go();
    await page.locator("#section-0 .match.best").waitFor();
    await until(() => customElements.get("kindex-search"));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.ok((await page.evaluate(() => window.shifted)) < 0.05, String(await page.evaluate(() => window.shifted)));
    assertClean();
  });
});

test("a warm time leaves out what the first searches take", async () => {
  let searches = 0;
  const search = () => {
    searches += 1;
    const end = performance.now() + (searches <= 2 ? 60 : 0.5);
    while (performance.now() < end);
  };
  const took = await warmTime(search, new AbortController().signal, 3);
  assert.ok(took >= 0.5 && took < 10, String(took));
  const stopped = new AbortController();
  stopped.abort();
  await assert.rejects(warmTime(search, stopped.signal), { name: "AbortError" });
});

test("a folder that is dropped gives its files, without hidden ones and modules", async () => {
  const file = (fullPath) => ({ name: fullPath.split("/").pop(), fullPath, isFile: true, file: (take) => take(fullPath) });
  const directory = (fullPath, children) => ({
    name: fullPath.split("/").pop(),
    fullPath,
    isFile: false,
    // One at a time, as a browser may.
    createReader: () => ({ readEntries: (take) => take(children.splice(0, 1)) }),
  });
  const site = directory("/site", [
    file("/site/b.md"),
    file("/site/.hidden.md"),
    directory("/site/node_modules", [file("/site/node_modules/x.md")]),
    directory("/site/a", [file("/site/a/c.md")]),
  ]);
  const found = await filesOf({ items: [site].map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] });
  assert.deepEqual(found.map(({ path }) => path), ["site/a/c.md", "site/b.md"]);
});

/** A folder of data with an archive of these pages in the place of MDN. */
async function dataOf(pages) {
  const folder = await mkdtemp(join(tmpdir(), "kindex-data-"));
  for (const [path, text] of Object.entries(pages)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await mkdir(join(folder, "docs"));
  // The same bytes each time, so that the index of it is kept once.
  const same = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0"];
  await promisify(execFile)("tar", ["-C", folder, ...same, "-cJf", join(folder, "docs", "mdn-en.tar.xz"), "mdn-en"]);
  return folder;
}
