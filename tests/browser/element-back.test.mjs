// Whoever comes back by "Back" finds the search by which a page was left, and no other.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withField } from "./field.mjs";

const BIRDS = Array.from({ length: 6 }, (_, i) => ({
  id: `bird-${i}`,
  url: `/bird-${i}`,
  title: `Bird ${i}`,
  text: `A heron and an egret, number ${i}, stand in the water.`,
}));

/** A result that leads to a place of a page. */
const GUIDE = { id: "guide", url: "/guide#install", title: "Guide", text: "A puffin is installed on the cliff by the sea." };

const SOURCE = 'src="/indexes/birds.kdx"';

/** A page that is left by ordinary links, too, and can be scrolled. */
const HEAD = "<style>main { margin-block-start: 2000px; min-height: 2000px }</style>";

/** Follows results without loading, as a router does. */
const asRouter = (isCopying) =>
  addEventListener("kindex-select", (event) => {
    event.preventDefault();
    history.pushState(isCopying ? history.state : null, "", event.detail.url);
  });

describe("the search field after Back", () => {
  const the = withField({ birds: [...BIRDS, GUIDE] });
  const { visit, type, input, options, part } = the;

  const address = (path) => new URL(path, the.server.address).href;
  const path = () => new URL(the.tab.url()).pathname;
  const chosen = () => options().evaluateAll((all) => all.findIndex((one) => one.ariaSelected === "true"));
  const defined = () => the.tab.waitForFunction(() => customElements.get("kindex-search"));

  /** Opens a result in the dialog, the one at a place. */
  async function leave(query, at) {
    await part("button").click();
    await type(query);
    for (let i = 0; i < at; i++) await the.tab.keyboard.press("ArrowDown");
    await the.tab.keyboard.press("Enter");
    await the.tab.waitForURL(`**/bird-${at}*`);
    await defined();
  }

  /** Follows an ordinary link. */
  async function follow(to) {
    await the.tab.evaluate((to) => document.body.append(Object.assign(document.createElement("a"), { id: "on", href: to, textContent: "On" })), to);
    await the.tab.evaluate(() => document.getElementById("on").click());
    await the.tab.waitForURL(address(to));
    await defined();
  }

  async function goBack(to) {
    await the.tab.goBack();
    await the.tab.waitForURL(address(to));
    await defined();
  }

  const found = async () => {
    await options().first().waitFor();
    return [await input().inputValue(), await chosen()];
  };

  /** Nothing comes once all is there that a search needs. */
  async function staysClosed() {
    await the.loaded("panel.min.js");
    assert.equal(await part("dialog").isVisible(), false);
  }

  test("is open where a result was opened, and not where the same page was reached by a link", async () => {
    await visit(`${SOURCE} modal`);
    await leave("heron", 2);
    await follow("/");
    await follow("/other");
    await goBack("/");
    await staysClosed();
    await the.tab.goBack();
    await the.tab.waitForURL("**/bird-2*");
    await defined();
    await staysClosed();
    await goBack("/");
    assert.deepEqual(await found(), ["heron", 2]);
  });

  test("is that of each page, also after other searches", async () => {
    await visit(`${SOURCE} modal`);
    await leave("heron", 2);
    await leave("egret", 1);
    await the.tab.goBack();
    await the.tab.waitForURL("**/bird-2*");
    assert.deepEqual(await found(), ["egret", 1]);
    await the.tab.keyboard.press("Escape");
    await goBack("/");
    assert.deepEqual(await found(), ["heron", 2]);
  });

  test("is that of each page where pages change without loading", async () => {
    await visit(`${SOURCE} modal`);
    await the.tab.evaluate(asRouter);
    await leave("heron", 2);
    await leave("egret", 1);
    await the.tab.goBack();
    assert.deepEqual(await found(), ["egret", 1]);
    await the.tab.keyboard.press("Escape");
    await the.tab.goBack();
    await part("dialog").waitFor();
    await the.tab.waitForFunction(() => document.querySelector("kindex-search").value === "heron");
    assert.deepEqual(await found(), ["heron", 2]);
    assert.equal(path(), "/");
  });

  test("is closed on a page that has the state of the one before", async () => {
    await visit(`${SOURCE} modal`);
    await the.tab.evaluate(asRouter, true);
    await leave("heron", 2);
    await the.tab.evaluate(() => history.pushState(null, "", "/other"));
    await the.tab.goBack();
    await the.tab.waitForURL("**/bird-2*");
    await staysClosed();
    await the.tab.goBack();
    assert.deepEqual(await found(), ["heron", 2]);
  });

  test("leaves the page what it keeps in its history", async () => {
    await visit(`${SOURCE} modal`);
    await the.tab.evaluate(() => history.replaceState({ scrolled: 7 }, ""));
    await leave("heron", 0);
    await the.tab.goBack();
    await found();
    assert.deepEqual(await the.tab.evaluate(() => history.state), { scrolled: 7 });
  });

  test("is closed where somebody has closed it", async () => {
    await visit(`${SOURCE} modal`);
    await leave("heron", 0);
    await goBack("/");
    await found();
    await the.tab.keyboard.press("Escape");
    await follow("/other");
    await goBack("/");
    await staysClosed();
  });

  test("has the query in the page, and takes neither the focus nor the page's place", async () => {
    await visit(SOURCE, HEAD);
    await type("heron");
    await the.tab.keyboard.press("Enter");
    await the.tab.waitForURL("**/bird-0*");
    await defined();
    await the.tab.goBack();
    await the.tab.waitForURL(address("/"));
    await the.tab.waitForFunction(() => document.querySelector("kindex-search")?.value === "heron");
    await the.tab.evaluate(() => scrollTo(0, 0));
    await the.answered();
    assert.deepEqual(await the.tab.evaluate(() => [document.activeElement.localName, scrollY]), ["body", 0]);
    assert.equal(await part("panel").isVisible(), false);
    await input().click();
    await options().first().waitFor();
  });

  test("is closed where a result leads to the present address", async () => {
    await visit(`${SOURCE} modal highlight="off"`);
    await the.tab.goto(address("/guide#install"));
    await defined();
    for (let i = 0; i < 2; i++) {
      await part("button").click();
      await type("puffin");
      await the.tab.keyboard.press("Enter");
      await staysClosed();
    }
    await follow("/other");
    await goBack("/guide#install");
    await staysClosed();
  });

  test("leaves the address of a page that comes without loading as it is", async () => {
    await visit(`${SOURCE} mode="page"`);
    await the.tab.evaluate(asRouter);
    await input().fill("heron");
    await the.tab.locator("kindex-search a[part~=option]").first().click();
    await the.tab.waitForURL("**/bird-0*");
    assert.equal(new URL(the.tab.url()).search, "");
    await the.tab.goBack();
    assert.equal(new URL(the.tab.url()).search, "?q=heron");
  });
});
