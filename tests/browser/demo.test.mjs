// The demo as a reader uses it: the real page, package, indexes and server in a real browser.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { assertClean, folder, go, openNew, page, seen, type, until } from "./demo-page.mjs";
import { SENTENCE } from "./fixture.mjs";
import { loseNetwork } from "./support.mjs";

describe("demo", () => {
  const hits = () => page.locator("#results > li");
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams);
  /** The number of the hit that has the focus. */
  const focusedHit = () =>
    page.evaluate(() => document.activeElement.closest("li").querySelector("h3").id);
  const focusIs = (id) => until((wanted) => document.activeElement.id === wanted, id);
  const hitsAre = (count) =>
    until((wanted) => document.querySelectorAll("#results li").length === wanted, count);

  test("proposes words to go on with, and what a mistyped one may be", async () => {
    await go("?index=fixture");
    await type("quin");
    await page.locator(".proposal", { hasText: /^quince$/ }).click();
    await focusIs("query");
    assert.equal(await page.locator("#query").inputValue(), "quince");
    await page.locator("#proposals").waitFor({ state: "hidden" });
    await page.locator("#query").fill("quinze");
    await seen(".proposal");
    assert.match(await page.locator("#proposals").textContent(), /^Did you mean quince\?/);
    await page.locator(".proposal").first().click();
    assert.equal(await page.locator("#query").inputValue(), "quince");
    await page.locator("#query").fill("");
    await page.locator("#proposals").waitFor({ state: "hidden" });
    assertClean();
  });

  test("shows results while one types and the section around the passage", async () => {
    await go("?index=fixture");
    await type("quin");
    await seen("#results mark");
    assert.match(await page.locator("#count").textContent(), /^1 match$/);
    await until(() => /^· .*\d ms$/.test(document.getElementById("took").textContent));
    assert.equal(await page.locator(".snippet mark").first().textContent(), "quince");

    await page.locator(".toggle").click();
    const best = page.locator(".section .match.best");
    assert.equal(await page.locator(".section .match.best .label").textContent(), "Matched passage");
    assert.ok((await best.textContent()).includes(SENTENCE));
    assert.ok(!(await best.textContent()).includes("ladders"), "the passage is a part of the section");
    assert.ok((await page.locator(".section").textContent()).includes("ladders"));
    assert.equal(await page.locator(".section mark").textContent(), "quince");

    await page.locator(".toggle").click();
    await page.locator(".section").waitFor({ state: "hidden" });
    assertClean();
  });

  test("shows code and tables as such", async () => {
    await go("?index=fixture&q=shears");
    await page.locator(".toggle").click();
    assert.equal(await page.locator(".section pre").textContent(), "prune --quickly");
    assert.deepEqual(await page.locator(".section th").allTextContents(), ["Tool", "For"]);
    assert.equal(await page.locator(".section td mark").textContent(), "Shears");
  });

  test("shows code in the lines of a snippet as such", async () => {
    await go("?index=fixture&q=shears");
    await page.locator(".snippet").first().waitFor();
    assert.deepEqual(await page.locator(".snippet code").allTextContents(), ["Hedges"]);
    assert.doesNotMatch(await page.locator(".snippet").first().textContent(), /`/);
  });

  test("leads to the heading, and back to the results", async () => {
    await go("?index=fixture");
    await type("quince");
    await page.locator("a.title").click();
    await page.waitForURL(/garden\.html/);
    assert.equal(await page.evaluate(() => document.querySelector(":target")?.textContent), "Trees");

    await page.goBack();
    await seen("#results mark");
    assert.equal(await page.locator("#query").inputValue(), "quince");
    assertClean();
  });

  test("leaves addresses that lead to a place of their own", async () => {
    await go("?index=fixture");
    const addresses = await page.evaluate(async () => {
      const { address } = await import("./kindex/element/option.js");
      return [["page.html", "ü"], ["page.html", ""], ["/app#!/page", "trees"], ["javascript:0", "a"]].map(([url, anchor]) => address({ url, anchor }));
    });
    const wanted = ["page.html#%C3%BC", "page.html", "/app#!/page"].map((one) => new URL(one, page.url()).href);
    assert.deepEqual(addresses, [...wanted, ""]);
  });

  test("searches each index that make demo built, and its links lead to headings", async () => {
    const made = JSON.parse(await readFile(join(folder, "indexes", "manifest.json"), "utf8"));
    const real = made.filter(({ title }) => !title.startsWith("Test "));
    assert.ok(real.length > 0);
    await page.route("https://doc.rust-lang.org/**", answerByToolchain);
    for (const { name } of real) {
      await go(`?index=${encodeURIComponent(name)}&q=kindex%20index`);
      await seen("#results mark");
      await page.locator(".toggle").first().click();
      await seen(".section .match.best");
      const link = page.locator("a.title[href*='#']").first();
      const heading = decodeURIComponent((await link.getAttribute("href")).split("#")[1]);
      await link.click();
      await until((id) => document.readyState === "complete" && document.getElementById(id), heading);
    }
  });

  test("works by keyboard alone", async () => {
    await go("?index=many");
    await seen("#hint");
    await page.locator("#theme").focus();
    await page.keyboard.press("/");
    await focusIs("query");
    await type("heron");
    await seen("#results li");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focusedHit(), "hit-1");
    await page.keyboard.press("ArrowRight");
    await seen("#section-1");
    await page.keyboard.press("ArrowLeft");
    await page.locator("#section-1").waitFor({ state: "hidden" });
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await focusIs("query");
    await page.keyboard.press("Escape");
    await hits().first().waitFor({ state: "detached" });
    assert.equal(await page.locator("#query").inputValue(), "");
    await focusIs("query");

    await page.selectOption("#index", "fixture");
    await page.locator("#query").focus();
    await type("quince");
    await seen("#results a");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/garden\.html#/);
    assertClean();
  });

  test("keeps index and query in the address, a step for each search", async () => {
    await go();
    await until(() => !document.getElementById("index").disabled);
    await page.selectOption("#index", "many");
    await type("heron");
    await page.keyboard.press("Enter");
    assert.deepEqual(asked(), { index: "many", q: "heron" });
    await page.selectOption("#index", "fixture");
    await page.locator("#query").fill("quince");
    await seen("#results mark");
    assert.deepEqual(asked(), { index: "fixture", q: "quince" });

    await page.goBack();
    await page.goBack();
    await hitsAre(10);
    assert.equal(await page.locator("#query").inputValue(), "heron");
    assert.equal(await page.locator("#index").inputValue(), "many");
    await page.goForward();
    await until(() => document.getElementById("index").value === "fixture");
    assertClean();
  });

  test("remembers the index", async () => {
    await go();
    await until(() => !document.getElementById("index").disabled);
    await page.selectOption("#index", "many");
    const isShown = () => /^25 documents · \d+ KB$/.test(document.getElementById("about").textContent);
    await until(isShown);
    await go();
    await until(isShown);
    assert.equal(await page.locator("#index").inputValue(), "many");
  });

  test("shows more on demand, and says when nothing matches", async () => {
    await go("?index=many&q=heron");
    await seen("#results li");
    assert.equal(await hits().count(), 10);
    assert.equal(await page.locator("#count").textContent(), "25 matches, the best 10 shown");
    await page.locator(".toggle").first().click();
    await page.locator("#more").click();
    await hitsAre(20);
    assert.equal(await page.locator(".section").first().isVisible(), true, "what is open stays open");
    assert.equal(await focusedHit(), "hit-10");
    await page.locator("#more").click();
    await hitsAre(25);
    assert.equal(await page.locator("#more").isHidden(), true);

    await page.locator("#query").fill("zzzzqqqq xxyyxx");
    await seen("#hint");
    assert.equal(await page.locator("#count").textContent(), "No matches");
    assertClean();
  });

  test("says which phrases were not looked for everywhere", async () => {
    const phrases = ["a quince", "quince wants", "wants sun", "sun and", "a wall"].map((phrase) => `"${phrase}"`);
    await go("?index=fixture");
    await type(phrases.slice(0, 4).join(" "));
    await hitsAre(1);
    assert.equal(await page.locator("#hint").isHidden(), true);
    await page.locator("#query").fill(phrases.join(" "));
    await seen("#hint");
    assert.equal(await page.locator("#hint").textContent(), 'Not looked for everywhere: "a wall".');
    await page.locator("#query").fill("quince");
    await page.locator("#hint").waitFor({ state: "hidden" });
    assertClean();
  });

  test("is dark or light as the system is, until the reader chooses", async () => {
    const brightness = () =>
      page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.documentElement).backgroundColor)[0]));
    await go();
    assert.ok((await brightness()) > 200);
    await openNew({ colorScheme: "dark" });
    await go();
    assert.ok((await brightness()) < 60);
    await page.locator("#theme").click();
    assert.ok((await brightness()) > 200);
    await page.reload();
    assert.ok((await brightness()) > 200);
    assertClean();
  });

  test("says in a sentence that an index is damaged, and goes on with another", async () => {
    for (const [name, sentence] of [
      ["cut", /^The index “Test cut” can't be opened: the index is cut off.*\.$/],
      ["altered", /^The index “Test altered” can't be (opened|searched): the index is damaged.*\.$/],
    ]) {
      await go(`?index=${name}&q=quince`);
      await seen("#problem");
      assert.match(await page.locator("#problem").textContent(), sentence);
    }
    assert.equal(await hits().count(), 0);
    await page.selectOption("#index", "fixture");
    await seen("#results mark");
    assert.equal(await page.locator("#problem").isHidden(), true);
    assertClean();
  });

  test("says in a sentence what is missing", async () => {
    for (const [pattern, sentence] of [
      ["**/manifest.json", /^The list of indexes .* can't be read: .*\.$/],
      ["**/*.wasm", /^The index .* can't be opened: .*\.$/],
      ["**/kindex/explore.min.js", /^The search engine .* can't be loaded: .*\.$/],
      ["**/many.kdx", /^The index .* can't be opened: .*\.$/],
    ]) {
      await openNew();
      await page.route(pattern, (route) => route.fulfill({ status: 404 }));
      await go("?index=many&q=heron");
      await seen("#problem");
      assert.match(await page.locator("#problem").textContent(), sentence);
    }
  });

  for (const [name, pattern] of Object.entries({
    "the list": "**/manifest.json",
    "the WebAssembly": "**/*.wasm",
    "the engine": "**/kindex/explore.min.js*",
    "the index": "**/many.kdx",
  })) {
    test(`tries again what failed: ${name}`, async () => {
      await page.route(pattern, (route) => route.fulfill({ status: 503 }));
      await go("?index=many&q=heron");
      await seen("#problem");
      await page.getByRole("button", { name: "Try again" }).click();
      await seen("#problem");
      await page.unroute(pattern);
      await page.getByRole("button", { name: "Try again" }).click();
      await seen("#results > li");
      assert.equal(await page.locator("#problem").isHidden(), true);
      assert.equal(await page.locator("#again").isHidden(), true);
      assert.equal(await page.evaluate(() => document.activeElement.id), "query");
    });

    test(`tries again by itself when the network returns: ${name}`, async () => {
      await page.route(pattern, (route) => route.abort());
      await go("?index=many&q=heron");
      await seen("#problem");
      await page.unroute(pattern);
      await loseNetwork(page, hits().first());
      assert.equal(await page.locator("#problem").isHidden(), true);
    });
  }

  test("keeps to its own policy: no script but its files, nothing from elsewhere", async () => {
    const violated = () => page.evaluate(() => window.violated);
    await page.addInitScript(() => {
      window.violated = [];
      addEventListener("securitypolicyviolation", (event) => window.violated.push(event.effectiveDirective));
    });
    await go("?index=fixture&q=quince");
    await page.locator(".toggle").click();
    await page.locator(".show-outline").click();
    await page.locator("#theme").click();
    await seen(".section mark");
    await seen(".outline mark");
    assert.deepEqual(await violated(), []);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'harmed'";
      document.body.append(script);
      return fetch("https://example.org/").catch(() => {});
    });
    assert.deepEqual(await violated(), ["script-src-elem", "connect-src"]);
  });

  test("shows HTML in an index as text, and links to web pages only", async () => {
    await go("?index=harm&q=wolverine");
    await hitsAre(2);
    for (const button of await page.locator(".toggle, .show-outline").all()) await button.click();
    for (const button of await page.locator(".chunk").all()) await button.click();
    const shown = await page.locator("#results").textContent();
    for (const text of ["<img src=x onerror=", "<script>document.title", "<b>bold</b>", "<img src=y onerror=alert(1)>"]) {
      assert.ok(shown.includes(text), `${text} is not shown`);
    }
    assert.equal(await page.locator("#results :is(a, img, script, b)").count(), 0);
    assert.equal(await page.title(), "wolverine · Kindex");
    assertClean();
  });

  test("fits a narrow screen", async () => {
    await openNew({ viewport: { width: 320, height: 640 } });
    await go("?index=fixture&q=quince%20shears");
    await seen(".toggle");
    for (const button of await page.locator(".toggle, .show-outline").all()) await button.click();
    for (const button of await page.locator(".chunk").all()) await button.click();
    await seen(".section");
    await seen(".text mark");
    assert.ok(await page.locator(".outline").evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth)));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assertClean();
  });

  test("indexes the reader's own notes in the page", async () => {
    await go("?index=fixture");
    await seen("#hint");
    await page.locator("#files").setInputFiles([
      { name: "trip.md", mimeType: "text/markdown", buffer: Buffer.from("# Trip\n\n## Packing\n\nTake the **capybara** map.\n") },
      { name: "todo.txt", mimeType: "text/plain", buffer: Buffer.from("Feed the capybara at noon.\n") },
    ]);
    await until(() => document.getElementById("index").value === "own");
    await type("capyb");
    await hitsAre(2);
    assert.equal(await page.locator("#results a").count(), 0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await seen(".section .match.best mark");
    await page.locator(".show-outline").first().click();
    await seen(".outline .strong mark");
    assertClean();
  });
});

/** Answers for the site of the standard library's documentation, with what the toolchain has of it. */
async function answerByToolchain(route) {
  const { stdout } = await promisify(execFile)("rustc", ["--print", "sysroot"]);
  const [, path] = /^\/[^/]+\/(.*)$/.exec(new URL(route.request().url()).pathname);
  const page = path.replace(/\/$/, "/index.html");
  return route.fulfill({ path: join(stdout.trim(), "share/doc/rust/html", page) });
}
