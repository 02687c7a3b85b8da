// docs/components.md as it stands: sites that Next.js exports below a path, with the field in their header.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { SENTENCE, SITES, built } from "../nextjs/sites.mjs";
import { launch, openPage, serve } from "./support.mjs";

/** Tasks run in pages. */
const lightness = () => {
  const seen = [...document.querySelectorAll("kindex-search")].find((field) => field.shadowRoot.querySelector("dialog").open);
  const [red, green, blue] = getComputedStyle(seen.shadowRoot.querySelector("dialog")).backgroundColor.match(/\d+/g).map(Number);
  return (red + green + blue) / 765;
};

/** What is marked, once it stands in the window. */
const landed = () => {
  const [range] = CSS.highlights.get("kindex-passage") ?? [];
  const { top, bottom } = range?.getBoundingClientRect() ?? {};
  return top >= 0 && bottom <= innerHeight && range.toString();
};

for (const [name, { slashes, missing = false, first, place, care }] of Object.entries(SITES)) {
  for (const trailingSlash of slashes) {
    describe(`the recipe for ${name}${trailingSlash ? ", with slashes" : ""}`, { skip: missing }, () => {
      let site, server, browser;

      before(async () => {
        site = await built(name, { trailingSlash });
        server = await serve(site.out, "--base-path", "/manual");
        browser = await launch();
      });

      after(async () => {
        await browser?.close();
        await server?.close();
        await site?.remove();
      });

      /** Opens the first page, does something with it, and looks that nothing was wrong. */
      async function visiting(act) {
        const { page, complaints, close } = await openPage(browser);
        try {
          await page.goto(new URL(`/manual/${first}`, server.address).href);
          await page.waitForFunction(() => customElements.get("kindex-search"));
          await act(page, (part) => page.locator(`${place} kindex-search ${part}`));
          assert.deepEqual(complaints, []);
        } finally {
          await close();
        }
      }

      test("puts search into the pages after the build", () => assert.match(site.said, /^out: search is in \d+ pages$/m));

      test("leads from the field in the header to the sentence, without loading the page", () =>
        visiting(async (page, field) => {
          await page.evaluate(() => (window.isFirst = true));
          await field("button").first().click();
          await field("input").fill("scissors");
          await field("[part~=option]").first().waitFor();
          await page.keyboard.press("Enter");
          await page.waitForURL((url) => url.pathname === `/manual/${care}${trailingSlash ? "/" : ""}`);
          const marked = await (await page.waitForFunction(landed)).jsonValue();
          assert.ok(SENTENCE.includes(marked.trim()), marked);
          assert.equal(await page.evaluate(() => window.isFirst), true);
          assert.equal(new URL(page.url()).hash, "#trimming-the-wick");
        }));

      test("leads back to the first page, and to code", () =>
        visiting(async (page, field) => {
          await page.evaluate(() => (window.isFirst = true));
          for (const [query, heading] of [["scissors", "Care"], ["fog", "Lanterns"], ["snuff gently", "Care"]]) {
            await page.keyboard.press("ControlOrMeta+k");
            await field("input").fill(query);
            await field("[part~=option]").first().waitFor();
            await page.keyboard.press("Enter");
            await page.locator("h1", { hasText: heading }).waitFor();
          }
          assert.equal(await page.evaluate(() => window.isFirst), true);
        }));

      test("is dark as long as the page has the class", () =>
        visiting(async (page, field) => {
          await page.keyboard.press("ControlOrMeta+k");
          await field("input").waitFor();
          assert.ok((await page.evaluate(lightness)) > 0.8);
          await page.evaluate(() => document.documentElement.classList.add("dark"));
          await page.waitForFunction(`(${lightness})() < 0.2`);
        }));
    });
  }
}
