// The demo for the tests of a file: built once, with a page of its own for each test.
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { after, afterEach, before, beforeEach } from "node:test";
import { addFixture } from "./fixture.mjs";
import { copyOfDemo, launch, openPage, remove, serve } from "./support.mjs";

/** The folder of the demo. */
export let folder;

/** The page of the test that runs. */
export let page;

let server, browser, complaints, close;

before(async () => {
  folder = await copyOfDemo();
  await addFixture(folder);
  server = await serve(folder);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
  await remove(dirname(folder));
});

beforeEach(() => openNew());
afterEach(() => close());

/** Opens another page in the place of the one before. */
export async function openNew(options) {
  await close?.();
  ({ page, complaints, close } = await openPage(browser, options));
}

export const go = (query = "") => page.goto(server.address + query);
export const type = (words) => page.locator("#query").pressSequentially(words);
export const seen = (selector) => page.locator(selector).first().waitFor({ state: "visible" });
export const until = (condition, argument) => page.waitForFunction(condition, argument);

/** The browser found nothing wrong: no error, no warning, nothing that the policy forbids. */
export const assertClean = () => assert.deepEqual(complaints, []);
