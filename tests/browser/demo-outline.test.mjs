// The outline of a document in the demo.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertClean, go, openNew, page, seen, type } from "./demo-page.mjs";
import { SENTENCE } from "./fixture.mjs";

describe("the outline of a result", () => {
  test("draws the document as an outline with the matches lit", async () => {
    await go("?index=long");
    await type("quin");
    await page.locator(".show-outline").click();
    await seen(".outline .strong");
    const about = await page.locator(".outline .about").textContent();
    assert.match(about, /^\d+ chunks in 2 levels · 1 passage matches$/);
    assert.equal(await page.locator(".row.strong").count(), 1);
    assert.equal(await page.locator(".row.weak").count(), 0);
    const above = page.locator("li:has(> ul .strong) > .row");
    assert.deepEqual(await above.locator(".name").allTextContents(), ["Estate", "Orchard"]);
    assert.equal(await above.and(page.locator(".above")).count(), 2);
    assert.equal(await page.locator("[aria-current] .name").textContent(), "Orchard");
    const scores = await page.locator(".score").evaluateAll((all) => all.map((one) => one.lastChild.data));
    assert.equal(scores.length, 3);
    assert.equal(new Set(scores).size, 1, "what is above has the score of the best in it");
    assert.ok(Number(scores[0]) > 0);
    for (const tokens of await page.locator(".tokens").allTextContents()) assert.match(tokens, /^≈ [\d,]+ tokens?$/);

    // A branch without matches is folded, and its rows come when it is unfolded.
    const meadow = page.locator("li:not(:has(li)):has(> .row .fold)", { hasText: "Meadow" });
    assert.equal(await meadow.locator(".fold").getAttribute("aria-expanded"), "false");
    await meadow.locator(".fold").click();
    await seen(".rows .rows .rows >> text=Meadow");

    await page.locator(".strong .chunk").click();
    assert.ok((await page.locator(".text:visible").textContent()).includes(SENTENCE));
    assert.equal(await page.locator(".text:visible mark").textContent(), "quince");
    await page.locator("[aria-current]").click();
    const text = page.locator("li:has(> .row [aria-current]) > .text");
    assert.ok((await text.locator(".match.best").textContent()).includes(SENTENCE));
    assert.ok((await text.textContent()).includes("ladders"));
    assert.equal(await page.locator("#section-0").isHidden(), true);

    await page.locator(".show-outline").click();
    await page.locator(".outline").waitFor({ state: "hidden" });
    assertClean();
  });

  test("moves in the outline by keys, as in a tree", async () => {
    await go("?index=long&q=quince");
    await seen(".show-outline");
    await page.locator(".toggle").focus();
    const focused = () =>
      page.evaluate(() => document.activeElement.querySelector(".name")?.textContent ?? document.activeElement.textContent);
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
      return focused();
    };
    assert.equal(await press("Tab"), "Outline");
    await press("Enter");
    await seen(".outline");
    assert.equal(await press("ArrowDown"), "Orchard", "the row of the result");
    assert.equal(await press("ArrowLeft"), "Orchard", "which folds first");
    assert.equal(await page.locator(".strong").isHidden(), true);
    assert.equal(await press("ArrowLeft"), "Estate");
    assert.equal(await press("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"), "Orchard");
    await seen(".strong");
    assert.ok(await page.evaluate(() => document.activeElement.closest(".rows .rows .rows")), "in its first child");
    assert.equal(await press("Home"), "Estate");
    assert.equal(await press("ArrowUp"), "Outline");
    assert.equal(await press("ArrowLeft"), "Outline");
    await page.locator(".outline").waitFor({ state: "hidden" });
    await press("ArrowRight");
    await page.locator(".strong .chunk").focus();
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.equal(outline, "solid", "the focus shows");
    await press("Enter");
    await seen(".text mark");
    assert.equal(await press("End"), "Meadow");
    assertClean();
  });

  test("lights all matches of each document, whatever the rank of its result", async () => {
    for (const [name, query] of [["fixture", "trees"], ["many", "heron"], ["kindex", "index"]]) {
      await go(`?index=${name}&q=${query}`);
      await seen("#results li");
      const expected = await page.evaluate(async ([index, words]) => {
        const { open } = await import("./kindex/explore.js");
        const opened = await open(`indexes/${index}.kdx`);
        const found = opened.search(words, { limit: 10, prefix: true });
        const whole = opened.search(words, { limit: 1e6, prefix: true, returnLevel: opened.stats().levels.length });
        const of = (id) => whole.hits.find((hit) => hit.document === id);
        return found.hits.map((hit) => [of(hit.document).children.length, hit.id.split("#").pop()]);
      }, [name, query]);
      for (const button of await page.locator(".show-outline").all()) await button.click();
      const shown = await page.locator(".outline").evaluateAll((all) =>
        all.map((one) => [
          one.querySelectorAll(":is(.strong, .weak)").length,
          one.querySelector("[aria-current]").getAttribute("aria-controls").replace(/^outline-\d+-|-text$/g, ""),
        ]),
      );
      assert.deepEqual(shown, expected);
    }
    assertClean();
  });

  test("can be read: rows of the outline have contrast in the dark and in the light", async () => {
    for (const colorScheme of ["light", "dark"]) {
      await openNew({ colorScheme });
      await go("?index=kindex&q=index");
      await page.locator(".show-outline").first().click();
      await seen(".row.strong");
      const least = await page.locator(".row :is(.name, .score, .tokens, .here)").evaluateAll(leastContrast);
      assert.ok(least >= 4.5, `${colorScheme}: ${least}`);
    }
  });
});

/** The least contrast that the text of elements has with what is behind it; runs in the page. */
function leastContrast(elements) {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const luminance = (color) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
      const value = byte / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return color === "rgba(0, 0, 0, 0)" ? behind(element.parentElement) : color;
  };
  const contrasts = elements.map((element) => {
    const both = [luminance(getComputedStyle(element).color), luminance(behind(element))];
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  });
  return Math.min(...contrasts);
}
