// The search field on pages as generators of documentation make them: dark ones that say nothing of
// it, small text, instant navigation; and the page behind the dialog.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { SITE, markup, withField } from "./field.mjs";
import { soon } from "./support.mjs";

/** Pages that are dark: their styles, what makes them so, and what makes them light again. */
const DARK = {
  "furo": {
    style: `body { --background: #fff; background: var(--background); color: #000 }
      body[data-theme="dark"] { --background: #131416; color: #ffffffd9 }`,
    toggle: (isDark) => (document.body.dataset.theme = isDark ? "dark" : "light"),
  },
  "rustdoc": {
    style: `[data-theme="dark"] { --main-background-color: #353535; --main-color: #ddd }
      body { background-color: var(--main-background-color, white); color: var(--main-color, black) }`,
    toggle: (isDark) => document.documentElement.setAttribute("data-theme", isDark ? "dark" : "light"),
  },
  "eleventy-base-blog": {
    style: `:root { --background-color: #fff; --text-color: #000 }
      @media (prefers-color-scheme: dark) { :root { --background-color: #15202b; --text-color: #fff } }
      html, body { background-color: var(--background-color); color: var(--text-color) }`,
    isOfSystem: true,
  },
  "a class, after a while": {
    style: `body { background: #fafafa; transition: background-color 0.3s } .dark body { background: #1e1e2e; color: #eee }`,
    toggle: (isDark) => document.documentElement.classList.toggle("dark", isDark),
  },
  "a box that fills the page": {
    style: `main { min-height: 95vh; background: oklch(0.98 0 0) } .dark { background: oklch(0.21 0.03 264); color: #eee }`,
    toggle: (isDark) => document.querySelector("main").classList.toggle("dark", isDark),
  },
  "another style sheet": {
    style: "body { background: white }",
    toggle(isDark) {
      const sheet = document.getElementById("dark") ?? document.head.appendChild(Object.assign(document.createElement("style"), { id: "dark" }));
      sheet.textContent = isDark ? "body { background: rgb(10 20 30) !important; color: white }" : "";
    },
  },
};

/** Pages that are light, whatever else is on them, and dark ones that say so. */
const KNOWN = {
  "a dark bar on a light page": ["header { background: #222; padding: 1rem; height: 60px }", "light"],
  "a dark column on a light page": ["header { background: #222; width: 300px; height: 4000px }", "light"],
  "a light page of a dark system": ["body { background: white; color: black }", "light", "dark"],
  "no background in a dark system": ["", "light", "dark"],
  "color-scheme in a dark system": [":root { color-scheme: light dark }", "dark", "dark"],
  "color-scheme in a light system": [":root { color-scheme: light dark }", "light", "light"],
  "color-scheme: dark": [":root { color-scheme: dark }", "dark"],
  "what the page says of the element": ["body { background: #111 } kindex-search { color-scheme: light }", "light"],
};

const MATERIAL = `html { font-size: 125% } body { font: 0.5rem/1.1 Roboto, sans-serif }
  .md-grid { max-width: 61rem; margin: auto }`;

describe("the search field on pages of all kinds", () => {
  const the = withField();
  const { look, visit, type, input, options, part, catchChoice, chosen } = the;

  /** Waits until a part has a light or a dark background. */
  const becomes = (name, expected) =>
    the.tab.waitForFunction(
      ([name, expected]) => {
        const canvas = document.createElement("canvas").getContext("2d");
        const part = document.querySelector("kindex-search").shadowRoot.querySelector(`[part~=${name}]`);
        canvas.fillStyle = getComputedStyle(part).backgroundColor;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
        return (red + green + blue < 3 * 128 ? "dark" : "light") === expected;
      },
      [name, expected],
    );

  async function shoot(name) {
    const folder = process.env.SCREENSHOTS;
    if (folder) await the.tab.screenshot({ path: join(folder, `page ${name}.png`.replaceAll(" ", "-")) });
  }

  for (const [name, { style, toggle, isOfSystem }] of Object.entries(DARK)) {
    for (const attributes of ["", "modal"]) {
      test(`is dark where the page is, and light again: ${name} ${attributes}`, async () => {
        const change = (isDark) =>
          isOfSystem ? the.tab.emulateMedia({ colorScheme: isDark ? "dark" : "light" }) : the.tab.evaluate(toggle, isDark);
        await look({ colorScheme: "light" });
        await visit(`${SITE} placeholder="Search" ${attributes}`, `<style>${style}</style>`);
        await becomes(attributes ? "button" : "input", "light");
        await change(true);
        // What a style sheet changes is seen when the field is used.
        if (attributes) await part("button").click();
        await type("theme");
        const parts = attributes ? ["button", "dialog", "input", "panel"] : ["input", "panel"];
        for (const one of parts) await becomes(one, "dark");
        await shoot(`${name} ${attributes}`);
        await change(false);
        if (name === "another style sheet") await input().blur().then(() => input().click());
        for (const one of parts) await becomes(one, "light");
      });
    }
  }

  test("is dark from the start where the page is", async () => {
    await visit(SITE, "<style>[data-theme=dark] { background: #0f1419 }</style><script>document.documentElement.dataset.theme = 'dark'</script>");
    await becomes("input", "dark");
  });

  for (const [name, [style, expected, colorScheme = "light"]] of Object.entries(KNOWN)) {
    test(`is ${expected}: ${name}`, async () => {
      await look({ colorScheme });
      await visit(SITE, `<style>${style}</style>`);
      if (style.startsWith("header")) {
        await the.tab.evaluate(() => {
          const header = document.body.insertBefore(document.createElement("header"), document.body.firstChild);
          header.append(document.querySelector("kindex-search"));
        });
      }
      await type("theme");
      await becomes("input", expected);
      await becomes("panel", expected);
    });
  }

  /** Size and height of the lines of what is read, in pixels. */
  const textOf = (name) =>
    part(name).first().evaluate((one) => [getComputedStyle(one).fontSize, getComputedStyle(one).lineHeight]);

  for (const attributes of ["", "modal"]) {
    test(`has text of its own size where that of the page is small: Material for MkDocs ${attributes}`, async () => {
      await visit(`${SITE} ${attributes}`, `<style>${MATERIAL}</style>`);
      if (attributes) {
        assert.deepEqual(await textOf("button"), ["16px", "24px"]);
        await part("button").click();
      }
      await type("theme");
      assert.deepEqual(await textOf("input"), ["16px", "24px"]);
      assert.deepEqual(await textOf("title"), ["16px", "24px"]);
      assert.match(await part("title").first().evaluate((one) => getComputedStyle(one).fontFamily), /Roboto/);
      await shoot(`Material ${attributes}`);
    });
  }

  test("has the text that the page wants", async () => {
    await visit(SITE, "<style>kindex-search { font-size: 20px }</style>");
    await type("theme");
    assert.deepEqual(await textOf("title"), ["20px", "30px"]);
    await the.tab.addStyleTag({ content: "kindex-search { --kindex-font: 18px/2 monospace }" });
    assert.deepEqual(await textOf("title"), ["18px", "36px"]);
    assert.deepEqual(await textOf("input"), ["18px", "36px"]);
  });

  for (const [name, style] of Object.entries({ "the page": "", "its body": "html, body { height: 100% } body { overflow: auto }" })) {
    test(`does not scroll ${name} behind the dialog`, async () => {
      await look({ viewport: { width: 1000, height: 600 } });
      await visit(`${SITE} modal`, `<style>main { height: 5000px } ${style}</style>`);
      const top = () => the.tab.evaluate(() => document.scrollingElement.scrollTop);
      /** Turns the wheel, until the page has heard of it or, where it scrolls, until it stands still. */
      const scroll = async (last) => {
        const ended = await the.tab.evaluateHandle((last) => ({ end: new Promise((resolve) => document.addEventListener(last, resolve, { once: true })) }), last);
        await the.tab.mouse.move(20, 580);
        await the.tab.mouse.wheel(0, 300);
        await soon(ended.evaluate(({ end }) => end.then(() => {})));
        await the.drawn();
      };
      await scroll("scrollend");
      const before = await top();
      assert.ok(before > 0, "it can be scrolled");
      await the.tab.evaluate(() => document.querySelector("kindex-search").show());
      await scroll("wheel");
      assert.equal(await top(), before);
      await the.tab.keyboard.press("Escape");
      await the.drawn();
      assert.equal(await top(), before);
      await scroll("scrollend");
      assert.ok((await top()) > before, "and again when it is closed");
    });
  }

  test("can show a dialog again that was removed while it was open", async () => {
    await visit(`${SITE} modal`, "<style>main { height: 5000px }</style>");
    await part("button").click();
    await type("theme");
    await the.tab.evaluate(() => {
      window.field = document.querySelector("kindex-search");
      window.field.remove();
    });
    assert.equal(await the.tab.evaluate(() => getComputedStyle(document.documentElement).overflow), "visible");
    await the.tab.evaluate(() => document.body.append(window.field));
    await part("button").click();
    assert.equal(await part("dialog").evaluate((dialog) => dialog.matches(":modal")), true);
    assert.equal(await the.tab.evaluate(() => getComputedStyle(document.documentElement).overflow), "hidden");
    await type("configuration");
    await part("close").click();
    await the.tab.waitForFunction(() => getComputedStyle(document.documentElement).overflow === "visible");
  });

  for (const attributes of ["", "modal"]) {
    test(`searches again when what it asks for changes ${attributes}`, async () => {
      await visit(`${SITE} ${attributes}`);
      if (attributes) await part("button").click();
      await type("theme");
      const set = (properties) => the.tab.evaluate((given) => Object.assign(document.querySelector("kindex-search"), given), properties);
      const shows = (count) => the.tab.waitForFunction((count) => document.querySelector("kindex-search").shadowRoot.querySelectorAll("[role=option]:not([part~=page])").length === count, count);
      await set({ limit: 2 });
      await shows(2);
      await set({ limit: 5 });
      await shows(5);
      await set({ options: { limit: 3 } });
      await shows(3);
      await set({ options: { filters: { tags: "nothing has this" } } });
      await shows(0);
      await set({ options: undefined });
      await shows(5);
      await the.tab.keyboard.press("ArrowDown");
      await set({ options: {} });
      await the.answered();
      // The second row may be a page above its sections.
      const rows = the.tab.locator("kindex-search [role=option]");
      assert.equal(await rows.nth(1).getAttribute("aria-selected"), "true", "the same once more changes nothing");
      await set({ src: "/indexes/none.kdx" });
      await part("error").waitFor();
      await set({ src: "/indexes/sharded/" });
      await shows(5);
    });
  }

  test("finds anew what was asked for while it was closed", async () => {
    await visit(SITE);
    await type("theme");
    await the.tab.keyboard.press("Escape");
    await the.tab.evaluate(() => (document.querySelector("kindex-search").limit = 2));
    assert.equal(await part("panel").isVisible(), false);
    await input().click();
    await part("panel").waitFor();
    await options().nth(1).waitFor();
    assert.equal(await options().count(), 2);
  });

  test("stands instant navigation, which sets src to what it is before there is an element", async () => {
    const relative = 'src="../../indexes/site.kdx"';
    the.html = markup(relative, "").replace(/<script type="module".*?<\/script>/, "");
    await the.tab.goto(`${the.server.address}guide/start/`);
    await the.tab.evaluate(() => {
      for (const field of document.querySelectorAll("[src]")) {
        const { src } = field;
        field.src = src;
      }
    });
    await the.tab.addScriptTag({ type: "module", url: "/kindex/define.min.js" });
    await the.tab.waitForFunction(() => customElements.get("kindex-search"));
    assert.equal(await the.tab.evaluate(() => document.querySelector("kindex-search").getAttribute("src")), "../../indexes/site.kdx");
    // It goes to another page, whose address is shorter.
    await the.tab.evaluate(() => {
      history.pushState(null, "", "/");
      const field = document.querySelector("kindex-search");
      const { src } = field;
      field.src = src;
    });
    await catchChoice();
    await type("theme");
    await the.tab.keyboard.press("Enter");
    assert.match((await chosen()).url, /docs\/themes/);
  });

  test("takes nothing for no attribute", async () => {
    await visit(`${SITE} placeholder="Search" limit="2" per-document="1"`);
    const found = await the.tab.evaluate(() => {
      const field = document.querySelector("kindex-search");
      Object.assign(field, { placeholder: undefined, limit: null, perDocument: undefined });
      return [field.getAttributeNames(), field.placeholder, field.limit, field.perDocument];
    });
    assert.deepEqual(found, [["src"], "", 8, 3]);
  });
});
