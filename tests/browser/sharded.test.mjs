// An index in several files in a page: requests, round trips, and a strict policy.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ROOT, kindex, launch, openPage, serveFiles } from "./support.mjs";

describe("an index in several files, in a page", () => {
  let folder, server, browser;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-sharded-"));
    await kindex("build", join(ROOT, "tests/corpus"), "-o", folder, "--layout", "sharded", "-q");
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
      const { open } = await import("/kindex/sharded.js");
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

  for (const query of ["deploy", "deploy with rsy", "conf", "instalation"]) {
    test(`from the page to the answer for "${query}" there are three round trips`, async (t) => {
      const { rounds, titles } = await inNode(folder, query);
      assert.deepEqual(rounds.shift(), ["/search/index.kdx"]);
      assert.equal(rounds.length, 2, "lists, then texts");
      const gate = gateOf([[...START, "/search/index.kdx"], ...rounds]);
      const server = await serveFiles(FOLDERS(folder), { page: await pageOfGuide(), ...gate, headers });
      t.after(server.close);
      const { page, complaints, close } = await openPage(browser);
      t.after(close);
      const failed = await answered(page, `${server.address}page`, query).catch((error) => error);
      assert.deepEqual(gate.surprises, [], "asked for twice, or not known to be wanted");
      assert.deepEqual(gate.missing(), [], "waits for something else");
      assert.ifError(failed);
      assert.deepEqual(await page.locator("#results li").allTextContents(), titles);
      assert.deepEqual(complaints, []);
    });
  }
});

const FOLDERS = (search) => ({ kindex: join(ROOT, "dist", "npm"), search });

/** What the page asks for at once, besides the head. */
const START = ["/kindex/sharded.min.js", "/kindex/sharded/sharded_bg.wasm"];

/** As docs/large-sites.md wants it. */
const headers = (path) => (path.endsWith(".kdx") ? { "cache-control": "no-cache" } : {});

/** The page that docs/large-sites.md shows. */
async function pageOfGuide() {
  const guide = await readFile(join(ROOT, "docs/large-sites.md"), "utf8");
  return /```html\n(.*?)```/s.exec(guide)[1].replace("<title>", '<link rel="icon" href="data:,"><title>');
}

async function answered(page, address, query) {
  await page.goto(address);
  await page.fill("#query", query);
  await page.waitForSelector("#results li");
}

/** The same search in Node: what is asked for in each round, and what the answers are called. */
async function inNode(folder, query) {
  const { open } = await import("../../dist/npm/sharded.js");
  const rounds = [];
  let round;
  const index = await open(async (name) => {
    if (!round) rounds.push((round = []));
    round.push(`/search/${name}`);
    await new Promise(setImmediate); // All of a round have been asked for then.
    round = undefined;
    return readFile(join(folder, name));
  });
  const { hits } = await index.search(query, { prefix: true, limit: 5 });
  return { rounds, titles: hits.map(({ title }) => title) };
}

/** So many requests at a time browsers make to a host that speaks HTTP/1.1, as the one here does. */
const AT_ONCE = 6;

/** Answers the requests of a round when all of it have been made, or all that can be at a time. */
function gateOf(rounds) {
  const surprises = [];
  const waiting = new Map();
  const missing = () => (rounds[0] ?? []).filter((path) => !waiting.has(path));
  const before = (path) => {
    if (path === "/page") return undefined;
    if (!missing().includes(path)) return void surprises.push(path);
    return new Promise((resolve) => {
      waiting.set(path, resolve);
      const left = missing();
      if (left.length > 0 && waiting.size < AT_ONCE) return;
      if (left.length > 0) rounds[0] = left;
      else rounds.shift();
      for (const answer of waiting.values()) answer();
      waiting.clear();
    });
  };
  return { before, missing, surprises };
}
