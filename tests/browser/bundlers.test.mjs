// The packed package in pages: built with bundlers, and from a folder on another origin.
import assert from "node:assert/strict";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { BUNDLERS, next } from "../bundlers/bundlers.mjs";
import { ROOT, project, put } from "../bundlers/support.mjs";
import { kindex, launch, openPage, serveFiles } from "./support.mjs";

/** What a page does: opens an index in all ways, and says what it found in each. */
const page = (from = "kindex") => `
  import { Builder, open } from "${from}${from === "kindex" ? "" : "/index.js"}";
  import { open as explore } from "${from}/explore${from === "kindex" ? "" : ".js"}";
  import "${from}/${from === "kindex" ? "element/define" : "define.js"}";

  const at = (path) => new URL(path, document.baseURI).href;

  async function found(index) {
    const { hits } = await index.search("configuration");
    index.close();
    return hits[0].document;
  }

  async function made() {
    const builder = await Builder.create();
    builder.addFile("a.md", "# Title\\n\\nThe configuration.\\n");
    return open(builder.finish());
  }

  async function typed() {
    const field = document.createElement("kindex-search");
    field.src = at("site.kdx");
    document.body.append(field);
    const input = field.shadowRoot.querySelector("input");
    input.value = "configuration";
    input.dispatchEvent(new Event("input"));
    for (;;) {
      const option = field.shadowRoot.querySelector("[role=option]");
      if (option) return new URL(option.href).pathname.split("/").pop();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const ways = {
    file: () => open(at("site.kdx")),
    folder: () => open(at("search/")),
    thread: () => open(at("site.kdx"), { worker: true }),
    folderInThread: () => open(at("search/"), { worker: true }),
    explore: () => explore(at("site.kdx")),
    made,
  };
  try {
    const results = {};
    for (const [way, opened] of Object.entries(ways)) results[way] = await found(await opened());
    results.element = await typed();
    window.results = results;
  } catch (error) {
    window.results = { error: String(error?.stack ?? error) };
  }
`;

const FOUND = ["file", "folder", "thread", "folderInThread", "explore"].map((way) => [way, "config.md"]);
const EXPECTED = { ...Object.fromEntries(FOUND), made: "a.md", element: "config.html" };

describe("the packed package in a page", () => {
  let folder, browser, indexes;

  before(async () => {
    ({ folder } = await project());
    indexes = join(folder, "indexes");
    const corpus = join(ROOT, "tests", "corpus");
    await put(folder, { "src/main.js": page(), "indexes/.keep": "" });
    await kindex("build", corpus, "-o", join(indexes, "site.kdx"), "-q");
    await kindex("build", corpus, "-o", join(indexes, "search"), "--layout", "sharded", "-q");
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the page at an address found, if nothing was wrong on the way. */
  async function resultsOf(address) {
    const { page, complaints, close } = await openPage(browser);
    const failed = [];
    page.on("response", (response) => response.ok() || failed.push(response.url()));
    await page.goto(address);
    await page.waitForFunction(() => window.results);
    const results = await page.evaluate(() => window.results);
    await close();
    assert.deepEqual({ complaints, failed }, { complaints: [], failed: [] });
    return results;
  }

  for (const [name, build] of Object.entries(BUNDLERS)) {
    test(`finds its files when built with ${name}`, async () => {
      const out = join(folder, `out-${name}`);
      await build(folder, out);
      await cp(indexes, out, { recursive: true });
      const server = await serveFiles({ built: out });
      assert.deepEqual(await resultsOf(`${server.address}built/index.html`), EXPECTED);
      await server.close();
    });
  }

  test("finds its files when built with Next.js", async () => {
    const { folder } = await project();
    await next(folder);
    const [page, out] = [await readFile(join(folder, "out/index.html"), "utf8"), join(folder, "out/_next")];
    const files = { _next: out, "site.kdx": join(indexes, "site.kdx"), search: join(indexes, "search") };
    const server = await serveFiles(files, { page });
    assert.deepEqual(await resultsOf(server.address), {
      "file in a thread": "config.md",
      file: "config.md",
      "folder in a thread": "config.md",
      folder: "config.md",
    });
    await server.close();
    await rm(folder, { recursive: true });
  });

  test("finds its files in a folder on another origin", async () => {
    const headers = () => ({ "access-control-allow-origin": "*" });
    const cdn = await serveFiles({ kindex: join(folder, "node_modules", "kindex") }, { headers });
    const script = page(`${cdn.address}kindex`);
    const site = await serveFiles(
      { "site.kdx": join(indexes, "site.kdx"), search: join(indexes, "search") },
      { page: `<!doctype html><title>Test</title><link rel="icon" href="data:,"><script type="module">${script}</script>` },
    );
    assert.deepEqual(await resultsOf(site.address), EXPECTED);
    await site.close();
    await cdn.close();
  });
});
