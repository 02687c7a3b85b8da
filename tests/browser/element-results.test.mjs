// All of the results on a page of their own, and searches that one comes back to.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { program } from "../bundlers/support.mjs";
import { SITE, markup, withField } from "./field.mjs";

const BIRDS = Array.from({ length: 25 }, (_, i) => ({
  id: `bird-${i}`,
  url: `/bird-${i}`,
  title: `Bird ${i}`,
  text: `# Bird ${i}\n\nA heron, number ${i}.\n`,
}));

/** A page whose sections are found, and one that is found as a whole. */
const NESTS = [
  { id: "nests", url: "/nests", title: "Nests", text: "# Nests\n\nOf birds.\n\n## Trees\n\nThe stork builds here.\n\n## Roofs\n\nA stork builds there." },
  { id: "stork", url: "/stork", title: "Stork", text: "# Stork\n\nThe stork walks." },
];

const SOURCE = 'src="/indexes/birds.kdx"';

describe("the page of results", () => {
  const the = withField({ birds: BIRDS, nests: NESTS });
  const { input, part, look } = the;
  const links = () => the.tab.locator("kindex-search a[part~=option]");

  async function go(path, attributes = `${SOURCE} mode="page"`) {
    the.html = markup(attributes, "");
    await the.tab.goto(`${the.server.address}${path}`);
    await the.tab.waitForFunction(() => customElements.get("kindex-search"));
  }

  const query = () => the.tab.evaluate(() => new URL(location.href).searchParams.get("q"));

  test("shows what its address asks for, as links in the page", async () => {
    await go("search?q=heron&lang=en");
    await links().first().waitFor();
    assert.equal(await input().inputValue(), "heron");
    assert.equal(await links().count(), 8);
    assert.equal(await the.tab.getByRole("link", { name: /Bird/ }).count(), 8);
    assert.equal(await the.tab.locator("kindex-search :is([role=listbox], [role=option], [role=combobox])").count(), 0);
    const [panel, after] = [await part("panel").boundingBox(), await the.tab.locator("main > p").boundingBox()];
    assert.ok(after.y >= panel.y + panel.height, "it takes its place in the page");
    await the.tab.locator("h1").click();
    assert.equal(await part("panel").isVisible(), true, "and stays");
    await the.tab.keyboard.press("Escape");
    assert.equal(await part("panel").isVisible(), true);
    assert.deepEqual(the.complaints, []);
  });

  test("is a list with a heading for each page, for screen readers", async () => {
    await go("search?q=stork", 'src="/indexes/nests.kdx" mode="page"');
    await links().first().waitFor();
    const list = the.tab.getByRole("list", { name: "Search" });
    assert.equal(await list.getByRole("listitem").count(), 2);
    const names = await list.getByRole("heading", { level: 2 }).allInnerTexts();
    assert.deepEqual(names.toSorted(), ["Nests", "Stork"]);
    assert.equal(new URL(await list.getByRole("link", { name: "Nests", exact: true }).evaluate((one) => one.href)).hash, "", "the title leads to the page");
    assert.equal(await list.getByRole("listitem").filter({ hasText: "Nests" }).getByRole("link").count(), 2);
    await the.tab.addScriptTag({ content: await readFile(program("axe-core/axe.min.js"), "utf8") });
    assert.deepEqual(await the.tab.evaluate(() => window.axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))), []);
  });

  test("says below its field that it loads, and that nothing was found", async () => {
    let answer;
    const waiting = new Promise((resolve) => (answer = resolve));
    the.slow = (path) => (path.includes("birds.kdx") ? waiting : undefined);
    await go("search?q=zzzzqqqq");
    const isBelow = async (words) => {
      await part("status").getByText(words).waitFor();
      const [field, status] = [await input().boundingBox(), await part("status").boundingBox()];
      assert.ok(status.y >= field.y + field.height, `${status.y} below ${field.y + field.height}`);
    };
    await isBelow("Loading");
    answer();
    await isBelow("No results");
  });

  test("writes what is typed into its address, and leaves the rest of that", async () => {
    await go("search?lang=en");
    await input().fill("heron");
    await links().first().waitFor();
    assert.equal(await query(), "heron");
    assert.match(the.tab.url(), /lang=en/);
    await input().fill("");
    await the.tab.waitForFunction(() => !new URL(location.href).searchParams.has("q"));
    assert.equal(await links().count(), 0);
  });

  test("shows more on demand, until there are no more", async () => {
    await go("search?q=heron");
    const more = part("all");
    await links().first().waitFor();
    for (const count of [16, 24, 25]) {
      assert.equal(await more.innerText(), "Show more");
      await more.click();
      await the.tab.waitForFunction((count) => document.querySelector("kindex-search").shadowRoot.querySelectorAll("a[part~=option]").length === count, count);
    }
    await more.waitFor({ state: "hidden" });
    assert.match(await part("status").innerText(), /^25 of 25 pages$/);
    assert.match(the.tab.url(), /q=heron$/);
  });

  test("is where a plain form leads", async () => {
    the.html = `${markup(`${SOURCE} mode="page"`, "")}<form action="/search"><input name="q" id="plain"></form>`;
    await the.tab.goto(`${the.server.address}start`);
    await the.tab.locator("#plain").fill("heron");
    await the.tab.locator("#plain").press("Enter");
    await the.tab.waitForURL(/\/search\?q=heron/);
    await links().first().waitFor();
  });

  test("comes back as it was left", async () => {
    await go("search?q=heron");
    await links().nth(2).click();
    await the.tab.waitForURL(/bird-/);
    await the.tab.goBack();
    await links().nth(2).waitFor();
    assert.equal(await input().inputValue(), "heron");
    await the.tab.waitForFunction(() => document.querySelector("kindex-search").shadowRoot.activeElement?.matches("[part~=option]"));
    const at = await links().evaluateAll((all) => all.findIndex((one) => one.getRootNode().activeElement === one));
    assert.equal(at, 2);
  });

  test("opens a section in its place", async () => {
    await go("search?q=heron");
    await part("open").first().click();
    assert.match(await part("section").innerText(), /A heron, number/);
    assert.match(the.tab.url(), /search\?q=heron$/);
  });

  test("is reached from the dialog, with the query", async () => {
    await go("start", `${SOURCE} modal results="/search?lang=en"`);
    await part("button").click();
    await the.type("heron");
    assert.equal(await part("all").innerText(), "See all 25");
    assert.match(await part("all").getAttribute("href"), /\/search\?lang=en&q=heron$/);
    the.html = markup(`${SOURCE} mode="page"`, "");
    await part("all").click();
    await the.tab.waitForURL(/\/search\?lang=en&q=heron$/);
    await links().first().waitFor();
  });

  test("is nowhere where none is named", async () => {
    await go("start", `${SOURCE} modal`);
    await part("button").click();
    await the.type("heron");
    assert.equal(await part("all").isVisible(), false);
    await the.tab.evaluate(() => (document.querySelector("kindex-search").results = "javascript:alert(1)"));
    await the.type("heron number");
    assert.equal(await part("all").isVisible(), false, "no script is an address");
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`is accessible: ${colorScheme}`, async () => {
      await look({ colorScheme });
      await go("search?q=heron");
      await links().first().waitFor();
      await the.tab.addScriptTag({ content: await readFile(program("axe-core/axe.min.js"), "utf8") });
      const found = await the.tab.evaluate(() => window.axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])));
      assert.deepEqual(found, []);
    });
  }
});

describe("a search that one comes back to", () => {
  const the = withField({ birds: BIRDS });
  const { visit, type, input, options, part } = the;

  const selected = () => part("option").evaluateAll((all) => all.findIndex((one) => one.ariaSelected === "true"));
  const rows = () => part("title").allInnerTexts();

  /** Where this browser keeps the searches of an index. */
  const KEY = () => `kindex-recent ${the.server.address}indexes/birds.kdx`;
  const store = (...searches) => the.tab.evaluate(([key, value]) => localStorage.setItem(key, value), [KEY(), JSON.stringify(searches)]);
  const stored = () => the.tab.evaluate((key) => JSON.parse(localStorage.getItem(key)), KEY());

  async function open(attributes = `${SOURCE} modal`) {
    await visit(attributes);
    await part("button").click();
  }

  test("is there again after Back, with the same choice", async () => {
    await open();
    await type("heron");
    for (let i = 0; i < 3; i++) await the.tab.keyboard.press("ArrowDown");
    await the.tab.keyboard.press("Enter");
    await the.tab.waitForURL(/bird-/);
    await the.tab.goBack();
    await options().nth(3).waitFor();
    assert.equal(await part("dialog").isVisible(), true);
    assert.deepEqual([await input().inputValue(), await selected()], ["heron", 3]);
    // Once closed it stays closed, whatever the page does.
    await the.tab.keyboard.press("Escape");
    await the.tab.reload();
    await the.tab.waitForFunction(() => customElements.get("kindex-search"));
    assert.equal(await part("dialog").isVisible(), false);
  });

  test("is there again where a page changes without loading", async () => {
    await open();
    await the.tab.evaluate(() =>
      addEventListener("kindex-select", (event) => {
        event.preventDefault();
        history.pushState(null, "", event.detail.url);
      }),
    );
    await type("heron");
    await the.tab.keyboard.press("ArrowDown");
    await the.tab.keyboard.press("Enter");
    await the.tab.waitForURL(/bird-/);
    assert.equal(await part("dialog").isVisible(), false);
    await the.tab.goBack();
    await part("dialog").waitFor();
    assert.deepEqual([await input().inputValue(), await selected()], ["heron", 1]);
  });

  test("goes on in another page of the tab, and in no other tab", async () => {
    await open();
    await type("heron");
    await the.tab.keyboard.press("Escape");
    await open();
    await options().first().waitFor();
    assert.equal(await input().inputValue(), "heron");
    assert.equal(await input().evaluate((input) => input.selectionEnd - input.selectionStart), 5, "typing takes its place");
    const other = await the.tab.context().newPage();
    await other.goto(the.server.address);
    await other.locator("kindex-search [part=button]").click();
    assert.equal(await other.locator("kindex-search input").inputValue(), "");
    await other.close();
  });

  test("is among those before, where nothing is typed", async () => {
    await open();
    await part("dialog").waitFor();
    assert.equal(await part("panel").isVisible(), false, "at first there are none");
    await the.catchChoice();
    for (const query of ["heron", "bird 3", "number 7"]) {
      await type(query);
      await the.tab.keyboard.press("Enter");
      await part("button").click();
    }
    await input().fill("");
    await the.tab.waitForFunction(() => document.querySelector("kindex-search").shadowRoot.querySelectorAll("[part~=recent]").length === 3);
    assert.deepEqual(await rows(), ["number 7", "bird 3", "heron"]);
    assert.match(await the.tab.getByRole("rowgroup", { name: "Recent searches" }).innerText(), /Recent searches/);
    await the.tab.keyboard.press("ArrowUp");
    assert.equal(await selected(), 2);
    await the.tab.keyboard.press("Enter");
    await the.tab.locator("kindex-search a[part~=option]").first().waitFor();
    assert.equal(await input().inputValue(), "heron");
  });

  const STATES = {
    "earlier searches": async () => {
      await store({ query: "heron", kept: true }, { query: "b" });
      await part("button").click();
      await part("recent").first().waitFor();
      await the.tab.keyboard.press("ArrowDown");
    },
    "nothing found": async () => {
      await part("button").click();
      await input().fill("zzzzqqqq");
      await the.tab.getByText("No results for").first().waitFor();
    },
    "nothing typed": () => part("button").click(),
    "a small telephone": async () => {
      await the.tab.setViewportSize({ width: 320, height: 256 });
      await part("button").click();
      await type("heron");
      await the.tab.keyboard.press("ArrowRight");
    },
  };
  for (const [name, reach] of Object.entries(STATES)) {
    test(`is accessible: ${name}`, async () => {
      await visit(`${SOURCE} modal placeholder="Search"`);
      await reach();
      await the.tab.addScriptTag({ content: await readFile(program("axe-core/axe.min.js"), "utf8") });
      const found = await the.tab.evaluate(() => window.axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])));
      assert.deepEqual(found, []);
    });
  }

  test("fills a telephone above its keyboard, with four results at least", async () => {
    await the.look({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await open();
    await the.tab.evaluate(() => {
      Object.defineProperty(visualViewport, "height", { get: () => 544 });
      visualViewport.dispatchEvent(new Event("resize"));
    });
    await type("heron");
    const [dialog, list] = [await part("dialog").boundingBox(), await part("list").boundingBox()];
    assert.deepEqual([dialog.x, dialog.y, dialog.width, dialog.height], [0, 0, 390, 544]);
    const boxes = await options().evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    assert.ok(boxes.filter((bottom) => bottom <= list.y + list.height).length >= 4, String(boxes));
  });

  test("has one cross on a telephone, which closes it and is large enough for a thumb", async () => {
    const cross = () => part("close").locator("svg");
    /** Points at where the cross that clears the field is. */
    const clear = async () => {
      const { x, y, width, height } = await input().boundingBox();
      await the.tab.mouse.click(x + width - 20, y + height / 2);
      return input().inputValue();
    };
    await the.look({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await open();
    await type("heron");
    const { width, height } = await part("close").boundingBox();
    assert.ok(Math.min(width, height) >= 44, `${width} × ${height}`);
    assert.equal(await cross().isVisible(), true);
    assert.equal(await clear(), "heron");
    await part("close").click();
    assert.equal(await part("dialog").isVisible(), false);
    await the.look({});
    await open();
    await type("heron");
    assert.equal(await cross().isVisible(), false, "with a pointer it says esc, and the cross clears");
    assert.equal(await clear(), "");
  });

  test("says in the middle that nothing was found", async () => {
    await open();
    await input().fill("zzzzqqqq");
    await part("status").getByText("No results for").waitFor();
    const [dialog, text] = await part("status").evaluate((status) => {
      const range = document.createRange();
      range.selectNodeContents(status);
      return [status.closest("dialog"), range].map((one) => one.getBoundingClientRect().toJSON());
    });
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const [[x, y], [left, top]] = [middle(text), middle(dialog)];
    assert.ok(Math.hypot(x - left, y - top) < 3, `${x}, ${y} and ${left}, ${top}`);
    await type("heron");
    const [status, list] = [await part("status").boundingBox(), await part("list").boundingBox()];
    assert.ok(status.y >= list.y + list.height - 1, "and below the list otherwise");
  });

  test("keeps its height, whatever is found", async () => {
    await open();
    const heights = [];
    for (const query of ["heron", "number 7", "zzzzqqqq", "heron"]) {
      await input().fill(query);
      await the.tab.waitForFunction(() => /pages?$|results/.test(document.querySelector("kindex-search").shadowRoot.querySelector("[part=status]")?.textContent));
      await the.drawn();
      heights.push((await part("dialog").boundingBox()).height);
    }
    assert.equal(new Set(heights).size, 1, String(heights));
  });

  test("can be kept and removed, by pointer and by key", async () => {
    await visit(`${SOURCE} modal`);
    await store(...["a", "b", "c", "d"].map((query) => ({ query })));
    await part("button").click();
    await part("recent").first().waitFor();
    await the.tab.keyboard.press("Delete");
    assert.deepEqual(await rows(), ["a", "b", "c", "d"], "none is chosen yet");
    await part("keep").nth(2).click();
    assert.deepEqual(await rows(), ["c", "a", "b", "d"]);
    await part("remove").nth(1).click();
    assert.deepEqual(await rows(), ["c", "b", "d"]);
    await the.tab.keyboard.press("ArrowUp");
    await the.tab.keyboard.press("Delete");
    assert.deepEqual(await rows(), ["c", "b"]);
    await part("clear").click();
    assert.deepEqual(await rows(), ["c"], "what is kept stays");
    await part("remove").click();
    assert.equal(await part("panel").isVisible(), false);
    assert.deepEqual(await stored(), []);
  });

  test("has buttons that a keyboard and a screen reader reach", async () => {
    await visit(`${SOURCE} modal`);
    await store({ query: "heron" }, { query: "bird" });
    await part("button").click();
    await part("recent").first().waitFor();
    const focused = () => the.tab.evaluate(() => document.querySelector("kindex-search").shadowRoot.activeElement);
    const name = () => the.tab.evaluate(() => document.querySelector("kindex-search").shadowRoot.activeElement?.ariaLabel);
    const list = the.tab.getByRole("grid", { name: "Search" });
    assert.equal(await list.getByRole("row", { name: "heron", exact: true }).count(), 1);
    for (const [label, count] of [["Keep “heron”", 1], ["Remove “bird”", 1], ["Clear", 1]]) {
      assert.equal(await list.getByRole("button", { name: label }).count(), count, label);
    }
    const names = [];
    for (let i = 0; i < 6; i++) {
      await the.tab.keyboard.press("Tab");
      names.push(await name());
    }
    assert.deepEqual(names.slice(1), ["Clear", "Keep “heron”", "Remove “heron”", "Keep “bird”", "Remove “bird”"]);
    await the.tab.keyboard.press("Enter");
    assert.deepEqual(await stored(), [{ query: "heron" }]);
    assert.deepEqual(await rows(), ["heron"]);
    assert.ok(await input().evaluate((one) => one.matches(":focus")), `the focus is not lost, but on ${await focused()}`);
    await the.tab.getByRole("button", { name: "Keep “heron”" }).press("Space");
    assert.deepEqual(await stored(), [{ query: "heron", kept: true }]);
    assert.equal(await the.tab.getByRole("button", { name: "Keep “heron”", pressed: true }).count(), 1);
    // Results are options of a list again.
    await type("heron");
    assert.equal(await list.count(), 0);
    assert.ok((await the.tab.getByRole("listbox").getByRole("option").count()) > 0);
  });

  test("is shared by pages that name the index in their own ways", async () => {
    const pages = { "": "indexes/birds.kdx", "guide/start/": "../../indexes/birds.kdx" };
    for (const [path, src] of Object.entries(pages)) {
      the.html = markup(`src="${src}" modal`, "");
      await the.tab.goto(`${the.server.address}${path}`);
      await the.tab.waitForFunction(() => customElements.get("kindex-search"));
      await part("button").click();
      if (path) continue;
      await the.catchChoice();
      await type("heron");
      await the.tab.keyboard.press("Enter");
      await the.chosen();
    }
    await options().first().waitFor();
    assert.equal(await input().inputValue(), "heron", "of the tab");
    await input().fill("");
    await part("recent").first().waitFor();
    assert.deepEqual(await rows(), ["heron"], "of the browser");
  });

  test("is not remembered where that is not wanted, nor where it cannot be", async () => {
    await open(`${SOURCE} modal recent="off"`);
    await the.catchChoice();
    await type("heron");
    await the.tab.keyboard.press("Enter");
    await the.chosen();
    assert.deepEqual(await the.tab.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0]);
    // Another field of the site may remember.
    await the.tab.evaluate((key) => sessionStorage.setItem(key, JSON.stringify({ query: "heron" })), KEY().replace("recent", "tab"));
    await open(`${SOURCE} modal recent="off"`);
    await the.loaded("panel.min.js");
    assert.equal(await input().inputValue(), "");
    await the.tab.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: () => { throw new DOMException("no", "SecurityError"); } });
    });
    await open(`${SOURCE} modal`);
    await the.catchChoice();
    await type("heron");
    await the.tab.keyboard.press("Enter");
    assert.equal((await the.chosen()).query, "heron");
    assert.deepEqual(the.complaints, []);
  });

  test("does not open by itself on a page that one comes to anew", async () => {
    await open(`${SITE} modal`);
    await type("theme");
    await the.tab.keyboard.press("Enter");
    await the.tab.waitForURL(/docs/);
    await the.tab.goto(the.server.address);
    await the.tab.waitForFunction(() => customElements.get("kindex-search"));
    assert.equal(await part("dialog").isVisible(), false);
  });
});
