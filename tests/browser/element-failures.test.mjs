// The search field without an index: what people see, what the console says, when it asks again.
import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { withField } from "./field.mjs";
import { loseNetwork } from "./support.mjs";

/** Sources that cannot be opened, and what is said of them. */
const WRONG = {
  "a file that is missing": ["/indexes/none.kdx", /indexes\/none\.kdx: the server answered 404\. Publish the index there, or correct src\.$/],
  "a folder without its slash": ["/indexes/sharded", /indexes\/sharded: the server answered 404\..* A folder's address ends in \/\.$/],
  "a folder that is missing": ["/indexes/none/", /indexes\/none\/index\.kdx: the server answered 404\..* correct src\.$/],
  "a page in the place of a file": ["/elsewhere.kdx", /the index http:\S+\/elsewhere\.kdx: not a Kindex index.* sent a web page.* correct src\.$/],
  "a page in the place of a folder": ["/search", /the index http:\S+\/search: not a Kindex index.* sent a web page.* ends in \/\.$/],
  "a page within a folder": ["/search/", /the index http:\S+\/search\/: not a Kindex index.* sent a web page.* correct src\.$/],
  "a host that cannot be reached": ["http://127.0.0.1:9/site.kdx", /http:\/\/127\.0\.0\.1:9\/site\.kdx: .* Is the host there, .*\(CORS\)\?$/],
  "no address at all": ["http://a b/site.kdx", /cannot fetch http:\/\/a(?: |%20)b\/site\.kdx: /],
  nothing: ["", /^<kindex-search>: src is missing, the address of an index: src="\/site\.kdx"\.$/],
};

describe("the search field without an index", () => {
  const the = withField();
  const { visit, type, input, part } = the;

  /** What the element itself said. */
  const said = () => the.complaints.filter((one) => one.startsWith("<kindex-search>"));

  const failed = () => part("error").waitFor();

  /** Counts the requests for a file from now on. */
  function counted(name) {
    const requests = [];
    the.tab.on("request", (request) => request.url().endsWith(name) && requests.push(request.url()));
    return requests;
  }

  /** Counts the events from now on; `also` is done with each. */
  const listen = (also = "") =>
    the.tab.evaluate((also) => {
      window.codes = [];
      addEventListener("kindex-error", (event) => {
        window.codes.push(event.detail.error.code);
        if (also) event.preventDefault();
      });
    }, also);

  for (const [name, [src, expected]] of Object.entries(WRONG)) {
    for (const thread of ["", " worker"]) {
      test(`says once what is wrong: ${name}${thread && ", in another thread"}`, async () => {
        await visit((src && `src="${src}"`) + thread);
        await listen();
        await input().focus();
        await the.tab.waitForFunction(() => window.codes.length > 0);
        await input().pressSequentially("theme");
        await failed();
        assert.equal(said().length, 1, String(the.complaints));
        assert.match(said()[0], expected);
        assert.equal((await the.tab.evaluate(() => window.codes)).length, 1);
      });
    }
  }

  test("says that the package is not all there", async () => {
    await the.tab.route(/page_bg\.wasm/, (route) => route.fulfill({ status: 404 }));
    await visit('src="/indexes/site.kdx"');
    await input().fill("theme");
    await failed();
    assert.match(said()[0], /page_bg\.wasm: the server answered 404\. Where a bundler .*\. Publish all of the package/);
  });

  test("says it once for several fields, and once for each of several failures", async () => {
    await visit('src="/indexes/none.kdx" loading="eager"');
    await input().fill("theme");
    await failed();
    await the.tab.evaluate(() => {
      const other = document.createElement("kindex-search");
      other.src = "/indexes/none.kdx";
      document.body.append(other);
      other.show();
    });
    await the.tab.locator("kindex-search input").last().fill("theme");
    await part("error").last().waitFor();
    assert.equal(said().length, 1);
    const again = the.tab.waitForEvent("console", (message) => message.text().includes("other.kdx: the server"));
    await the.tab.evaluate(() => (document.querySelector("kindex-search").src = "/indexes/other.kdx"));
    await again;
    assert.equal(said().length, 2);
  });

  test("leaves the console to a page that takes care of errors", async () => {
    await visit('src="/indexes/none.kdx"');
    await listen("prevent");
    await input().fill("theme");
    await failed();
    assert.deepEqual(await the.tab.evaluate(() => window.codes), ["fetch_failed"]);
    assert.deepEqual(said(), []);
  });

  test("says nothing of an address that it no longer has", async () => {
    let answer;
    const waiting = new Promise((resolve) => (answer = resolve));
    the.slow = (path) => (path.includes("none.kdx") ? waiting : undefined);
    const asked = the.tab.waitForRequest(/none\.kdx/);
    await visit('src="/indexes/none.kdx" loading="eager"');
    await asked;
    const answered = the.tab.waitForResponse(/none\.kdx/);
    await the.tab.evaluate(() => (document.querySelector("kindex-search").src = "/indexes/site.kdx"));
    answer();
    await answered;
    await type("theme");
    assert.deepEqual(said(), []);
  });

  test("does not miss an address that comes later", async () => {
    await visit('loading="eager"');
    await the.tab.evaluate(() => (document.querySelector("kindex-search").src = "/indexes/sharded/"));
    await type("theme");
    assert.deepEqual(the.complaints, []);
  });

  test("looks different from finding nothing, in words of the page", async () => {
    await visit('src="/indexes/none.kdx"');
    await input().fill("theme");
    await failed();
    assert.equal(await part("error").innerText(), "Search is not available");
    assert.equal(await part("error").getAttribute("role"), "alert");
    assert.equal(await part("status").isVisible(), false);
    const colours = await part("error").evaluate((error) => {
      const status = error.getRootNode().querySelector("[part=status]");
      return [error, status].map((one) => getComputedStyle(one).color);
    });
    assert.notEqual(colours[0], colours[1]);
    await the.tab.evaluate(() => (document.querySelector("kindex-search").texts = { error: "Keine Suche" }));
    await input().fill("themes");
    await part("error").getByText("Keine Suche").waitFor();
    await the.tab.evaluate(() => (document.querySelector("kindex-search").src = "/indexes/site.kdx"));
    await input().fill("zzzzqqqq");
    await part("status").waitFor();
    assert.equal(await part("error").isVisible(), false);
  });

  test("tells a screen reader once", async () => {
    await visit('src="/indexes/none.kdx"');
    await input().fill("theme");
    await failed();
    await part("error").evaluate((error) => {
      window.changes = 0;
      new MutationObserver((all) => (window.changes += all.length)).observe(error, { childList: true, attributes: true });
    });
    await input().pressSequentially("abc");
    await the.drawn();
    assert.equal(await the.tab.evaluate(() => window.changes), 0);
    assert.equal(await the.tab.locator("kindex-search [role=status]").innerText(), "");
  });

  test("does not ask again for every letter, but after a while", async () => {
    await the.tab.clock.install();
    await visit('src="/indexes/none.kdx"');
    const requests = counted("none.kdx");
    await input().focus();
    await input().pressSequentially("configuration");
    await failed();
    assert.equal(requests.length, 1);
    await the.tab.clock.fastForward(6000);
    const again = the.tab.waitForResponse(/none\.kdx/);
    await input().pressSequentially("a");
    await again;
    await input().pressSequentially("bc");
    await the.drawn();
    assert.equal(requests.length, 2);
  });

  test("asks again when the field has the focus anew, and then answers", async () => {
    await visit('src="/indexes/late.kdx"');
    const requests = counted("late.kdx");
    await input().fill("theme");
    await failed();
    await writeFile(join(the.folder, "late.kdx"), await readFile(join(the.folder, "site.kdx")));
    await input().blur();
    await input().focus();
    await the.options().first().waitFor();
    assert.equal(await part("error").isVisible(), false);
    assert.equal(requests.length, 2);
    await rm(join(the.folder, "late.kdx"));
  });

  for (const [name, attributes] of Object.entries({
    "a file": 'src="/indexes/late.kdx"',
    "a file in another thread": 'src="/indexes/late.kdx" worker',
    "a file, in the dialog": 'src="/indexes/late.kdx" modal',
    "a folder": 'src="/indexes/sharded/"',
  })) {
    /** An index that cannot be loaded, until it can. */
    async function fail() {
      the.broken = true;
      await the.tab.route(/indexes\/(late|sharded)/, async (route) => {
        if (the.broken) await route.abort();
        else if (route.request().url().includes("late")) await route.fulfill({ path: join(the.folder, "site.kdx") });
        else await route.continue();
      });
      await visit(attributes);
      if (attributes.includes("modal")) await part("button").click();
      await input().fill("theme");
      await failed();
    }

    test(`tries again by a button: ${name}`, async () => {
      await fail();
      const before = said().length;
      await the.tab.getByRole("button", { name: "Try again" }).click();
      await failed();
      assert.equal(said().length, before, "the console is not told the same again");
      the.broken = false;
      // By the keyboard, too.
      await the.tab.keyboard.press("Tab");
      if (attributes.includes("modal")) await the.tab.keyboard.press("Tab");
      await the.tab.keyboard.press("Enter");
      await the.options().first().waitFor();
      assert.equal(await part("error").isVisible(), false);
      assert.equal(await input().evaluate((input) => input.getRootNode().activeElement === input), true);
    });

    test(`tries again by Enter: ${name}`, async () => {
      await fail();
      the.broken = false;
      await the.catchChoice();
      await the.tab.keyboard.press("Enter");
      assert.equal((await the.chosen()).query, "theme");
    });

    test(`tries again by itself when the network returns: ${name}`, async () => {
      await fail();
      the.broken = false;
      await loseNetwork(the.tab, the.options().first());
      assert.equal(await part("error").isVisible(), false);
    });
  }

  test("tells a screen reader of another failure that was asked for", async () => {
    await visit('src="/indexes/none.kdx"');
    await input().fill("theme");
    await failed();
    await part("error").evaluate((error) => {
      window.texts = [];
      new MutationObserver(() => window.texts.push(error.textContent)).observe(error, { childList: true });
    });
    await part("retry").click();
    await the.tab.waitForFunction(() => window.texts.includes("Search is not available"));
    await the.tab.evaluate(() => (document.querySelector("kindex-search").texts = { retry: "Noch einmal" }));
    assert.equal(await part("retry").innerText(), "Noch einmal");
  });

  for (const src of ["/indexes/site.kdx", "/indexes/sharded/"]) {
    test(`tells a screen reader how many there are when typing rests: ${src}`, async () => {
      await the.tab.clock.install();
      await visit(`src="${src}"`);
      await type("theme");
      await the.tab.locator("kindex-search [role=status]").evaluate((status) => {
        window.told = [];
        new MutationObserver(() => window.told.push(status.textContent)).observe(status, { childList: true });
      });
      await input().fill("");
      await input().pressSequentially("configuration ke", { delay: 80 });
      await the.tab.waitForFunction(() => window.told.filter(Boolean).length > 0);
      // Nothing else is told, however long one waits.
      await the.tab.clock.runFor(5000);
      const told = await the.tab.evaluate(() => window.told.filter(Boolean));
      assert.equal(told.length, 1);
      const [status, proposed] = told[0].split("\n");
      assert.equal(status, await part("status").innerText());
      assert.match(status, /^\d+ of \d+ pages?$/);
      assert.equal(proposed, "→ completes to “configuration keep”");
    });
  }

  test("says that it waits", async () => {
    let answer;
    const waiting = new Promise((resolve) => (answer = resolve));
    the.slow = (path) => (path.includes("site.kdx") ? waiting : undefined);
    await visit('src="/indexes/site.kdx"');
    await input().fill("theme");
    await the.tab.getByText("Loading…").first().waitFor();
    answer();
    await the.options().first().waitFor();
  });
});
