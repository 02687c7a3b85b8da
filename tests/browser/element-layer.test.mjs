// The list below a field lies over the page: nothing there cuts it off, and it follows its field.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SITE, withField } from "./field.mjs";
import { bar, intoBar, places } from "./layer.mjs";

/** Styles of a bar that cut off or move what lies in it. */
const BARS = {
  "that scrolls": "overflow-x: auto; height: 50px",
  "that hides what sticks out": "overflow: hidden; height: 50px",
  "with overflow: clip": "overflow: clip; height: 50px",
  "with contain: paint": "contain: paint; height: 50px",
  "with contain: strict": "contain: strict; height: 50px",
  "with a clip-path": "clip-path: inset(0); height: 50px",
  "with a transform": "transform: translate(20px, 10px); overflow: hidden; height: 50px",
  "with a filter": "filter: drop-shadow(0 0 1px); overflow: hidden; height: 50px",
  "with will-change": "will-change: transform; overflow: hidden; height: 50px",
  "that is a container of queries": "container-type: size; height: 50px",
  "below another layer": "position: relative; z-index: 0",
};

/** Covers all of the page but the bar, as a header of the page's own or a banner might. */
const COVER = "<style>main > p { position: fixed; inset: 80px 0 0; z-index: 99999; background: red }</style>";

describe("the list lies over the page", () => {
  const the = withField();
  const { visit, type, input, part, look } = the;
  const at = () => the.tab.evaluate(places);

  const isBelow = ({ input, panel }) => {
    assert.ok(Math.abs(panel.top - input.bottom - 6) < 1.5, `at ${panel.top} below ${input.bottom}`);
    assert.ok(Math.abs(panel.left - input.left) < 1.5, `at ${panel.left} with ${input.left}`);
  };

  for (const [name, style] of Object.entries(BARS)) {
    test(`and is seen whole in a bar ${name}`, async () => {
      await visit(SITE, bar(style) + COVER);
      await the.tab.evaluate(intoBar);
      await type("theme");
      const found = await at();
      assert.ok(found.isSeen);
      isBelow(found);
      assert.ok(found.panel.width >= 480, `${found.panel.width} px wide`);
      await the.tab.keyboard.press("Escape");
      await part("panel").waitFor({ state: "hidden" });
      assert.deepEqual(the.complaints, []);
    });
  }

  test("and stays at its field as the page scrolls and its layout changes", async () => {
    await visit(SITE, "<style>body { height: 3000px } main { height: 250px; overflow: auto } main > p { height: 1000px } kindex-search { inline-size: 300px }</style>");
    await type("theme");
    const acts = {
      "the page scrolls": () => scrollTo(0, 60),
      "a box around it scrolls": () => document.querySelector("main").scrollTo(0, 40),
      "something comes above it": () => document.querySelector("h1").insertAdjacentHTML("beforebegin", "<div style='height: 33px'>Banner</div>") || (document.body.style.height = "3033px"),
      "the field becomes wide": () => (document.querySelector("kindex-search").style.inlineSize = "600px"),
    };
    for (const act of Object.values(acts)) {
      await the.tab.evaluate(act);
      await the.drawn();
      await the.drawn();
      isBelow(await at());
    }
    const { input: field, panel } = await at();
    assert.equal(panel.width, field.width);
  });

  test("and goes with a bar that slides away", async () => {
    await visit(SITE, bar("transition: transform 0.1s"));
    await the.tab.evaluate(intoBar);
    await type("theme");
    await the.tab.evaluate(() => {
      const nav = document.querySelector("nav");
      const ended = new Promise((resolve) => nav.addEventListener("transitionend", resolve, { once: true }));
      nav.style.transform = "translate(30px, 40px)";
      return ended;
    });
    await the.drawn();
    isBelow(await at());
  });

  test("and in a page with a zoom of its own", async () => {
    await visit(SITE, "<style>body { zoom: 1.5; margin: 0 } kindex-search { inline-size: 300px }</style>");
    await type("theme");
    const { input: field, panel } = await at();
    assert.ok(Math.abs(panel.left - field.left) < 1.5 && panel.top >= field.bottom && panel.top < field.bottom + 12, `${panel.left}, ${panel.top}`);
  });

  test("and stands above a field at the foot of the window", async () => {
    await visit(SITE, "<style>kindex-search { position: fixed; inset: auto auto 10px 20px; inline-size: 300px }</style>");
    await type("theme");
    const { input: field, panel, isSeen } = await at();
    assert.ok(isSeen);
    assert.ok(Math.abs(field.top - panel.bottom - 6) < 1.5, `${panel.bottom} above ${field.top}`);
    assert.ok(panel.top >= 8);
  });

  test("and has none of the styles of the text around it", async () => {
    const style = "font-style: italic; font-weight: 700; letter-spacing: 3px; word-spacing: 9px; text-indent: 40px; text-shadow: 0 0 3px red; text-transform: uppercase; text-align: center; cursor: help";
    const looks = () =>
      part("status").evaluate((one) => {
        const { fontStyle, fontWeight, letterSpacing, wordSpacing, textIndent, textShadow, textTransform, textAlign, cursor } = getComputedStyle(one);
        return [fontStyle, fontWeight, letterSpacing, wordSpacing, textIndent, textShadow, textTransform, textAlign, cursor];
      });
    await visit(SITE);
    await type("theme");
    const plain = await looks();
    await visit(SITE, `<style>main { ${style}; opacity: 0.4 } * { outline: 3px solid red; margin: 7px } [popover] { inset: 0; margin: auto; border: 9px solid red }</style>`);
    await type("theme");
    assert.deepEqual(await looks(), plain);
    assert.equal(await part("panel").evaluate((one) => getComputedStyle(one).borderTopWidth), "1px");
  });

  test("and is a part of the page where there are no popovers", async () => {
    await look({ viewport: { width: 1280, height: 700 } });
    await the.tab.addInitScript(() => delete HTMLElement.prototype.popover);
    await visit(SITE, "<style>body { margin: 0 } main { padding: 1rem; box-sizing: border-box; inline-size: 250px; overflow: auto; block-size: 100vh }</style>");
    await type("theme");
    const box = await part("panel").boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 250, "it stays within what would cut it off");
    await the.tab.keyboard.press("Escape");
    await part("panel").waitFor({ state: "hidden" });
    assert.deepEqual(the.complaints, []);
  });

  test("and is closed with an element that is moved or taken away, and opens again", async () => {
    await visit(SITE);
    await type("theme");
    await the.tab.evaluate(() => document.body.append(document.querySelector("kindex-search")));
    assert.equal(await part("panel").isVisible(), false);
    await input().click();
    await part("option").first().waitFor();
    isBelow(await at());
    await the.tab.evaluate(() => document.querySelector("kindex-search").remove());
    assert.deepEqual(the.complaints, []);
  });

  test("and over a dialog of the page that has the field", async () => {
    await visit(SITE);
    await the.tab.evaluate(() => {
      const dialog = document.createElement("dialog");
      dialog.style.cssText = "overflow: hidden; height: 60px; padding: 5px";
      document.body.append(dialog);
      dialog.append(document.querySelector("kindex-search"));
      dialog.showModal();
    });
    await type("theme");
    assert.ok((await at()).isSeen);
    await the.catchChoice();
    await part("option").first().click();
    assert.match((await the.chosen()).url, /themes/);
  });
});
