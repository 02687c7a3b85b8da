// Pages under the policies that docs/javascript.md shows.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ICON, PAGES, assertWorks, serveStrict } from "./strict.mjs";
import { launch, openPage } from "./support.mjs";

describe("under a strict Content-Security-Policy", () => {
  let site, browser;

  before(async () => {
    site = await serveStrict();
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** The hits of the page, and the requests that the policy forbade. */
  async function visited(name, allowed) {
    site.policy = allowed;
    const { page, complaints, close } = await openPage(browser);
    const refused = page.waitForEvent("console", (message) => message.type() === "error" && !ICON.test(message.text()));
    const failed = page.waitForEvent("pageerror");
    await page.goto(`${site.address}${name}`);
    const settled = page.waitForFunction(() => window.found).then((found) => found.jsonValue());
    for (const one of [settled, refused, failed]) one.catch(() => {});
    const found = await Promise.any([settled, refused.then(() => null), failed.then(() => null)]);
    const violated = await page.evaluate(() => window.violated);
    await close();
    return { found, complaints, violated };
  }

  async function check(name, allowed) {
    const { complaints, ...seen } = await visited(name, allowed);
    assertWorks(name, seen);
    assert.deepEqual(complaints.filter((one) => !ICON.test(one)), []);
  }

  for (const name of Object.keys(PAGES)) {
    test(`works: ${name}`, () => check(name, site.own));

    test(`works from another host: ${name}`, () => check(name, site.elsewhere));
  }

  test("needs each part of what the guide names", async () => {
    const needed = [
      [site.own, "script-src 'self' 'wasm-unsafe-eval'"],
      [site.own, "connect-src 'self'"],
      [site.own, "'wasm-unsafe-eval'"],
      [site.elsewhere, "worker-src blob:"],
      [site.elsewhere, `worker-src blob: ${site.host}`],
      [site.elsewhere, "'wasm-unsafe-eval'"],
    ];
    for (const [allowed, part] of needed) {
      // Without a directive others stand in for it, and where it names nothing it allows nothing.
      const name = part.startsWith("worker-src") ? "worker-src " : "";
      const { found } = await visited("thread", allowed.replace(part, name).replace(/;\s*;/, ";"));
      assert.equal(found, null, part);
    }
  });
});
