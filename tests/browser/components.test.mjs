// The search field in React, Vue and Svelte: rendered on a server, taken over by the page.
import assert from "node:assert/strict";
import { readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { FRAMEWORKS, built } from "../bundlers/components.mjs";
import { ROOT, kindex, launch, openPage, serveFiles } from "./support.mjs";

for (const name of Object.keys(FRAMEWORKS)) {
  describe(`the search field in ${name}`, () => {
    let made, server, browser, html;

    before(async () => {
      made = await built(name);
      await kindex("build", join(ROOT, "tests", "corpus"), "-o", join(made.folder, "site.kdx"), "--base-url", "/docs/", "-q");
      html = await made.render();
      const page = `<!doctype html><html lang="en"><title>Test</title><link rel="icon" href="data:,">
        <div id="app">${html}</div><script>document.querySelector("kindex-search").isFirst = true</script>
        <script type="module" src="/pages/client.js"></script></html>`;
      server = await serveFiles({ pages: made.pages, "site.kdx": join(made.folder, "site.kdx") }, { page });
      browser = await launch();
    });

    after(async () => {
      await browser?.close();
      await server?.close();
      if (made) await rm(made.folder, { recursive: true, force: true });
    });

    test("is rendered on a server", () => {
      assert.match(html, /<kindex-search[^>]* src="\/site\.kdx"/);
      assert.match(html, /placeholder="Search"/);
      assert.match(html, /limit="5"/);
    });

    test("is taken over by the page, searches and tells what was chosen", async () => {
      const { page, complaints } = await openPage(browser);
      await page.goto(server.address);
      await page.waitForFunction(() => customElements.get("kindex-search"));
      const field = page.locator("kindex-search");
      assert.deepEqual(await field.evaluate(({ limit, placeholder }) => [limit, placeholder]), [5, "Search"]);
      await field.locator("input").fill("configuration");
      await field.locator("[part~=option]").first().waitFor();
      assert.match(await field.locator("[part~=status]").textContent(), /^[1-5] of \d+ pages$/);
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.getElementById("chosen").textContent !== "");
      assert.equal(await page.textContent("#chosen"), "Configuration");
      assert.equal(new URL(page.url()).pathname, "/", "the page does not go there, as the handler prevents it");
      assert.equal(await field.count(), 1);
      assert.equal(await field.evaluate(({ isFirst }) => isFirst), true, "it is the element that the server sent");
      assert.deepEqual(complaints, []);
    });

    test("is shown in its document as it was tested", async () => {
      const document = await readFile(join(ROOT, "docs", "components.md"), "utf8");
      const folder = join(ROOT, "examples", name);
      for (const file of await readdir(folder)) {
        const text = await readFile(join(folder, file), "utf8");
        assert.ok(document.includes(`\`\`\`${file.split(".").pop()}\n${text}\`\`\``), file);
      }
    });
  });
}
