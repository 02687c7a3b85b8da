// What goes wrong with an index on its way to a reader, in Chromium: recovery-cells.mjs has the matrix.
import { describe, test } from "node:test";
import { NEW, OLD, assertAll, withHost } from "./recovery-cells.mjs";
import { pageOf } from "./recovery-host.mjs";
import { launch, openPage } from "./support.mjs";

describe("a reader whose index does not arrive as it should", () => {
  const the = withHost();

  test("has answers, or is told and then has answers", async () => {
    const browser = await launch();
    const { page, close } = await openPage(browser);
    try {
      await page.goto(the.host.address);
      await assertAll(the.host, page);
    } finally {
      await close();
      await browser.close();
    }
  });

  for (const offline of ["", " offline"]) {
    test(`comes back to a page that the browser kept over a deployment${offline}`, async () => {
      const states = { before: OLD, during: NEW };
      const address = the.host.add(`back${offline.trim()}`, { page: pageOf(`src="search/"${offline}`), states, state: OLD });
      const browser = await launch();
      const { page, close } = await openPage(browser);
      const input = page.locator("kindex-search input");
      const first = page.locator("kindex-search [role=option]").first();
      await page.goto(address);
      await input.fill("apple1");
      await first.waitFor();
      await page.goto(the.host.address);
      await fetch(`${address}host?during`, { method: "POST" });
      await page.goBack();
      await input.fill("apple7");
      await page.getByText("Page 7 of newer").first().waitFor();
      await close();
      await browser.close();
    });
  }
});
