// The list lies over the page in the browsers beside Chromium.
import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ENGINES, start } from "./engines.mjs";
import { SITE, buildIndexes, markup } from "./field.mjs";
import { bar, intoBar, places } from "./layer.mjs";
import { ROOT, remove, serveFiles } from "./support.mjs";

describe("the list lies over the page in other browsers", () => {
  let folder;
  let server;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-layer-"));
    await buildIndexes(folder);
    const page = markup(SITE, bar("overflow: hidden; contain: paint; height: 50px"));
    server = await serveFiles({ kindex: join(ROOT, "dist", "npm"), indexes: folder }, { page: () => page });
  });

  after(() => Promise.all([server?.close(), remove(folder)]));

  for (const [engine, { missing }] of Object.entries(ENGINES)) {
    test(`in ${engine}`, { skip: missing }, async () => {
      const page = await start(engine);
      try {
        await page.goto(server.address);
        await page.until(() => Boolean(customElements.get("kindex-search")));
        await page.evaluate(intoBar);
        await page.evaluate(() => {
          const input = document.querySelector("kindex-search").shadowRoot.querySelector("input");
          input.focus();
          input.value = "theme";
          input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
        });
        await page.until(() => document.querySelector("kindex-search").shadowRoot.querySelector("[role=option]") !== null);
        const { input, panel, isSeen } = await page.evaluate(places);
        assert.ok(isSeen);
        assert.ok(panel.height > 150, `${panel.height} px high`);
        assert.ok(Math.abs(panel.top - input.bottom - 6) < 1.5, `at ${panel.top} below ${input.bottom}`);
      } finally {
        await page.close();
      }
    });
  }
});
