// The shared cases, in a browser: the same hits and the same scores, bit for bit.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ROOT, launch, openPage, serveFiles } from "./support.mjs";
import { runFile } from "./tasks.mjs";

const CASES = join(ROOT, "tests", "cases");
const files = (await readdir(CASES)).filter((name) => name.endsWith(".json")).sort();

describe("shared cases in a browser", () => {
  let server, browser, page;

  before(async () => {
    server = await serveFiles({ kindex: join(ROOT, "dist", "npm"), tests: join(ROOT, "tests") });
    browser = await launch();
    ({ page } = await openPage(browser));
    await page.goto(server.address);
  });

  after(async () => {
    await browser?.close();
    await server?.close();
  });

  test("exist", () => assert.notEqual(files.length, 0, `no case files in ${CASES}`));

  for (const name of files) {
    test(name, async () => {
      const { cases, differences } = await page.evaluate(runFile, name);
      assert.notEqual(cases, 0, "there are no cases");
      assert.deepEqual(differences, []);
    });
  }
});
