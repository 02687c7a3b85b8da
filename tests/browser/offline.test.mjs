// An index that was opened before is searched without a network.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { buildIndexes } from "./field.mjs";
import { ROOT, launch, openPage, serveFiles } from "./support.mjs";

const NOTES = [{ id: "okapi", title: "Okapi", text: "The okapi eats leaves." }];
const OTHERS = [{ id: "tapir", title: "Tapir", text: "The tapir eats fruit." }];

/** Opens and searches as a page that was just loaded does, in a realm of its own. */
const find = async ([source, query, options]) => {
  const { open } = await import(`/kindex/offline.js?${Math.random()}`);
  try {
    const index = await open(new URL(source, location.href).href, options);
    const { hits } = await index.search(query);
    index.close();
    return hits[0]?.document ?? "nothing";
  } catch (error) {
    return error.code ?? String(error);
  }
};

const kept = () => caches.open("kindex").then((cache) => cache.keys()).then((all) => all.map(({ url }) => new URL(url).pathname).sort());

describe("an index that is kept", () => {
  let folder, server, browser, page, close, refused;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-offline-"));
    await buildIndexes(folder, { notes: NOTES, others: OTHERS });
    // Modules come from the server still: here it is the index and the engine that are cut off.
    server = await serveFiles(
      { kindex: join(ROOT, "dist", "npm"), indexes: folder },
      { before: (path) => (refused?.test(path) ? new Promise(() => {}) : undefined) },
    );
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    refused = undefined;
    ({ page, close } = await openPage(browser));
    await page.goto(server.address);
  });

  afterEach(() => close());

  /** No network for what is no module. */
  const cut = () => page.route(/\.(kdx|kds|wasm|gz)$/, (route) => route.abort());
  const search = (...given) => page.evaluate(find, given);

  for (const [source, options] of [["/indexes/notes.kdx"], ["/indexes/notes.kdx", { worker: true }], ["/indexes/notes/"], ["/indexes/notes/", { worker: true }]]) {
    test(`answers without a network: ${source} ${JSON.stringify(options ?? "")}`, async () => {
      assert.equal(await search(source, "okapi", options), "okapi");
      await page.reload();
      await cut();
      assert.equal(await search(source, "okapi", options), "okapi");
      assert.equal(await search("/indexes/others.kdx", "tapir"), "fetch_failed", "what was never there is not");
    });
  }

  test("is the new one as soon as there is one, without what was kept of the old one", async () => {
    await cp(join(folder, "notes"), join(folder, "current"), { recursive: true });
    assert.equal(await search("/indexes/current/", "okapi"), "okapi");
    const old = await page.evaluate(kept);
    await rm(join(folder, "current"), { recursive: true });
    await cp(join(folder, "others"), join(folder, "current"), { recursive: true });
    assert.equal(await search("/indexes/current/", "tapir"), "tapir");
    assert.equal(await search("/indexes/current/", "okapi"), "nothing");
    const shards = (paths) => paths.filter((path) => path.endsWith(".kds"));
    assert.ok(shards(old).length > 0, String(old));
    assert.deepEqual(shards(await page.evaluate(kept)).filter((path) => shards(old).includes(path)), []);
    await cut();
    assert.equal(await search("/indexes/current/", "tapir"), "tapir");
  });

  test("is not taken where the host says that it is gone", async () => {
    await cp(join(folder, "notes.kdx"), join(folder, "gone.kdx"));
    assert.equal(await search("/indexes/gone.kdx", "okapi"), "okapi");
    await rm(join(folder, "gone.kdx"));
    assert.equal(await search("/indexes/gone.kdx", "okapi"), "fetch_failed");
  });

  test("is taken where the network hangs", async () => {
    assert.equal(await search("/indexes/notes.kdx", "okapi"), "okapi");
    refused = /notes\.kdx/;
    assert.equal(await search("/indexes/notes.kdx", "okapi"), "okapi");
  });

  test("has a bound", async () => {
    const left = await page.evaluate(async () => {
      const { constant } = await import("/kindex/element/offline.js");
      const cache = await caches.open("kindex");
      for (const name of ["a", "b", "c"]) {
        const bytes = new Uint8Array(30 << 20);
        await cache.put(`/${name}`, new Response(bytes, { headers: { "content-length": String(bytes.length) } }));
      }
      await constant("/indexes/notes.kdx");
      return (await (await caches.open("kindex")).keys()).map(({ url }) => new URL(url).pathname);
    });
    assert.deepEqual(left, ["/b", "/c", "/indexes/notes.kdx"]);
  });
});

/** The blocks of docs/offline.md in a language. */
const blocksOf = async (language) => {
  const text = await readFile(join(ROOT, "docs", "offline.md"), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block);
};

/** What the field keeps. */
const KEPT = ["/site.kdx", "/kindex/search/search_bg.wasm"];

describe("a site as docs/offline.md has it", () => {
  let folder, server, browser;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-offline-"));
    await buildIndexes(folder);
    const [worker] = await blocksOf("js");
    await writeFile(join(folder, "sw.js"), worker);
    const [field, script] = await blocksOf("html");
    const page = `<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,">
      <script type="module" src="/kindex/define.min.js"></script>${field}${script}</html>`;
    const files = { kindex: join(ROOT, "dist", "npm"), "sw.js": join(folder, "sw.js"), "site.kdx": join(folder, "site.kdx") };
    server = await serveFiles(files, { page });
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Waits until a cache has what is at a path. */
  async function settled(page, cache, path) {
    const has = ([cache, path]) => caches.open(cache).then((one) => one.match(path)).then(Boolean);
    for (let tries = 0; !(await page.evaluate(has, [cache, path])); tries++) {
      assert.ok(tries < 200, `${cache} lacks ${path}`);
      await page.waitForTimeout(100);
    }
  }

  async function search(page) {
    await page.locator("kindex-search input").fill("configuration");
    await page.locator("kindex-search [role=option]").first().waitFor();
  }

  test("is searched without a network after one visit, before anybody typed", async () => {
    const { page, close } = await openPage(browser);
    await page.goto(server.address);
    for (const path of KEPT) await settled(page, "kindex", path);
    await page.context().setOffline(true);
    await search(page);
    await close();
  });

  test("is loaded anew and searched without a network after one visit", async () => {
    const { page, close } = await openPage(browser);
    await page.goto(server.address);
    for (const path of KEPT) await settled(page, "kindex", path);
    for (const path of ["/", ...["define", "panel", "offline", "index"].map((name) => `/kindex/${name}.min.js`)]) await settled(page, "site", path);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    await page.context().setOffline(true);
    await page.reload();
    await search(page);
    await close();
  });
});
