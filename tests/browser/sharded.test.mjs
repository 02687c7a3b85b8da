// An index in several files in a page: requests, round trips, and a strict policy.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { FOLDERS, serveRounds } from "./rounds.mjs";
import { ROOT, kindex, launch, openPage, serveFiles } from "./support.mjs";

describe("an index in several files, in a page", () => {
  let folder, server, browser;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-sharded-"));
    await kindex("build", join(ROOT, "tests/corpus"), "--pins", join(ROOT, "tests/cases/pins.yml"), "-o", folder, "--layout", "sharded", "-q");
    server = await serveFiles(FOLDERS(folder));
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true });
  });

  test("loads what an answer needs and nothing twice", async () => {
    const { page, complaints, close } = await openPage(browser);
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(server.address);
    const found = await page.evaluate(async () => {
      const { open } = await import("/kindex/index.js");
      const index = await open("/search/");
      const titles = async (query) => (await index.search(query, { prefix: true })).hits.map((hit) => hit.title);
      return [await titles("deploy with rsy"), await titles("deploy with rsync"), await titles("zzzz")];
    });
    assert.equal(found[0][0], "Deploying");
    assert.equal(found[1][0], "Deploying");
    assert.deepEqual(found[2], []);
    const shards = asked.filter((path) => path.endsWith(".kds"));
    assert.ok(shards.length > 0);
    assert.equal(new Set(shards).size, shards.length);
    assert.deepEqual(asked.filter((path) => path.startsWith("/search/") && !shards.includes(path)), ["/search/index.kdx"]);
    assert.deepEqual(complaints, []);
    await close();
  });

  // A last word of one letter is no beginning of another.
  for (const query of ["deploy", "deploy with rsy", "conf", "instalation", "deploy w"]) {
    test(`from the page to the answer for "${query}" there are three round trips`, async (t) => {
      const server = await serveRounds(folder, query, !query.endsWith(" w"));
      t.after(server.close);
      assert.deepEqual(server.rounds[0], ["/search/index.kdx"]);
      assert.equal(server.rounds.length, 3, "the head, then lists, then texts");
      const { page, complaints, close } = await openPage(browser);
      t.after(close);
      const failed = await answered(page, server.address, query).catch((error) => error);
      assert.deepEqual(server.wrong(), { unexpected: [], missing: [] });
      assert.ifError(failed);
      assert.deepEqual(await page.locator("#results li").allTextContents(), server.titles);
      assert.deepEqual(complaints, []);
    });
  }
});

async function answered(page, address, query) {
  await page.goto(address);
  await page.fill("#query", query);
  await page.waitForSelector("#results li");
}
