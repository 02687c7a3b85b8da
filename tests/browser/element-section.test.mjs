// The section of a result in the list and beside it, what is proposed to write, and the keys of both.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { program } from "../bundlers/support.mjs";
import { SITE, withField } from "./field.mjs";

const FILLER = "This sentence is of no use and only makes the section longer than it would be. ".repeat(6);

const ORCHARD = {
  id: "orchard",
  url: "/orchard",
  title: "Orchard",
  text: [
    "# Orchard",
    FILLER,
    "## Pruning",
    FILLER,
    `A quince wants \`sharp --shears\`, sun and a wall behind it. ${FILLER}`,
    "```sh\nprune --quickly\n```",
    "| Tool | For |\n| --- | --- |\n| Shears | Quince hedges |",
    "- one\n- two",
    FILLER,
    "## Storing",
    `${FILLER} A quince keeps until spring.`,
  ].join("\n\n"),
};

const HARM = { id: "harm", url: "/harm", title: "Harm", text: "# Harm\n\n<img src=x onerror=\"document.title='harmed'\"> quinces <b>bold</b>\n\n```html\n<script>alert(1)</script>\n```\n" };

/** Lines with backticks, and the code that they hold. */
const BACKTICKS = {
  "Call `a()` or `b c`.": ["a()", "b c"],
  "Rows: ``a`b``, `` `c` ``, ``` ``d ```.": ["a`b", "`c`", "``d"],
  "A sign ` and `one`, cut off` and `two`s": ["one", "two"],
  "Nothing: ` a `, ``b`, c": [],
};

describe("the section of a result", () => {
  const the = withField({ orchard: [ORCHARD, HARM], ticks: [{ id: "t", title: "Ticks", text: Object.keys(BACKTICKS).join("\n\n") }] });
  const { look, visit, type, input, options, part } = the;
  const press = (...keys) => keys.reduce((done, key) => done.then(() => the.tab.keyboard.press(key)), Promise.resolve());

  const ORCHARDS = 'src="/indexes/orchard.kdx"';

  /** A dialog that is too narrow for a section beside the list. */
  async function narrow(query = "quince wall", source = ORCHARDS) {
    await look({ viewport: { width: 800, height: 700 } });
    await visit(`${source} modal`);
    await part("button").click();
    await type(query);
  }

  test("opens in its place, without a request, with the passage marked and in sight", async () => {
    await narrow();
    const requests = [];
    the.tab.on("request", (request) => requests.push(request.url()));
    await press("ArrowRight");
    const section = part("section");
    await section.waitFor();
    const best = section.locator(".best");
    assert.match(await best.innerText(), /A quince wants/);
    assert.deepEqual((await best.locator("mark").allInnerTexts()).slice(0, 2), ["quince", "wall"]);
    const [outer, inner] = [await section.boundingBox(), await best.boundingBox()];
    assert.ok(inner.y >= outer.y - 1 && inner.y < outer.y + outer.height / 2, `${inner.y} in ${outer.y}`);
    // All of it is there, and code is code.
    assert.equal(await section.locator("pre code").first().textContent(), "prune --quickly");
    assert.ok((await section.locator("code").allTextContents()).includes("sharp --shears"));
    assert.equal(await section.locator("td").count(), 2);
    assert.equal(await section.locator("li").count(), 2);
    assert.deepEqual(requests, []);
    assert.equal(await options().first().evaluate((one) => one.nextElementSibling.part.value), "section");
    assert.deepEqual(the.complaints, []);
  });

  test("has the code of a page's lines as code, as the snippet has", async () => {
    await narrow("FrontMatterError attribute", SITE);
    const snippet = part("snippet").first();
    const code = ["FrontMatterError", "line_number", "pebble_site.errors.PebbleError", "PEBBLE_HOME"];
    assert.deepEqual(await snippet.locator("code").allTextContents(), code);
    assert.equal(await snippet.locator("code mark").first().textContent(), "FrontMatterError");
    assert.doesNotMatch(await snippet.textContent(), /`/);
    await press("ArrowRight");
    const section = part("section");
    await section.waitFor();
    const inLines = await section.locator(":not(pre) > code").allTextContents();
    assert.deepEqual(inLines.filter((one) => code.includes(one)), code);
    assert.doesNotMatch(await section.textContent(), /`/);
    // A finished page has it in elements.
    await type("XMLHttpRequest");
    assert.deepEqual(await part("snippet").first().locator("code mark").allTextContents(), ["XMLHttpRequest"]);
  });

  test("tells code from lone backticks", async () => {
    await narrow("rows", 'src="/indexes/ticks.kdx"');
    await press("ArrowRight");
    await part("section").waitFor();
    const shown = await part("section").locator("p:not(.label)").evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll("code")].map((code) => code.textContent)),
    );
    assert.deepEqual(shown, Object.values(BACKTICKS));
  });

  test("closes again, and the list goes on", async () => {
    await narrow();
    await press("ArrowRight");
    await part("section").waitFor();
    await press("ArrowLeft");
    assert.equal(await part("section").count(), 0);
    assert.equal(await input().evaluate((input) => input.selectionStart), "quince wall".length, "the caret stays");
    await press("ArrowLeft");
    assert.equal(await input().evaluate((input) => input.selectionStart), "quince wall".length - 1, "as no section is open");
    // With the caret within the text, the key is that of the text.
    await press("ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowRight");
    assert.equal(await part("section").count(), 0);
    // Who has moved in the list means the list.
    await press("ArrowDown", "ArrowRight");
    assert.equal(await part("section").count(), 1);
    assert.match(await part("section").innerText(), /keeps until spring/);
    await press("ArrowUp", "ArrowRight");
    assert.equal(await part("section").count(), 1, "one at a time");
    assert.match(await part("section").innerText(), /A quince wants/);
  });

  test("opens by its chevron, which leads nowhere", async () => {
    await narrow();
    await the.catchChoice();
    const before = the.tab.url();
    await part("open").nth(1).click();
    assert.equal(await part("section").count(), 1);
    await part("open").nth(1).click();
    assert.equal(await part("section").count(), 0);
    assert.deepEqual([the.tab.url(), await the.tab.evaluate(() => window.choices)], [before, []]);
  });

  test("is scrolled by page keys, and its passage is told to screen readers", async () => {
    await narrow();
    await press("ArrowRight");
    const top = () => part("section").evaluate((one) => one.scrollTop);
    await press("PageUp");
    await press("PageUp");
    assert.equal(await top(), 0);
    await press("PageDown");
    assert.ok((await top()) > 50);
    await the.tab.locator("kindex-search [role=status]", { hasText: "A quince wants" }).waitFor();
  });

  test("opens to the other side where pages are read from right to left", async () => {
    await look({ viewport: { width: 800, height: 700 } });
    await visit(`${ORCHARDS} modal`);
    await the.tab.evaluate(() => (document.documentElement.dir = "rtl"));
    await part("button").click();
    await type("quince wall");
    await press("ArrowDown", "ArrowLeft");
    assert.equal(await part("section").count(), 1);
    await press("ArrowRight");
    assert.equal(await part("section").count(), 0);
  });

  test("opens below a field of the page, too", async () => {
    await look({ viewport: { width: 700, height: 700 } });
    await visit(ORCHARDS);
    await input().click();
    await type("quince wall");
    await press("ArrowRight");
    assert.match(await part("section").innerText(), /A quince wants/);
    await press("Escape");
    await input().click();
    assert.equal(await part("panel").isVisible(), true);
  });

  test("stands beside the list where there is room, as the choice moves", async () => {
    await look({ viewport: { width: 1280, height: 800 } });
    await visit(`${ORCHARDS} modal`);
    await part("button").click();
    await type("quince wall");
    const preview = the.tab.getByRole("region", { name: "Section" });
    assert.match(await preview.innerText(), /A quince wants/);
    assert.match(await preview.locator(".path").innerText(), /Orchard › Pruning/);
    await press("ArrowDown");
    assert.match(await preview.innerText(), /keeps until spring/);
    await press("ArrowRight");
    assert.equal(await part("section").count(), 0);
    const [list, beside] = [await part("list").boundingBox(), await part("preview").boundingBox()];
    assert.ok(Math.abs(list.x + list.width - beside.x) < 2 && list.width > 300, "side by side");
    await the.tab.setViewportSize({ width: 800, height: 700 });
    await part("preview").waitFor({ state: "hidden" });
    await input().fill("quince spring");
    await the.tab.setViewportSize({ width: 1280, height: 800 });
    await part("preview").waitFor();
    assert.match(await preview.innerText(), /keeps until spring/, "it is that of what is typed now");
  });

  test("stands beside the list when the dialog is opened anew, by the room that there is then", async () => {
    await look({ viewport: { width: 1280, height: 800 } });
    await visit(`${ORCHARDS} modal`);
    await part("button").click();
    await type("quince wall");
    for (const [width, state] of [[1280, "visible"], [700, "hidden"], [1280, "visible"]]) {
      await press("Escape");
      await part("dialog").waitFor({ state: "hidden" });
      await the.tab.setViewportSize({ width, height: 800 });
      await part("button").click();
      await part("preview").waitFor({ state });
      await type("quince spring");
      await part("preview").waitFor({ state });
      await type("quince wall");
    }
  });

  test("shows texts as texts", async () => {
    await narrow("quinces bold");
    await press("ArrowDown", "ArrowUp", "ArrowRight");
    await part("section").waitFor();
    assert.match(await part("section").innerText(), /<img src=x/);
    assert.equal(await part("section").locator("img, script, b").count(), 0);
    assert.equal(await the.tab.title(), "Test");
    assert.deepEqual(the.complaints, []);
  });

  for (const [name, width] of Object.entries({ "in its place": 800, "beside the list": 1280 })) {
    test(`is accessible ${name}`, async () => {
      await look({ viewport: { width, height: 700 } });
      await visit(`${ORCHARDS} modal`);
      await part("button").click();
      await type("quince wall");
      await press("ArrowDown", "ArrowRight");
      await part(width > 1000 ? "preview" : "section").waitFor();
      await the.tab.addScriptTag({ content: await readFile(program("axe-core/axe.min.js"), "utf8") });
      const found = await the.tab.evaluate(() => window.axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])));
      assert.deepEqual(found, []);
    });
  }
});

describe("what is proposed to write", () => {
  const the = withField({ orchard: [ORCHARD] });
  const { visit, type, input, part } = the;
  const ghost = () => part("field").locator(".ghost").evaluate((one) => one.lastChild?.data ?? "");
  const press = (key) => the.tab.keyboard.press(key);

  async function typed(query, attributes = "") {
    await visit(`src="/indexes/orchard.kdx" ${attributes}`);
    if (attributes) await part("button").click();
    else await input().click();
    await type(query);
  }

  test("is a heading that begins so, which → writes", async () => {
    await typed("prun");
    assert.equal(await ghost(), "ing");
    await the.tab.locator("kindex-search [role=status]").getByText("→ completes to “pruning”").waitFor();
    await press("ArrowRight");
    assert.equal(await input().inputValue(), "pruning");
    await the.tab.waitForFunction(() => !document.querySelector("kindex-search").shadowRoot.querySelector(".ghost").lastChild?.data);
  });

  test("is a whole word of the index otherwise, which Tab writes in a dialog", async () => {
    await typed("the sente", "modal");
    assert.equal(await ghost(), "nce");
    await the.tab.locator("kindex-search [role=status]").getByText("Tab completes to “the sentence”").waitFor();
    await press("Tab");
    assert.equal(await input().inputValue(), "the sentence");
    assert.equal(await input().evaluate((input) => input.getRootNode().activeElement === input), true);
    await the.tab.waitForFunction(() => !document.querySelector("kindex-search").shadowRoot.querySelector(".ghost").lastChild?.data);
    await press("Tab");
    assert.equal(await input().evaluate((input) => input.getRootNode().activeElement === input), false, "with nothing to write, Tab goes on");
  });

  test("goes as soon as something else is typed, and nothing follows a whole word", async () => {
    await typed("prun");
    await input().evaluate((input) => {
      input.value = "prunx";
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
    assert.equal(await ghost(), "");
    await type("shears");
    assert.equal(await ghost(), "");
  });

  test("stands right behind what is typed", async () => {
    await typed("prun");
    const [typedEnd, whole] = await part("field").evaluate((field) => {
      const range = document.createRange();
      range.selectNodeContents(field.querySelector(".typed"));
      const canvas = document.createElement("canvas").getContext("2d");
      const input = field.querySelector("input");
      const style = getComputedStyle(input);
      canvas.font = style.font;
      const start = input.getBoundingClientRect().left + parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth);
      return [range.getBoundingClientRect().right, start + canvas.measureText("prun").width];
    });
    assert.ok(Math.abs(typedEnd - whole) < 1, `${typedEnd} and ${whole}`);
  });
});
