// The search field: keyboard, what assistive technology is told, hostile texts, errors, folders.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { program } from "../bundlers/support.mjs";
import { ROOT, kindex, launch, openPage, serveFiles } from "./support.mjs";

const HARM = [
  {
    id: "harm",
    url: "javascript:document.title='harmed'",
    title: "<img src=x onerror=\"document.title='harmed'\"> wolverine",
    text: "<script>document.title='harmed'</script> wolverine <b>bold</b>\n\n```html\n<img src=y onerror=alert(1)>\n```\n",
  },
  { id: "data", url: "data:text/html,wolverine", title: "Wolverine data", text: "A wolverine in an address." },
  { id: "good", url: "/pages/good?a=b", title: "Good", text: "# Good\n\n## The größe & more\n\nA wolverine walks.\n" },
];

const page = (attributes = "", head = "") => `<!doctype html><html lang="en"><head><title>Test</title>
  <link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
  <script type="module" src="/kindex/define.min.js"></script>${head}</head>
  <body><main><h1>Site</h1><kindex-search ${attributes}></kindex-search><p>Below it. <a href="#x">Link</a></p></main></body></html>`;

describe("the search field", () => {
  let folder, server, browser, html, slow;
  let tab, complaints, close;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-element-"));
    const corpus = join(ROOT, "tests", "corpus");
    const harm = join(folder, "harm.jsonl");
    await writeFile(harm, HARM.map((record) => `${JSON.stringify(record)}\n`).join(""));
    await kindex("build", corpus, "-o", join(folder, "site.kdx"), "--base-url", "/docs/", "-q");
    await kindex("build", corpus, "-o", join(folder, "sharded"), "--base-url", "/docs/", "--layout", "sharded", "-q");
    await kindex("build", harm, "-o", join(folder, "harm.kdx"), "-q");
    server = await serveFiles(
      { kindex: join(ROOT, "dist", "npm"), indexes: folder },
      { page: () => html, before: (path) => slow?.(path) },
    );
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    slow = undefined;
    ({ page: tab, complaints, close } = await openPage(browser));
  });

  afterEach(() => close());

  async function visit(attributes, head) {
    html = page(attributes, head);
    await tab.goto(server.address);
    await tab.waitForFunction(() => customElements.get("kindex-search"));
  }

  const SITE = 'src="/indexes/site.kdx"';
  const input = () => tab.locator("kindex-search input");
  const options = () => tab.locator("kindex-search [role=option]");
  const shown = () => tab.locator("kindex-search [part=panel]");

  async function type(query) {
    await input().fill(query);
    await options().first().waitFor();
  }

  /** What a screen reader is told of the field. */
  const told = () =>
    input().evaluate((field) => ({
      expanded: field.getAttribute("aria-expanded"),
      active: field.getRootNode().getElementById(field.getAttribute("aria-activedescendant"))?.ariaSelected ?? null,
      selected: [...field.getRootNode().querySelectorAll("[role=option]")].findIndex((one) => one.ariaSelected === "true"),
    }));

  test("loads the index when it first has the focus", async () => {
    const requested = [];
    tab.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await visit(SITE);
    const early = requested.filter((path) => /kdx|wasm/.test(path));
    await input().focus();
    await tab.waitForResponse(/site\.kdx/);
    assert.deepEqual(early, []);
    assert.deepEqual(complaints, []);
  });

  test("loads the index at once where that is asked", async () => {
    const loaded = tab.waitForResponse(/site\.kdx/);
    await visit(`${SITE} loading="eager"`);
    await loaded;
  });

  test("shows titles, headings and snippets with marks, and links to the heading", async () => {
    await visit(SITE);
    await type("configuration keys");
    const first = options().first();
    assert.match(await first.getAttribute("href"), /^http:.*\/docs\/.*#./);
    assert.ok((await first.locator("[part=title]").innerText()).length > 0);
    assert.ok((await first.locator("mark").count()) > 0);
    assert.match(await tab.locator("kindex-search [role=status]").innerText(), /^\d+ of \d+ results$/);
    assert.deepEqual(complaints, []);
  });

  test("is led by the keyboard, and tells where it is", async () => {
    await visit(`${SITE} limit="3"`);
    await type("theme");
    assert.equal(await options().count(), 3);
    assert.deepEqual(await told(), { expanded: "true", active: null, selected: -1 });
    await tab.keyboard.press("ArrowDown");
    assert.deepEqual(await told(), { expanded: "true", active: "true", selected: 0 });
    await tab.keyboard.press("ArrowUp");
    assert.deepEqual(await told(), { expanded: "true", active: "true", selected: 2 });
    await tab.keyboard.press("ArrowDown");
    await tab.keyboard.press("ArrowDown");
    assert.equal((await told()).selected, 1);
    await tab.keyboard.press("Escape");
    assert.deepEqual(await told(), { expanded: "false", active: null, selected: -1 });
    assert.equal(await shown().isVisible(), false);
    assert.equal(await input().inputValue(), "theme");
    await tab.keyboard.press("ArrowDown");
    assert.equal(await shown().isVisible(), true);
    await tab.keyboard.press("ArrowDown");
    const to = await options().first().getAttribute("href");
    await tab.keyboard.press("Enter");
    await tab.waitForURL(to);
  });

  test("takes Enter for the first result", async () => {
    await visit(SITE);
    await type("theme");
    const to = await options().first().getAttribute("href");
    await tab.keyboard.press("Enter");
    await tab.waitForURL(to);
  });

  test("closes when the focus leaves, and shows again what it found", async () => {
    await visit(SITE);
    await type("theme");
    await tab.getByRole("link", { name: "Link", exact: true }).focus();
    assert.equal(await shown().isVisible(), false);
    await input().click();
    assert.equal(await shown().isVisible(), true);
    await input().fill("");
    assert.equal(await shown().isVisible(), false);
  });

  test("lets the page do what it likes with a result", async () => {
    await visit(SITE);
    await type("theme");
    await tab.evaluate(() => {
      addEventListener("kindex-select", (event) => {
        event.preventDefault();
        const { hit, query, url } = event.detail;
        window.selected = { document: hit.document, query, url };
      });
    });
    const [before, to] = [tab.url(), await options().nth(1).getAttribute("href")];
    await options().nth(1).click();
    const { query, url } = await tab.evaluate(() => window.selected);
    assert.deepEqual([query, url, tab.url()], ["theme", to, before]);
    assert.equal(await shown().isVisible(), false);
  });

  test("has a key that leads to it, but not from where one writes", async () => {
    await visit(`${SITE} shortcut="/"`);
    assert.equal(await input().getAttribute("aria-keyshortcuts"), "/");
    await tab.keyboard.press("/");
    assert.equal(await tab.evaluate(() => document.activeElement.localName), "kindex-search");
    await tab.keyboard.type("a/b");
    assert.equal(await input().inputValue(), "a/b");
    await tab.evaluate(() => {
      document.querySelector("kindex-search").shortcut = "mod+k";
      document.activeElement.blur();
    });
    await tab.keyboard.press("Control+k");
    assert.equal(await tab.evaluate(() => document.activeElement.localName), "kindex-search");
  });

  test("shows texts as texts, and links to web pages only", async () => {
    await visit('src="/indexes/harm.kdx"');
    await type("wolverine");
    const found = await options().evaluateAll((all) =>
      all.map((option) => ({ to: option.getAttribute("href"), names: [...option.querySelectorAll("*")].map((one) => one.localName) })),
    );
    assert.equal(found.length, 3);
    assert.deepEqual(new Set(found.flatMap(({ names }) => names)), new Set(["span", "mark"]));
    const links = found.map(({ to }) => to).filter(Boolean);
    assert.deepEqual(links, [`${server.address}pages/good?a=b#the-gr%C3%B6%C3%9Fe--more`]);
    for (const option of await options().all()) {
      if (!(await option.getAttribute("href"))) await option.click();
      await input().click();
    }
    assert.doesNotMatch(await options().allInnerTexts().then(String), /```/);
    assert.equal(await tab.title(), "Test");
    assert.deepEqual(complaints, []);
  });

  test("says what was probably meant, and searches that", async () => {
    await visit(SITE);
    await type("confguration");
    const other = tab.locator("kindex-search [part=suggestion] button");
    assert.equal(await other.innerText(), "configuration");
    await other.click();
    assert.equal(await input().inputValue(), "configuration");
    await tab.locator("kindex-search [part=suggestion]").waitFor({ state: "hidden" });
  });

  test("says that nothing was found, in words of the page", async () => {
    await visit(SITE);
    await input().fill("zzzzqqqq");
    await tab.getByText("No results for “zzzzqqqq”").first().waitFor();
    assert.equal((await told()).expanded, "false");
    await tab.evaluate(() => (document.querySelector("kindex-search").texts = { empty: "Nichts zu {query}" }));
    await input().fill("qqqqzzzz");
    await tab.getByText("Nichts zu qqqqzzzz").first().waitFor();
  });

  test("says that it waits, and that it failed, and tries again", async () => {
    let answer;
    const waiting = new Promise((resolve) => (answer = resolve));
    slow = (path) => (path.includes("late.kdx") ? waiting : undefined);
    await visit('src="/indexes/late.kdx"');
    await tab.evaluate(() => addEventListener("kindex-error", ({ detail }) => (window.errors ??= []).push(detail.error.code)));
    await input().fill("theme");
    await tab.getByText("Loading…").first().waitFor();
    answer();
    await tab.getByText("Search is not available").first().waitFor();
    assert.deepEqual(await tab.evaluate(() => window.errors), ["fetch_failed"]);
    await writeFile(join(folder, "late.kdx"), await readFile(join(folder, "site.kdx")));
    await type("theme ");
    assert.ok((await options().count()) > 0);
  });

  for (const [name, attributes] of Object.entries({
    "a folder": 'src="/indexes/sharded/"',
    "another thread": `${SITE} worker`,
    "a folder in another thread": 'src="/indexes/sharded/" worker',
  })) {
    test(`searches ${name}`, async () => {
      await visit(attributes);
      await input().pressSequentially("theme", { delay: 20 });
      await options().first().waitFor();
      assert.match(await options().first().getAttribute("href"), /docs\/themes/);
      assert.equal(await tab.evaluate(() => document.querySelector("kindex-search").shadowRoot.querySelector("mark").textContent.length > 0), true);
      assert.deepEqual(complaints, []);
    });
  }

  test("requests nothing for what is not typed to the end", async () => {
    const requested = [];
    tab.on("request", (request) => request.url().endsWith(".kds") && requested.push(request.url()));
    await visit('src="/indexes/sharded/"');
    await input().fill("the");
    await input().fill("confi");
    await type("configuration");
    const all = requested.length;
    await input().fill("");
    await type("configuration");
    assert.equal(requested.length, all);
    assert.ok(all > 0 && all < 8, String(all));
  });

  test("takes properties that were set before it was registered, and other addresses after", async () => {
    await visit("", `<script>addEventListener("DOMContentLoaded", () => {
      const field = document.querySelector("kindex-search");
      field.src = "/indexes/harm.kdx"; field.limit = 1; field.options = { filters: {} };
    })</script>`);
    await type("wolverine");
    assert.equal(await options().count(), 1);
    await tab.evaluate(() => (document.querySelector("kindex-search").src = "/indexes/site.kdx"));
    assert.equal(await shown().isVisible(), false);
    await type("theme");
    assert.match(await options().first().getAttribute("href"), /docs\/themes/);
  });

  test("keeps options that were set before it was registered", async () => {
    const head = `<script>addEventListener("DOMContentLoaded", () => {
      document.querySelector("kindex-search").options = { filters: { tags: "nothing has this" } };
    });</script>`;
    html = page(SITE, head).replace(/<script type="module".*?<\/script>/, "");
    await tab.goto(server.address);
    await tab.addScriptTag({ type: "module", url: "/kindex/define.min.js" });
    await tab.waitForFunction(() => customElements.get("kindex-search"));
    await input().fill("configuration");
    await tab.locator("kindex-search [role=status]").getByText(/Nothing|No /).waitFor();
    assert.equal(await options().count(), 0);
  });

  test("stays as it is where it is moved, and does nothing before it is on the page", async () => {
    await visit(SITE);
    await tab.evaluate(() => document.createElement("kindex-search").show());
    await type("configuration");
    await tab.evaluate(() => document.querySelector("main").prepend(document.querySelector("kindex-search")));
    assert.equal(await input().inputValue(), "configuration");
    await type("configuration keys");
    assert.deepEqual(complaints, []);
  });

  test("passes over what a browser fills in without a key", async () => {
    await visit(`${SITE} shortcut="/"`);
    await tab.evaluate(() => document.body.dispatchEvent(new Event("keydown", { bubbles: true, composed: true })));
    assert.deepEqual(complaints, []);
  });

  test("opens a dialog", async () => {
    await visit(`${SITE} modal shortcut="/" placeholder="Search the docs"`);
    assert.equal(await input().isVisible(), false);
    await tab.getByRole("button", { name: /Search the docs/ }).click();
    await type("theme");
    await tab.keyboard.press("Escape");
    assert.equal(await input().isVisible(), false);
    await tab.keyboard.press("/");
    assert.equal(await tab.getByRole("dialog", { name: "Search" }).isVisible(), true);
    await type("theme");
    const to = await options().first().getAttribute("href");
    await tab.keyboard.press("Enter");
    await tab.waitForURL(to);
    assert.deepEqual(complaints, []);
  });

  test("does not move what stands around it", async () => {
    await visit(SITE);
    const before = await tab.locator("main > p").boundingBox();
    await type("theme");
    assert.deepEqual(await tab.locator("main > p").boundingBox(), before);
  });

  const LOOKS = {
    light: { colorScheme: "light" },
    dark: { colorScheme: "dark" },
    narrow: { viewport: { width: 320, height: 600 } },
    "right to left": { direction: "rtl" },
    dialog: { attributes: "modal" },
  };
  for (const [name, { direction = "ltr", attributes = "", ...looks }] of Object.entries(LOOKS)) {
    test(`is accessible: ${name}`, async () => {
      await close();
      ({ page: tab, complaints, close } = await openPage(browser, looks));
      await visit(`${SITE} placeholder="Search" ${attributes}`, "<style>:root { color-scheme: light dark; font: 1rem system-ui }</style>");
      await tab.evaluate((direction) => (document.documentElement.dir = direction), direction);
      if (attributes) await tab.getByRole("button", { name: "Search" }).click();
      await type("confguration theme");
      await tab.keyboard.press("ArrowDown");
      if (process.env.SCREENSHOTS) await tab.screenshot({ path: join(process.env.SCREENSHOTS, `${name.replaceAll(" ", "-")}.png`) });
      await tab.addScriptTag({ content: await readFile(program("axe-core/axe.min.js"), "utf8") });
      const { violations, passes } = await tab.evaluate(() => window.axe.run());
      const found = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
      assert.deepEqual(found, []);
      assert.ok(passes.some(({ id }) => id === "aria-required-children"));
      const { scrollWidth, clientWidth } = await tab.evaluate(() => document.documentElement);
      assert.ok(!(scrollWidth > clientWidth), "nothing sticks out");
    });
  }
});
