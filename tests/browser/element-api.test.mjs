// The search field in the hands of a page: methods, events, an index of its own, hits shown otherwise.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { SITE, withField } from "./field.mjs";
import { ROOT } from "./support.mjs";

describe("the search field and its page", () => {
  const the = withField();
  const { visit, type, input, options, part } = the;
  const field = (act, ...args) => the.tab.evaluate(([act, args]) => new Function("field", "args", `return ${act}`)(document.querySelector("kindex-search"), args), [act, args]);

  /** Gathers the events from now on. */
  const listen = () =>
    the.tab.evaluate(() => {
      window.heard = [];
      for (const name of ["open", "search", "select", "close", "error"]) {
        addEventListener(`kindex-${name}`, (event) => {
          if (name === "select") event.preventDefault();
          const { query, total, milliseconds, found, didYouMean } = event.detail ?? {};
          window.heard.push({ name, query, total, milliseconds, found, didYouMean });
        });
      }
    });
  const heard = () => the.tab.evaluate(() => window.heard);
  const names = async () => (await heard()).map(({ name }) => name);

  test("loads nothing of the engine or an index before somebody means to search", async () => {
    const paths = [];
    the.tab.on("request", (request) => paths.push(new URL(request.url()).pathname));
    await visit(`${SITE} modal`);
    await the.tab.evaluate(() => new Promise(requestIdleCallback));
    await the.drawn();
    assert.deepEqual(paths.filter((path) => path !== "/"), ["/kindex/define.min.js"]);
    await part("button").hover();
    await the.tab.waitForResponse(/site\.kdx/);
    assert.ok(paths.includes("/kindex/panel.min.js") && paths.includes("/kindex/index.min.js"), String(paths));
    assert.deepEqual(the.complaints, []);
  });

  test("loses no key while it loads", async () => {
    let load;
    const loading = new Promise((resolve) => (load = resolve));
    the.slow = (path) => (path.includes("panel") ? loading : undefined);
    await visit(`${SITE} modal`);
    await the.catchChoice();
    await the.tab.keyboard.press("Control+k");
    await the.tab.keyboard.type("them");
    await the.tab.keyboard.press("Enter");
    await the.tab.keyboard.type("e");
    await the.tab.keyboard.press("Enter");
    load();
    const { query } = await the.chosen();
    assert.equal(query, "theme");
    assert.equal((await the.tab.evaluate(() => window.choices)).length, 1);
  });

  test("asks again for a file that did not come", async () => {
    await the.tab.route(/panel\.min\.js/, (route) => route.abort(), { times: 1 });
    await visit(`${SITE} modal`);
    await part("button").click();
    await the.type("theme");
  });

  for (const attributes of ["", " modal", ' mode="page"']) {
    test(`says that it lacks files, and tries again:${attributes}`, async () => {
      await the.tab.route(/panel\.min\.js/, (route) => route.abort());
      await visit(SITE + attributes);
      await listen();
      if (attributes.includes("modal")) await part("button").click();
      else await input().focus();
      await the.tab.waitForFunction(() => window.heard.some(({ name }) => name === "error"));
      assert.match(String(the.complaints), /<kindex-search> cannot load its other files: .*panel\.min\.js/);
      assert.equal(await part("error").count(), 0, "nobody has searched yet");
      await input().fill("theme");
      await part("error").getByText("Search is not available").waitFor();
      await the.tab.unroute(/panel\.min\.js/);
      await part("retry").click();
      await the.tab.locator("kindex-search [part~=list] a").first().waitFor();
      assert.equal(await part("error").isVisible(), false);
    });
  }

  test("has both shortcuts unless told otherwise, and the same key closes", async () => {
    await visit(`${SITE} modal`);
    const isOpen = () => part("dialog").isVisible();
    assert.equal(await part("button").getAttribute("aria-keyshortcuts"), "Control+K Meta+K /");
    assert.match(await part("shortcut").innerText(), /^(Ctrl K|⌘K)$/);
    await the.tab.keyboard.press("/");
    assert.equal(await isOpen(), true);
    await the.tab.keyboard.press("Control+k");
    assert.equal(await isOpen(), false);
    await the.tab.keyboard.press("Meta+k");
    assert.equal(await isOpen(), true);
    await the.tab.keyboard.type("a/b");
    assert.equal(await input().inputValue(), "a/b", "within the field it is a letter");
    await the.tab.keyboard.press("Escape");
    await field('field.shortcut = ""');
    for (const keys of ["/", "Control+k"]) await the.tab.keyboard.press(keys);
    assert.equal(await isOpen(), false);
    assert.equal(await part("shortcut").count(), 0);
  });

  test("is opened, searched and closed by methods", async () => {
    await visit(`${SITE} modal`);
    await field("field.open()");
    assert.equal(await part("dialog").isVisible(), true);
    await field("field.close()");
    assert.equal(await part("dialog").isVisible(), false);
    await field('field.search("theme")');
    await options().first().waitFor();
    assert.equal(await field("field.value"), "theme");
    await field('field.value = "configuration"');
    await the.tab.locator("kindex-search a[href*=config]").first().waitFor();
    assert.equal(await field("field.value"), "configuration");
    await field("field.close()");
    await field('field.value = "theme"');
    assert.equal(await part("dialog").isVisible(), false, "a value opens nothing");
    await field("field.show()");
    await the.tab.locator("kindex-search a[href*=themes]").first().waitFor();
  });

  test("stays closed where it is closed before its panel is there", async () => {
    await visit(`${SITE} modal`);
    // The browser says that it is closed later than it closes, and the panel may come between.
    await the.tab.evaluate(() => {
      const field = document.querySelector("kindex-search");
      field.shadowRoot.addEventListener("close", (event) => event.stopImmediatePropagation(), { capture: true });
      field.open();
      field.close();
    });
    await the.loaded("panel.min.js");
    assert.equal(await part("dialog").isVisible(), false);
  });

  for (const attributes of ["", "modal", 'mode="page"']) {
    test(`searches once for each query of a script ${attributes}`, async () => {
      await visit(attributes);
      await the.tab.evaluate(async () => {
        const { open } = await import("/kindex/index.min.js");
        const index = await open("/indexes/site.kdx");
        window.queries = [];
        document.querySelector("kindex-search").index = {
          search(query, options) {
            window.queries.push(query);
            return index.search(query, options);
          },
        };
      });
      const shown = (name) => the.tab.locator(`kindex-search a[href*=${name}]`).first().waitFor();
      await field('field.search("theme")');
      await shown("themes");
      await field('field.search("configuration")');
      await shown("config");
      await field("field.close()");
      await field('field.search("theme")');
      await shown("themes");
      await field('field.search("theme")');
      await shown("themes");
      assert.deepEqual(await the.tab.evaluate(() => window.queries), ["theme", "configuration", "theme"]);
    });
  }

  test("opens no list below a field for a value", async () => {
    await visit(SITE);
    await type("theme");
    await field('field.value = "configuration"');
    await the.tab.locator("kindex-search a[href*=config]").first().waitFor();
    await field("field.close()");
    await field('field.value = "theme"');
    await the.answered();
    assert.equal(await part("panel").isVisible(), false);
    await input().click();
    await the.tab.locator("kindex-search a[href*=themes]").first().waitFor();
  });

  test("takes a value before it is registered or on the page", async () => {
    await visit(SITE);
    const value = await the.tab.evaluate(() => {
      const other = document.createElement("kindex-search");
      other.value = "early";
      document.body.append(other);
      return [other.value, other.shadowRoot.querySelector("input").value];
    });
    assert.deepEqual(value, ["early", "early"]);
  });

  test("tells what is searched once it stands, and what becomes of it", async () => {
    await visit(`${SITE} modal`);
    await listen();
    await part("button").click();
    await input().pressSequentially("confguration", { delay: 10 });
    await the.tab.waitForFunction(() => window.heard.length > 1);
    const [open, search] = await heard();
    assert.equal(open.name, "open");
    assert.deepEqual([search.name, search.query, search.found, search.didYouMean], ["search", "confguration", true, "configuration"]);
    assert.ok(search.total > 0 && search.milliseconds > 0);
    await input().fill("zzzzqqqq");
    await the.tab.waitForFunction(() => window.heard.length > 2);
    const [, , nothing] = await heard();
    assert.deepEqual([nothing.query, nothing.total, nothing.found], ["zzzzqqqq", 0, false]);
    await the.tab.clock.install();
    await type("theme");
    await the.tab.keyboard.press("Enter");
    await the.tab.waitForFunction(() => window.heard.at(-1).name === "close");
    assert.deepEqual(await names(), ["open", "search", "search", "search", "select", "close"], "before it is selected");
    assert.equal((await heard())[3].query, "theme");
    await the.tab.clock.runFor(5000);
    assert.equal((await heard()).length, 6, "each once");
  });

  test("tells when a list below a field comes and goes", async () => {
    await visit(SITE);
    await listen();
    await type("theme");
    await type("configuration");
    await the.tab.keyboard.press("Escape");
    await input().click();
    await the.tab.keyboard.press("Enter");
    assert.deepEqual((await names()).filter((name) => name !== "search"), ["open", "close", "open", "select", "close"]);
  });

  test("opens one index for two fields, and keeps it while one of them has it", async () => {
    const requests = [];
    the.tab.on("request", (request) => /site\.kdx/.test(request.url()) && requests.push(request.url()));
    await visit(SITE);
    await the.tab.evaluate(() => {
      const other = document.createElement("kindex-search");
      other.src = "/indexes/site.kdx";
      document.body.append(other);
    });
    const [first, second] = [the.tab.locator("kindex-search").first(), the.tab.locator("kindex-search").last()];
    await first.locator("input").fill("theme");
    await first.locator("[role=option]").first().waitFor();
    await second.locator("input").fill("theme");
    await second.locator("[role=option]").first().waitFor();
    assert.equal(requests.length, 1);
    await the.tab.evaluate(() => document.querySelector("kindex-search").remove());
    await the.tab.locator("kindex-search input").fill("configuration");
    await the.tab.locator("kindex-search a[href*=config]").first().waitFor();
    assert.equal(requests.length, 1);
  });

  test("searches an index that the page has opened, and leaves it open", async () => {
    await visit("");
    await the.tab.evaluate(async () => {
      const { open } = await import("/kindex/index.min.js");
      window.index = await open("/indexes/site.kdx");
      document.querySelector("kindex-search").index = window.index;
    });
    await type("theme");
    assert.match(await options().first().getAttribute("href"), /themes/);
    const left = await the.tab.evaluate(() => {
      document.querySelector("kindex-search").remove();
      return window.index.search("theme").hits.length;
    });
    assert.ok(left > 0);
    assert.deepEqual(the.complaints, []);
  });

  test("lets a site count searches, as the guide says", async () => {
    const guide = await readFile(join(ROOT, "docs", "search-box.md"), "utf8");
    const [, script] = /^```js\n(\/\/ public\/count\.js\n.*?)^```$/ms.exec(guide);
    assert.ok(script.trim().split("\n").length <= 20, "in twenty lines");
    const sent = [];
    await the.tab.route("**/searches", (route) => {
      sent.push(JSON.parse(route.request().postData()));
      return route.fulfill({ status: 204 });
    });
    await visit(SITE);
    await the.tab.addScriptTag({ content: script });
    await the.catchChoice();
    await input().fill("zzzzqqqq");
    const counted = (count) => the.tab.waitForFunction((count) => performance.getEntriesByName(new URL("/searches", location.href).href).length >= count, count);
    await counted(1);
    await type("theme");
    await the.tab.keyboard.press("Enter");
    await counted(3);
    assert.deepEqual(sent.map(({ kind, query, found }) => [kind, query, found]), [
      ["search", "zzzzqqqq", false],
      ["search", "theme", true],
      ["select", "theme", undefined],
    ]);
    assert.ok(sent.every(({ page }) => page === "/"));
  });

  test("keeps its dialog open where a framework writes an attribute in another way", async () => {
    await visit(`${SITE} modal="true"`);
    await part("button").click();
    await type("theme");
    await options().first().waitFor();
    await field('field.setAttribute("modal", "")');
    assert.ok(await part("dialog").isVisible());
    assert.equal(await input().inputValue(), "theme");
    await field('field.removeAttribute("modal")');
    await part("dialog").waitFor({ state: "detached" });
  });

  test("shows hits as the page wants them", async () => {
    await visit(SITE);
    await the.tab.evaluate(() => {
      document.querySelector("kindex-search").renderHit = (hit) => (hit.document === "themes.md" ? `<b>${hit.title}</b>` : undefined);
    });
    await type("theme");
    await the.tab.waitForFunction(() => document.querySelector("kindex-search").shadowRoot.querySelector("[role=option]"));
    const own = options().filter({ hasText: "<b>Themes</b>" });
    assert.ok((await own.count()) > 0, "a string is text");
    assert.match(await own.first().getAttribute("href"), /themes/);
    assert.ok((await options().locator("[part=title]").count()) > 0, "others are as they were");
  });

  test("shows what is chosen in another way than what is pointed at", async () => {
    await visit(`${SITE} per-document="1"`, "<style>kindex-search::part(active) { outline: 7px solid rgb(1, 2, 3) }</style>");
    await type("theme");
    await options().nth(1).hover();
    const looks = await options().evaluateAll((all) => all.slice(0, 3).map((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).outlineWidth]));
    const [chosen, hovered, other] = looks;
    assert.equal(new Set([chosen[0], hovered[0], other[0]]).size, 3, String(looks));
    assert.deepEqual([chosen[1], hovered[1] === "7px"], ["7px", false], "::part(active) is the chosen one");
  });
});
