// An index that was opened before is searched without a network.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { buildIndexes } from "./field.mjs";
import { PATIENCE, ROOT, launch, openPage, serveFiles, soon } from "./support.mjs";

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

/** The paths of what is kept, the oldest first. */
const kept = () => caches.open("kindex").then((cache) => cache.keys()).then((all) => all.map(({ url }) => url.slice(location.origin.length)));

const shards = (paths) => paths.filter((path) => path.endsWith(".kds"));

/** Puts files into the cache, by path their sizes. */
const fill = async (sizes) => {
  const cache = await caches.open("kindex");
  for (const [path, size] of Object.entries(sizes)) {
    await cache.put(path, new Response(new Uint8Array(size), { headers: { "content-length": String(size) } }));
  }
};

/** Asks a page until something holds: no event tells what a cache has. */
async function until(page, holds, given) {
  const end = performance.now() + PATIENCE;
  while (!(await page.evaluate(holds, given))) assert.ok(performance.now() < end, `not so in time: ${holds}`);
}

describe("an index that is kept", () => {
  let folder, server, browser, page, close, held;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-offline-"));
    await buildIndexes(folder, { notes: NOTES, others: OTHERS });
    // Modules come from the server still: here it is the index and the engine that are cut off.
    server = await serveFiles(
      { kindex: join(ROOT, "dist", "npm"), indexes: folder },
      { before: (path) => (held?.paths.test(path) ? held.wait() : undefined) },
    );
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    held = undefined;
    ({ page, close } = await openPage(browser));
    await page.goto(server.address);
  });

  afterEach(() => close());

  /** No network for what is no module. */
  const FILES = /\.(kdx|kds|wasm|gz)$/;
  const cut = () => page.route(FILES, (route) => route.abort());
  const restore = () => page.unroute(FILES);

  /**
   * The server holds answers back, by their paths, until `release` is called, and the page's time stands still.
   * `pass` waits until one of them is asked for, and lets time pass from then on.
   */
  async function hold(paths) {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    let ask, release;
    const asked = new Promise((resolve) => (ask = resolve));
    const end = new Promise((resolve) => (release = resolve));
    held = { paths, wait: () => (ask(), end) };
    return { release, pass: (milliseconds) => soon(asked).then(() => page.clock.runFor(milliseconds)) };
  }

  /** Puts an index in the place of another, whose name it has from now on. */
  async function publish(from, to) {
    await rm(join(folder, to), { recursive: true, force: true });
    await cp(join(folder, from), join(folder, to), { recursive: true });
  }

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
    await publish("notes", "current");
    assert.equal(await search("/indexes/current/", "okapi"), "okapi");
    const old = await page.evaluate(kept);
    await publish("others", "current");
    assert.equal(await search("/indexes/current/", "tapir"), "tapir");
    assert.equal(await search("/indexes/current/", "okapi"), "nothing");
    assert.ok(shards(old).length > 0, String(old));
    assert.deepEqual(shards(await page.evaluate(kept)).filter((path) => shards(old).includes(path)), []);
    await cut();
    assert.equal(await search("/indexes/current/", "tapir"), "tapir");
  });

  test("is not taken where the host says that it is gone", async () => {
    await publish("notes.kdx", "gone.kdx");
    assert.equal(await search("/indexes/gone.kdx", "okapi"), "okapi");
    await cut();
    assert.equal(await search("/indexes/gone.kdx", "okapi"), "okapi", "it is kept");
    await restore();
    await rm(join(folder, "gone.kdx"));
    assert.equal(await search("/indexes/gone.kdx", "okapi"), "fetch_failed");
  });

  test("is taken where the host fails", async () => {
    assert.equal(await search("/indexes/notes.kdx", "okapi"), "okapi");
    await page.route(FILES, (route) => route.fulfill({ status: 503 }));
    assert.equal(await search("/indexes/notes.kdx", "okapi"), "okapi");
  });

  test("is taken where the network hangs, after four seconds", async () => {
    assert.equal(await search("/indexes/notes.kdx", "okapi"), "okapi");
    const { pass, release } = await hold(/notes\.kdx/);
    let found;
    const ended = search("/indexes/notes.kdx", "okapi").then((document) => (found = document));
    await pass(3999);
    await page.evaluate(kept);
    assert.equal(found, undefined);
    await pass(1);
    assert.equal(await soon(ended), "okapi");
    release();
  });

  test("is waited for where the network is slow and nothing is kept", async () => {
    const { pass, release } = await hold(/notes\.kdx/);
    const found = search("/indexes/notes.kdx", "okapi");
    await pass(14_999);
    release();
    assert.equal(await found, "okapi");
  });

  test("is not waited for longer than fifteen seconds where nothing comes", async () => {
    const { pass, release } = await hold(/notes\.kdx/);
    const found = search("/indexes/notes.kdx", "okapi");
    await pass(15_000);
    assert.equal(await soon(found), "fetch_failed");
    release();
  });

  for (const [name, to] of [["others.kdx", "late.kdx"], ["others", "late/"]]) {
    test(`is the new one for the next page where that comes late: ${to}`, async () => {
      await publish(name.replace("others", "notes"), to);
      assert.equal(await search(`/indexes/${to}`, "okapi"), "okapi");
      const old = await page.evaluate(kept);
      await publish(name, to);
      const { pass, release } = await hold(/late/);
      const found = search(`/indexes/${to}`, "okapi");
      await pass(4000);
      assert.equal(await soon(found), "okapi");
      release();
      // A file that is kept anew stands last.
      await until(page, async () => {
        const last = (await (await caches.open("kindex")).keys()).at(-1).url;
        return /late/.test(last) && !/kds$/.test(last);
      });
      const now = await page.evaluate(kept);
      assert.deepEqual(shards(old).filter((path) => !now.includes(path)), [], "the page goes on with these");
      assert.equal(await search(`/indexes/${to}`, "tapir"), "tapir");
      await cut();
      assert.equal(await search(`/indexes/${to}`, "tapir"), "tapir");
      assert.equal(await search(`/indexes/${to}`, "okapi"), "nothing");
    });
  }

  test("is apart from those in folders beside it and in it", async () => {
    const all = ["two", "two/inner", "twofold"];
    for (const path of all) await publish("notes", path);
    for (const path of all) assert.equal(await search(`/indexes/${path}/`, "okapi"), "okapi");
    const count = shards(await page.evaluate(kept)).length;
    await cp(join(folder, "others"), join(folder, "two"), { recursive: true });
    assert.equal(await search("/indexes/two/", "tapir"), "tapir");
    const left = shards(await page.evaluate(kept));
    assert.equal(left.filter((path) => /inner|twofold/.test(path)).length, (count / 3) * 2);
    await cut();
    for (const path of all.slice(1)) assert.equal(await search(`/indexes/${path}/`, "okapi"), "okapi");
  });

  /** Leaves the site no more room than it has taken. */
  async function fillQuota() {
    const session = await page.context().newCDPSession(page);
    await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(server.address).origin, quotaSize: 1 });
  }

  test("is searched where there is no room to keep it", async () => {
    await fillQuota();
    for (const source of ["/indexes/notes.kdx", "/indexes/notes/"]) assert.equal(await search(source, "okapi"), "okapi");
    assert.deepEqual(await page.evaluate(kept), []);
  });

  test("stays whole where there is no room for a new one", async () => {
    await publish("notes", "full");
    assert.equal(await search("/indexes/full/", "okapi"), "okapi");
    await fillQuota();
    await publish("others", "full");
    assert.equal(await search("/indexes/full/", "tapir"), "tapir");
    await cut();
    assert.equal(await search("/indexes/full/", "okapi"), "okapi");
  });

  test("is searched with the engine of its scripts, and with no other that is kept", async () => {
    const engine = "/kindex/page/page_bg.wasm";
    await page.evaluate(fill, { [engine]: 9, [`${engine}?kindex=0123456789abcdef`]: 9, "/other/page_bg.wasm": 9 });
    const { pass, release } = await hold(/page_bg/);
    const found = search("/indexes/notes.kdx", "okapi");
    await pass(10_000);
    release();
    assert.equal(await found, "okapi");
    const paths = (await page.evaluate(kept)).filter((path) => path.includes("wasm"));
    assert.equal(paths.length, 2);
    assert.equal(paths[0], "/other/page_bg.wasm");
    assert.match(paths[1], /^\/kindex\/page\/page_bg\.wasm\?kindex=(?!0123)[\da-f]{16}$/);
  });

  /** What is left of files by their sizes in MB, when an index is kept besides. */
  async function left(sizes, name = "notes") {
    const bytes = Object.fromEntries(Object.entries(sizes).map(([path, size]) => [path, size * (1 << 20)]));
    await page.evaluate(fill, bytes);
    return page.evaluate(async (name) => {
      const { put } = await import(`/kindex/element/offline.js?${Math.random()}`);
      const bytes = new Uint8Array(await (await fetch(`/indexes/${name}.kdx`)).arrayBuffer());
      await put(await caches.open("kindex"), `/indexes/${name}.kdx`, bytes);
      return (await (await caches.open("kindex")).keys()).map(({ url }) => new URL(url).pathname);
    }, name);
  }

  test("has a bound, and the oldest goes first", async () => {
    assert.deepEqual(await left({ "/a": 30, "/b": 30, "/c": 30 }), ["/b", "/c", "/indexes/notes.kdx"]);
  });

  test("has a bound, and shards go before other files, engines last", async () => {
    assert.deepEqual(await left({ "/e.wasm?kindex=1": 20, "/a.kdx": 20, "/b.kds": 10, "/c.kds": 15 }), ["/e.wasm", "/a.kdx", "/c.kds", "/indexes/notes.kdx"]);
    assert.deepEqual(await left({ "/d.kdx": 40 }, "others"), ["/e.wasm", "/indexes/notes.kdx", "/d.kdx", "/indexes/others.kdx"]);
  });

  test("is not kept where it is larger than the bound, and takes nothing else away", async () => {
    const found = await page.evaluate(async () => {
      const { put } = await import("/kindex/element/offline.js");
      const cache = await caches.open("kindex");
      await cache.put("/a", new Response("a", { headers: { "content-length": "1" } }));
      return put(cache, "/indexes/large.kdx", new Uint8Array((64 << 20) + 1));
    });
    assert.equal(found, false);
    assert.deepEqual(await page.evaluate(kept), ["/a"]);
  });
});

/** The blocks of docs/hosting.md in a language. */
const blocksOf = async (language) => {
  const text = await readFile(join(ROOT, "docs", "hosting.md"), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block);
};

/** What the field keeps. */
const KEPT = ["/site.kdx", "/kindex/page/page_bg.wasm"];

describe("a site as docs/hosting.md has it", () => {
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
  const settled = (page, cache, path) =>
    until(page, ([cache, path]) => caches.open(cache).then((one) => one.match(path, { ignoreSearch: true })).then(Boolean), [cache, path]);

  async function search(page) {
    await page.locator("kindex-search input").fill("configuration");
    await page.locator("kindex-search [part~=option]").first().waitFor();
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
