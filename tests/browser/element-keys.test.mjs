// The search field and the keyboard: whose results a key opens, who hears it, input methods.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SITE, plain, withField } from "./field.mjs";

const FOLDER = 'src="/indexes/sharded/"';

/** Where an answer takes a while. */
const SLOW = {
  "a folder": FOLDER,
  "another thread": `${SITE} worker`,
  "a folder in another thread": `${FOLDER} worker`,
  "a folder, in the dialog": `${FOLDER} modal`,
};

/** What Sphinx and rustdoc do with keys, in their own words as far as that matters. */
const SHORTCUTS = `<link rel="next" href="#next"><script>
  const other = () => document.querySelector("p a").focus();
  document.addEventListener("keydown", (event) => {
    if (["TEXTAREA", "INPUT", "SELECT", "BUTTON"].includes(document.activeElement.tagName)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowRight" || event.key === "ArrowDown") location.hash = "next";
    if (event.key === "/") { other(); event.preventDefault(); }
  });
  document.addEventListener("keypress", (event) => {
    if (event.target.tagName !== "INPUT" && (event.key === "s" || event.key === "S")) { other(); event.preventDefault(); }
  });
  document.addEventListener("keyup", (event) => (window.keys = (window.keys ?? "") + event.key));
</script>`;

describe("the search field and the keyboard", () => {
  const the = withField();
  const { visit, type, input, options, part, catchChoice, chosen } = the;
  /** The links of all that was chosen. */
  const choices = () => the.tab.evaluate(() => window.choices.map(({ url }) => url));

  async function open(attributes, head) {
    await visit(attributes, head);
    if (attributes.includes("modal")) await part("button").click();
  }

  /**
   * Types queries at once, each with keys after it, before there can be an answer. Gives what is said then.
   *
   * @param {[query: string, ...keys: string[]][]} steps
   */
  const hurryOn = (...steps) =>
    input().evaluate((input, steps) => {
      for (const [query, ...keys] of steps) {
        input.value = query;
        input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
        for (const key of keys) input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));
      }
      return input.getRootNode().querySelector("[part=status]").textContent;
    }, steps);

  const hurry = (query, ...keys) => hurryOn([query, ...keys]);

  /** The links of a query's results, where nobody hurries. */
  async function linksOf(query) {
    await type(query);
    const rows = the.tab.locator("kindex-search [role=option]");
    return (await rows.evaluateAll((all) => all.map((one) => one.href).filter(Boolean))).map(plain);
  }

  for (const [name, attributes] of Object.entries(SLOW)) {
    test(`Enter opens what was typed, not what is still shown: ${name}`, async () => {
      await open(attributes);
      await type("theme");
      await catchChoice();
      const said = await hurry("deploy with rsync", "Enter");
      assert.equal(said, "Loading…");
      const { query, document } = await chosen();
      assert.deepEqual([query, document], ["deploy with rsync", "deploy.md"]);
    });
  }

  test("Enter waits for the first results, too", async () => {
    await visit(FOLDER);
    await catchChoice();
    await input().click();
    await the.tab.keyboard.type("theme");
    await the.tab.keyboard.press("Enter");
    assert.equal((await chosen()).query, "theme");
  });

  test("arrows move in the results that are to come", async () => {
    await open(FOLDER);
    const links = await linksOf("configuration");
    await type("theme");
    await catchChoice();
    await hurry("configuration", "ArrowDown", "ArrowDown", "Enter");
    assert.equal((await chosen()).url, links[2]);
  });

  for (const [name, attributes] of Object.entries(SLOW)) {
    test(`Enter pressed again while an answer is on its way chooses once: ${name}`, async () => {
      await open(attributes);
      const links = await linksOf("configuration");
      await type("theme");
      await catchChoice();
      await hurry("configuration", "ArrowDown", "ArrowDown", "Enter", "Enter");
      await chosen();
      await the.answered();
      assert.deepEqual(await choices(), [links[2]]);
    });
  }

  test("keys after Enter do nothing in a list that it closed, and the next query has its own", async () => {
    await open(FOLDER);
    const [first, , third] = await linksOf("configuration");
    await type("theme");
    await catchChoice();
    await hurry("configuration", "Enter", "ArrowDown");
    await chosen();
    await the.answered();
    await hurry("theme");
    await the.tab.locator("kindex-search a[href*=themes]").first().waitFor();
    await hurry("configuration", "ArrowDown", "Enter", "ArrowDown", "Enter");
    await the.tab.waitForFunction(() => window.choices.length > 1);
    await the.answered();
    assert.deepEqual(await choices(), [first, third]);
  });

  for (const attributes of [SITE, FOLDER, `${SITE} modal`, `${FOLDER} modal`]) {
    for (const keys of ["Enter", "Control+Enter"]) {
      test(`${keys} that is held down chooses once: ${attributes}`, async () => {
        await open(attributes);
        await type("theme");
        await catchChoice();
        await hurry("configuration");
        const [key, ...modifiers] = keys.split("+").reverse();
        for (const modifier of modifiers) await the.tab.keyboard.down(modifier);
        for (let i = 0; i < 4; i++) await the.tab.keyboard.down(key);
        await chosen();
        // Some later than the answer.
        for (let i = 0; i < 4; i++) await the.tab.keyboard.down(key);
        await the.answered();
        assert.equal((await choices()).length, 1);
        // Where one goes elsewhere, the list stays.
        assert.equal(await part("panel").isVisible(), modifiers.length > 0);
        if (attributes.includes("modal")) assert.equal(await part("dialog").isVisible(), modifiers.length > 0);
      });
    }
  }

  test("who types on opens nothing", async () => {
    await open(FOLDER);
    await type("theme");
    await catchChoice();
    await hurryOn(["deploy", "Enter"], ["configuration"]);
    await the.tab.locator("kindex-search a[href*=config]").first().waitFor();
    await the.answered();
    assert.equal(await the.tab.evaluate(() => window.chosen), undefined);
    assert.match(await options().first().getAttribute("href"), /config/);
  });

  for (const attributes of [FOLDER, `${FOLDER} modal`]) {
    test(`who leaves opens nothing, and finds it when coming back: ${attributes}`, async () => {
      await open(attributes);
      await type("theme");
      await catchChoice();
      await hurry("deploy with rsync", "Enter", "Escape");
      await the.answered();
      assert.equal(await the.tab.evaluate(() => window.chosen), undefined);
      assert.equal(await part("panel").isVisible(), false);
      if (attributes.includes("modal")) await part("button").click();
      else await input().click();
      await the.tab.locator("kindex-search a[href*=deploy]").first().waitFor();
    });
  }

  test("a click on what is still shown tells the query that it is of", async () => {
    await open(FOLDER);
    await type("theme");
    await catchChoice();
    let answer;
    const waiting = new Promise((resolve) => (answer = resolve));
    the.slow = (path) => path.endsWith(".kds") && waiting;
    await hurry("deploy with rsync");
    await options().first().evaluate((option) => option.click());
    answer();
    const { query, document } = await chosen();
    assert.deepEqual([query, document], ["theme", "themes.md"]);
  });

  for (const attributes of [FOLDER, `${FOLDER} worker`]) {
    test(`answers without a pause where nothing is to be loaded: ${attributes}`, async () => {
      await open(attributes);
      await type("theme");
      await input().fill("deploy with rsync");
      await the.tab.locator("kindex-search a[href*=deploy]").first().waitFor();
      // Now time stands still.
      await the.tab.clock.install();
      await the.tab.clock.pauseAt(Date.now() + 60_000);
      await input().fill("theme");
      await the.tab.waitForFunction(() => /themes/.test(document.querySelector("kindex-search").shadowRoot.querySelector("[role=option]")?.href));
    });
  }

  for (const attributes of [SITE, `${SITE} modal`]) {
    test(`keeps what is typed from the shortcuts of the page: ${attributes}`, async () => {
      await open(attributes, SHORTCUTS);
      await input().click();
      const before = the.tab.url();
      await the.tab.keyboard.type("themes/s");
      await options().first().waitFor();
      for (const key of ["ArrowDown", "ArrowLeft", "ArrowRight"]) await the.tab.keyboard.press(key);
      assert.equal(await input().inputValue(), "themes/s");
      assert.equal(the.tab.url(), before);
      assert.equal(await the.tab.evaluate(() => window.keys), undefined);
      assert.equal(await input().evaluate((input) => input.getRootNode().activeElement === input), true);
      // The page has its keys elsewhere still.
      await the.tab.keyboard.press("Escape");
      await the.tab.evaluate(() => document.activeElement.blur());
      await the.tab.keyboard.press("ArrowRight");
      assert.match(the.tab.url(), /#next$/);
    });
  }

  test("has its own shortcut from within the field, and of no other field", async () => {
    await visit(`${SITE} shortcut="mod+k"`);
    await type("theme");
    await the.tab.evaluate(() => {
      addEventListener("keydown", (event) => (window.keys = (window.keys ?? "") + event.key));
      getSelection().removeAllRanges();
    });
    await the.tab.keyboard.press("End");
    await the.tab.keyboard.press("Control+k");
    // The same key closes, and comes back.
    assert.equal(await part("panel").isVisible(), false);
    await the.tab.keyboard.press("Control+k");
    const selected = await input().evaluate((input) => [input.selectionStart, input.selectionEnd]);
    assert.deepEqual(selected, [0, 5]);
    assert.equal(await part("panel").isVisible(), true);
    assert.equal(await the.tab.evaluate(() => window.keys.includes("End")), false);
  });

  for (const modifier of ["Control", "Meta", "Shift"]) {
    for (const attributes of [SITE, `${SITE} modal`, FOLDER]) {
      test(`${modifier} and Enter open another tab: ${attributes}`, async () => {
        await open(attributes);
        await type("theme");
        const [before, to] = [the.tab.url(), plain(await options().first().getAttribute("href"))];
        const opened = the.tab.context().waitForEvent("page");
        await the.tab.keyboard.press(`${modifier}+Enter`);
        const other = await opened;
        await other.waitForURL(({ href }) => plain(href) === to);
        assert.equal(await other.evaluate(() => window.opener), null);
        assert.equal(the.tab.url(), before);
        assert.equal(await part("panel").isVisible(), true);
        await other.close();
        await catchChoice();
        await the.tab.keyboard.press(`${modifier}+Enter`);
        assert.equal((await chosen()).url, to);
        assert.equal(the.tab.context().pages().length, 1);
      });
    }
  }

  /** What an input method does: it composes, and at last commits. */
  async function compose() {
    const method = await the.tab.context().newCDPSession(the.tab);
    return {
      compose: (text) => method.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length }),
      commit: (text) => method.send("Input.insertText", { text }),
    };
  }

  test("does not search while an input method composes", async () => {
    await visit(SITE);
    await type("configuration");
    await input().fill("");
    const method = await compose();
    await input().focus();
    for (const text of ["th", "them", "theme"]) await method.compose(text);
    assert.equal(await input().inputValue(), "theme");
    await the.answered();
    assert.equal(await options().count(), 0);
    await method.commit("theme");
    await options().first().waitFor();
    assert.match(await options().first().getAttribute("href"), /themes/);
  });

  test("searches as one types on Android, where each word is composed", async () => {
    await the.look({ userAgent: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36" });
    await visit(SITE);
    const method = await compose();
    await input().focus();
    await method.compose("theme");
    await options().first().waitFor();
  });
});
