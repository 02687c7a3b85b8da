// The keys that lead into the search field: from where they are its own, and with the element hidden.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SITE, markup, withField } from "./field.mjs";

/** Places where one writes, each with what puts the focus there. */
const WRITTEN = {
  "an input": "<input id=at>",
  "a div with role=textbox": "<div id=at role=textbox tabindex=0>Write</div>",
  "what is in a searchbox": "<div role=searchbox><span id=at tabindex=0>Write</span></div>",
  "what can be edited": "<p contenteditable id=at>Write</p>",
  "a closed tree": "<div id=host></div>",
  "a closed tree of an element that takes the focus itself": "<x-box id=host></x-box>",
  "a closed tree that passes the focus on": "<x-box id=host class=delegates></x-box>",
};

const UNWRITTEN = {
  "a link": "<a id=at href=#a>Link</a>",
  "a button": "<button id=at>Button</button>",
  "a heading": "<h2 id=at tabindex=-1>Heading</h2>",
  "an element of the page's own": "<x-card id=at tabindex=0>Card</x-card>",
  "a box that scrolls": "<div id=at style='overflow: auto; height: 2em'>One<br>two<br>three<br>four</div>",
};

/** Puts the focus into what a page has. */
const enter = () => {
  const host = document.getElementById("host");
  if (!host) return document.getElementById("at").focus();
  const root = host.attachShadow({ mode: "closed", delegatesFocus: host.className === "delegates" });
  root.innerHTML = "<input>";
  return root.firstChild.focus();
};

describe("the keys that lead into the search field", () => {
  const the = withField();
  const { visit, part, input, type } = the;

  const isOpen = () => part("dialog").isVisible();

  async function open(content, attributes = `${SITE} modal`) {
    await visit(attributes);
    await the.tab.evaluate((content) => {
      window.untaken = 0;
      window.addEventListener("keydown", (event) => (window.untaken += Number(!event.defaultPrevented)));
      document.body.insertAdjacentHTML("beforeend", content);
    }, content);
  }

  for (const [name, content] of Object.entries(WRITTEN)) {
    test(`are letters in ${name}`, async () => {
      await open(content);
      await the.tab.evaluate(enter);
      await the.tab.keyboard.press("/");
      assert.equal(await isOpen(), false);
      assert.equal(await the.tab.evaluate(() => window.untaken), 1);
      await the.tab.keyboard.press("Control+k");
      assert.equal(await isOpen(), true, "with a modifier they are keys");
    });
  }

  for (const [name, content] of Object.entries(UNWRITTEN)) {
    test(`are keys on ${name}`, async () => {
      await open(content);
      await the.tab.locator("#at").focus();
      await the.tab.keyboard.press("/");
      assert.equal(await isOpen(), true);
    });
  }

  for (const keys of ["Control+Shift+k", "Meta+Shift+k", "Control+Alt+k", "Control+Meta+k", "Control+/", "Meta+/"]) {
    test(`are not ${keys}`, async () => {
      await open("");
      await the.tab.keyboard.press(keys);
      assert.equal(await isOpen(), false);
      const pressed = keys.split("+").length;
      assert.equal(await the.tab.evaluate(() => window.untaken), pressed, "the browser has it");
    });
  }

  /** What Ctrl and a key send in layouts, and whether it is Ctrl+K there. */
  const LAYOUTS = [
    ["k", "KeyK", true],
    ["K", "KeyK", true],
    ["л", "KeyK", true],
    ["κ", "KeyK", true],
    ["ל", "KeyK", true],
    ["ن", "KeyK", true],
    ["ㅏ", "KeyK", true],
    ["კ", "KeyK", true],
    ["क", "KeyK", true],
    ["า", "KeyK", true],
    ["Process", "KeyK", true],
    // Dvorak, Colemak and Turkish F have another Latin letter there.
    ["k", "KeyV", true],
    ["k", "KeyN", true],
    ["t", "KeyK", false],
    ["e", "KeyK", false],
    ["ı", "KeyK", false],
    ["л", "KeyJ", false],
    ["к", "KeyR", false],
    ["Process", "KeyJ", false],
    ["Dead", "KeyK", false],
    [";", "KeyK", false],
  ];
  for (const [key, code, isShortcut] of LAYOUTS) {
    test(`are ${isShortcut ? "" : "not "}Ctrl and ${key} at ${code}`, async () => {
      await open("");
      await the.tab.evaluate((keys) => document.body.dispatchEvent(new KeyboardEvent("keydown", { ...keys, ctrlKey: true, bubbles: true, composed: true, cancelable: true })), { key, code });
      assert.equal(await isOpen(), isShortcut);
    });
  }

  const onMac = () => the.tab.addInitScript(() => Object.defineProperty(navigator, "userAgentData", { value: { platform: "macOS" } }));

  test("leave Ctrl+K to who writes on a Mac, where it deletes to the end of the line", async () => {
    await onMac();
    await open("<input id=at>");
    await the.tab.locator("#at").focus();
    await the.tab.keyboard.press("Control+k");
    assert.equal(await isOpen(), false);
    await the.tab.keyboard.press("Meta+k");
    assert.equal(await isOpen(), true);
    await type("theme");
    await the.tab.keyboard.press("Control+k");
    assert.equal(await isOpen(), true, "in its own field, too");
    await the.tab.keyboard.press("Meta+k");
    assert.equal(await isOpen(), false);
    await the.tab.evaluate(() => document.activeElement.blur());
    await the.tab.keyboard.press("Control+k");
    assert.equal(await isOpen(), true, "it is a key where nobody writes");
  });

  /** Pages that hide the element. */
  const HIDDEN = {
    "in what is not displayed": ["<style>main { display: none }</style>", ""],
    "not displayed itself": ["<style>kindex-search { display: none }</style>", ""],
    "with the attribute hidden": ["", "hidden"],
    "in a closed details": ["", "", "details"],
    "in a menu that is not visible": ["<style>main { visibility: hidden; pointer-events: none }</style>", ""],
    "without its button": ["<style>kindex-search::part(button) { display: none }</style>", ""],
    "not displayed where its parent is not": ["<style>main, kindex-search { display: none !important }</style>", ""],
  };

  for (const [name, [head, attributes, around]] of Object.entries(HIDDEN)) {
    test(`open the dialog of an element ${name}`, async () => {
      await visit(`${SITE} modal ${attributes}`, head);
      await the.tab.evaluate((around) => {
        const field = document.querySelector("kindex-search");
        if (around) field.replaceWith(Object.assign(document.createElement(around), { id: "around" })), document.getElementById("around").append(field);
        window.before = document.documentElement.outerHTML.replace(/ style=""/, "");
      }, around);
      await the.tab.keyboard.press("Control+k");
      // The panel lets it be seen, once it is loaded.
      await part("dialog").waitFor();
      assert.equal(await part("button").isVisible(), false);
      await the.catchChoice();
      await type("theme");
      await the.options().first().click();
      assert.match((await the.chosen()).url, /themes/);
      assert.equal(await isOpen(), false);
      await the.tab.waitForFunction(() => document.documentElement.outerHTML.replace(/ style=""/, "") === window.before);
      await the.tab.evaluate(() => document.querySelector("kindex-search").open());
      assert.equal(await isOpen(), true);
      assert.equal(await input().inputValue(), "theme");
      await the.tab.keyboard.press("Escape");
      await the.tab.waitForFunction(() => document.documentElement.outerHTML.replace(/ style=""/, "") === window.before);
      assert.deepEqual(the.complaints, []);
    });
  }

  test("open the element that is seen, of several", async () => {
    the.html = markup(`${SITE} modal id="hidden" hidden`, "").replace("</main>", `<kindex-search ${SITE} modal id="seen"></kindex-search></main>`);
    await the.tab.goto(the.server.address);
    await the.tab.waitForFunction(() => customElements.get("kindex-search"));
    await the.tab.keyboard.press("/");
    assert.equal(await the.tab.locator("#seen [part=dialog]").isVisible(), true);
    assert.equal(await the.tab.locator("#hidden [part=dialog]").isVisible(), false);
    await the.tab.keyboard.press("Control+k");
    assert.equal(await the.tab.locator("#seen [part=dialog]").isVisible(), false);
    assert.equal(await the.tab.locator("#hidden [part=dialog]").isVisible(), false);
  });

  for (const style of ["display: none", "visibility: hidden"]) {
    test(`are the page's where there is a field and no dialog, with ${style}`, async () => {
      await open("", SITE);
      await the.tab.evaluate((style) => document.querySelector("main").setAttribute("style", style), style);
      await the.tab.keyboard.press("/");
      assert.equal(await the.tab.evaluate(() => window.untaken), 1);
    });
  }

  test("are gone with an element that the page removes while its dialog is shown", async () => {
    await visit(`${SITE} modal hidden`);
    await the.tab.keyboard.press("/");
    await part("dialog").waitFor();
    await the.tab.evaluate(() => document.querySelector("kindex-search").remove());
    await the.drawn();
    assert.equal(await the.tab.evaluate(() => document.querySelector("kindex-search")), null);
    await the.tab.keyboard.press("/");
    assert.equal(await the.tab.evaluate(() => getComputedStyle(document.documentElement).overflow), "visible");
  });
});
