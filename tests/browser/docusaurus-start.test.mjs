// integrations/docusaurus while its example site is written: `docusaurus start` searches the sources.
import assert from "node:assert/strict";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { FIELD, foundPages, isDefined, options, pathsOf, type } from "../docusaurus/page.mjs";
import { served, site } from "../docusaurus/site.mjs";
import { launch, openPage } from "./support.mjs";

describe("Kindex in docusaurus start", () => {
  let made, server, browser;

  before(async () => {
    made = await site();
    [server, browser] = await Promise.all([served(made.folder), launch()]);
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await made?.remove();
  });

  /**
   * Opens the field and asks, until a result leads there: the index is made when Docusaurus has read the
   * files, and a new page mounts the field anew, which closes it.
   */
  async function finds(page, query, path) {
    const isFound = async () => (await pathsOf(page)).includes(path);
    do {
      await page.keyboard.press("Escape");
      await page.evaluate(([field, query]) => document.querySelector(field).search(query), [FIELD, query]);
      await options(page).first().waitFor({ timeout: 1000 }).catch(() => {});
    } while (!(await isFound()));
  }

  test("searches the sources, and follows them without a reload", async () => {
    const { page, complaints, close } = await openPage(browser);
    try {
      await page.goto(`${server.address}docs/loops`);
      await isDefined(page);
      await page.locator(FIELD).click();
      await type(page, "bowline");
      const posts = ["/handbook/blog/2026/03/01/first-meeting", "/handbook/blog/2026/04/05/second-edition"];
      assert.deepEqual(await foundPages(page), [...posts, "/handbook/docs/loops"]);
      await writeFile(join(made.folder, "docs/splices.md"), "---\nslug: /woven\n---\n\n# Splices\n\n## Eyes\n\nAn eye is woven of rope.\n");
      await finds(page, "eyes", "/handbook/docs/woven#eyes");
      await page.evaluate(() => (window.isFirst = true));
      await appendFile(join(made.folder, "docs/loops.md"), "\n## Garland\n\nA string of garlic ends in a loop.\n");
      // Webpack's change of the page comes after that of the index, and closes the list.
      await page.locator("h2#garland").waitFor({ state: "attached" });
      await finds(page, "garlic", "/handbook/docs/loops#garland");
      await options(page).filter({ hasText: "Garland" }).first().click();
      await page.waitForURL("**/handbook/docs/loops#garland");
      await page.locator("h2#garland").waitFor();
      assert.equal(await page.evaluate(() => window.isFirst), true);
      // Webpack's own complaint about a module that it replaces, and React's about what follows from that.
      const isOfReplacement = (text) => text.startsWith("[HMR]") || /onRecoverableError: Error: There was an error during concurrent/.test(text);
      assert.deepEqual(complaints.filter((text) => !isOfReplacement(text)), []);
    } finally {
      await close();
    }
  });
});
