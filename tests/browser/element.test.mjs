// The search field: keyboard, what assistive technology is told, hostile texts, folders, properties.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SITE, markup, plain, withField } from "./field.mjs";

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

describe("the search field", () => {
  const the = withField({ harm: HARM });
  const { visit, type, input, options } = the;
  const shown = () => the.part("panel");

  /** What a screen reader is told of the field. */
  const told = () =>
    input().evaluate((field) => ({
      expanded: field.getAttribute("aria-expanded"),
      active: field.getRootNode().getElementById(field.getAttribute("aria-activedescendant"))?.ariaSelected ?? null,
      selected: [...field.getRootNode().querySelectorAll("[role=option]")].findIndex((one) => one.ariaSelected === "true"),
    }));

  test("loads the index when it first has the focus", async () => {
    const requested = [];
    the.tab.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await visit(SITE);
    const early = requested.filter((path) => /kdx|wasm/.test(path));
    await input().focus();
    await the.tab.waitForResponse(/site\.kdx/);
    assert.deepEqual(early, []);
    assert.deepEqual(the.complaints, []);
  });

  test("loads the index at once where that is asked", async () => {
    const loaded = the.tab.waitForResponse(/site\.kdx/);
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
    assert.match(await the.part("status").innerText(), /^\d+ of \d+ pages?$/);
    assert.deepEqual(the.complaints, []);
  });

  test("is led by the keyboard, and tells where it is", async () => {
    await visit(`${SITE} limit="3" per-document="1"`);
    await type("theme");
    // What Enter opens is marked from the first letter on.
    assert.deepEqual(await told(), { expanded: "true", active: "true", selected: 0 });
    const last = (await the.tab.locator("kindex-search [role=option]").count()) - 1;
    assert.ok(last >= 2);
    await the.tab.keyboard.press("ArrowDown");
    assert.deepEqual(await told(), { expanded: "true", active: "true", selected: 1 });
    await the.tab.keyboard.press("ArrowUp");
    await the.tab.keyboard.press("ArrowUp");
    assert.deepEqual(await told(), { expanded: "true", active: "true", selected: last });
    await the.tab.keyboard.press("ArrowDown");
    await the.tab.keyboard.press("ArrowDown");
    assert.equal((await told()).selected, 1);
    await the.tab.keyboard.press("Escape");
    assert.deepEqual(await told(), { expanded: "false", active: null, selected: -1 });
    assert.equal(await shown().isVisible(), false);
    assert.equal(await input().inputValue(), "theme");
    await the.tab.keyboard.press("ArrowDown");
    assert.equal(await shown().isVisible(), true);
    assert.equal((await told()).selected, 0);
    const to = await options().first().getAttribute("href");
    await the.tab.keyboard.press("Enter");
    await the.tab.waitForURL(to);
  });

  test("takes Enter for the first result", async () => {
    await visit(SITE);
    await type("theme");
    const to = await options().first().getAttribute("href");
    await the.tab.keyboard.press("Enter");
    await the.tab.waitForURL(to);
  });

  test("closes when the focus leaves, and shows again what it found", async () => {
    await visit(SITE);
    await type("theme");
    await the.tab.getByRole("link", { name: "Link", exact: true }).focus();
    assert.equal(await shown().isVisible(), false);
    await input().click();
    assert.equal(await shown().isVisible(), true);
    await input().fill("");
    assert.equal(await shown().isVisible(), false);
  });

  test("lets the page do what it likes with a result", async () => {
    await visit(SITE);
    await type("theme");
    await the.catchChoice();
    const [before, to] = [the.tab.url(), plain(await options().nth(1).getAttribute("href"))];
    await options().nth(1).click();
    const { query, url } = await the.chosen();
    assert.deepEqual([query, url, the.tab.url()], ["theme", to, before]);
    assert.equal(await shown().isVisible(), false);
  });

  test("has a key that leads to it, but not from where one writes", async () => {
    await visit(`${SITE} shortcut="/"`);
    assert.equal(await input().getAttribute("aria-keyshortcuts"), "/");
    await the.tab.keyboard.press("/");
    assert.equal(await the.tab.evaluate(() => document.activeElement.localName), "kindex-search");
    await the.tab.keyboard.type("a/b");
    assert.equal(await input().inputValue(), "a/b");
    await the.tab.evaluate(() => {
      document.querySelector("kindex-search").shortcut = "mod+k";
      document.activeElement.blur();
    });
    await the.tab.keyboard.press("Control+k");
    assert.equal(await the.tab.evaluate(() => document.activeElement.localName), "kindex-search");
  });

  test("shows texts as texts, and links to web pages only", async () => {
    await visit('src="/indexes/harm.kdx"');
    await type("wolverine");
    const found = await options().evaluateAll((all) =>
      all.map((option) => ({ to: option.getAttribute("href"), names: [...option.querySelectorAll("*")].map((one) => one.localName) })),
    );
    assert.equal(found.length, 3);
    assert.deepEqual(new Set(found.flatMap(({ names }) => names)), new Set(["span", "mark", "svg", "path"]));
    const links = found.map(({ to }) => plain(to)).filter(Boolean);
    assert.deepEqual(links, [`${the.server.address}pages/good?a=b#the-gr%C3%B6%C3%9Fe--more`]);
    for (const option of await options().all()) {
      if (!(await option.getAttribute("href"))) await option.click();
      await input().click();
    }
    assert.doesNotMatch(await options().allInnerTexts().then(String), /```/);
    assert.equal(await the.tab.title(), "Test");
    assert.deepEqual(the.complaints, []);
  });

  test("says what was probably meant, and searches that", async () => {
    await visit(SITE);
    await type("confguration");
    const other = the.tab.locator("kindex-search [part=suggestion] button");
    assert.equal(await other.innerText(), "configuration");
    await other.click();
    assert.equal(await input().inputValue(), "configuration");
    await the.tab.locator("kindex-search [part=suggestion]").waitFor({ state: "hidden" });
  });

  test("says that nothing was found, in words of the page", async () => {
    await visit(SITE);
    await input().fill("zzzzqqqq");
    await the.tab.getByText("No results for “zzzzqqqq”").first().waitFor();
    assert.equal((await told()).expanded, "false");
    await the.tab.evaluate(() => (document.querySelector("kindex-search").texts = { empty: "Nichts zu {query}" }));
    await input().fill("qqqqzzzz");
    await the.tab.getByText("Nichts zu qqqqzzzz").first().waitFor();
  });

  for (const attributes of [SITE, 'src="/indexes/sharded/"', `${SITE} worker`]) {
    test(`says which phrases were not looked for everywhere: ${attributes}`, async () => {
      await visit(attributes);
      const four = '"of the" "in the" "to the" "the same"';
      const said = () => the.part("status").innerText();
      await input().fill(four);
      await the.tab.getByText("No results for").first().waitFor();
      assert.equal(await said(), `No results for “${four}”`);
      await input().fill(`${four} "is the" -"it the"`);
      await the.tab.getByText('Not looked for everywhere: "is the", "it the"').first().waitFor();
      assert.equal((await said()).split("\n").length, 2);
      // Screen readers are told, too.
      await the.tab.locator("kindex-search [role=status]", { hasText: 'everywhere: "is the"' }).waitFor();
      await the.tab.evaluate(() => (document.querySelector("kindex-search").texts = { unchecked: "Nicht überall gesucht: {phrases}" }));
      await type(`theme -"of the" -"in the" -"to the" -"the same" -"is the"`);
      assert.match(await said(), /^\d+ of \d+\+? pages?\nNicht überall gesucht: "is the"$/);
    });
  }

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
      assert.equal(await the.tab.evaluate(() => document.querySelector("kindex-search").shadowRoot.querySelector("mark").textContent.length > 0), true);
      assert.deepEqual(the.complaints, []);
    });
  }

  test("requests nothing for one or two letters that others follow", async () => {
    const requested = [];
    the.tab.on("request", (request) => request.url().endsWith(".kds") && requested.push(request.url()));
    await visit('src="/indexes/sharded/"');
    await input().fill("t");
    await input().fill("th");
    await type("configuration");
    const all = requested.length;
    await input().fill("");
    await type("configuration");
    assert.equal(requested.length, all);
    assert.ok(all > 0 && all < 9, String(all));
  });

  test("takes properties that were set before it was registered, and other addresses after", async () => {
    await visit("", `<script>addEventListener("DOMContentLoaded", () => {
      const field = document.querySelector("kindex-search");
      field.src = "/indexes/harm.kdx"; field.limit = 1; field.options = { filters: {} };
    })</script>`);
    await type("wolverine");
    assert.equal(await options().count(), 1);
    const left = await the.tab.evaluate(() => {
      const field = document.querySelector("kindex-search");
      field.src = "/indexes/site.kdx";
      return field.shadowRoot.querySelectorAll("[role=option]").length;
    });
    assert.equal(left, 0);
    await type("theme");
    assert.match(await options().first().getAttribute("href"), /docs\/themes/);
  });

  test("keeps options that were set before it was registered", async () => {
    const head = `<script>addEventListener("DOMContentLoaded", () => {
      document.querySelector("kindex-search").options = { filters: { tags: "nothing has this" } };
    });</script>`;
    the.html = markup(SITE, head).replace(/<script type="module".*?<\/script>/, "");
    await the.tab.goto(the.server.address);
    await the.tab.addScriptTag({ type: "module", url: "/kindex/define.min.js" });
    await the.tab.waitForFunction(() => customElements.get("kindex-search"));
    await input().fill("configuration");
    await the.tab.locator("kindex-search [role=status]").getByText(/Nothing|No /).waitFor();
    assert.equal(await options().count(), 0);
  });

  test("stays as it is where it is moved, and does nothing before it is on the page", async () => {
    await visit(SITE);
    await the.tab.evaluate(() => document.createElement("kindex-search").show());
    await type("configuration");
    await the.tab.evaluate(() => document.querySelector("main").prepend(document.querySelector("kindex-search")));
    assert.equal(await input().inputValue(), "configuration");
    await type("configuration keys");
    assert.deepEqual(the.complaints, []);
  });

  test("passes over what a browser fills in without a key", async () => {
    await visit(`${SITE} shortcut="/"`);
    await the.tab.evaluate(() => document.body.dispatchEvent(new Event("keydown", { bubbles: true, composed: true })));
    assert.deepEqual(the.complaints, []);
  });

  test("opens a dialog", async () => {
    await visit(`${SITE} modal shortcut="/" placeholder="Search the docs"`);
    assert.equal(await input().isVisible(), false);
    await the.tab.getByRole("button", { name: /Search the docs/ }).click();
    await type("theme");
    await the.tab.keyboard.press("Escape");
    assert.equal(await input().isVisible(), false);
    await the.tab.keyboard.press("/");
    assert.equal(await the.tab.getByRole("dialog", { name: "Search" }).isVisible(), true);
    await type("theme");
    const to = await options().first().getAttribute("href");
    await the.tab.keyboard.press("Enter");
    await the.tab.waitForURL(to);
    assert.deepEqual(the.complaints, []);
  });
});
