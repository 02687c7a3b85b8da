// The packed package in pages: built with bundlers, and from a folder on another origin.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { BUNDLERS, SERVERS, next } from "../bundlers/bundlers.mjs";
import { NATIVE, run } from "../js/cli-support.mjs";
import { ROOT, project, put } from "../bundlers/support.mjs";
import { kindex, launch, openPage, serveFiles } from "./support.mjs";

/** The work of a page: opens an index in all ways, and says what it found in each. */
const page = (from = "kindex") => `
  import { open } from "${from}${from === "kindex" ? "" : "/index.js"}";
  import { Builder } from "${from}/build${from === "kindex" ? "" : ".js"}";
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
    const option = () => field.shadowRoot.querySelector("[part~=option]");
    const shown = new Promise((resolve) => {
      const look = () => option() && resolve();
      new MutationObserver(look).observe(field.shadowRoot, { childList: true, subtree: true });
    });
    const input = field.shadowRoot.querySelector("input");
    input.value = "configuration";
    input.dispatchEvent(new Event("input"));
    await shown;
    return new URL(option().href).pathname.split("/").pop();
  }

  /** The page that a tool of the field above tells of. */
  async function told() {
    const { modelContext } = document;
    const offered = async () => (await modelContext.getTools()).find(({ name }) => name === "list_pages");
    while (!(await offered())) await new Promise((resolve) => modelContext.addEventListener("toolchange", resolve, { once: true }));
    const { content } = JSON.parse(await modelContext.executeTool(await offered(), { prefix: "config" }));
    return /config\\.\\w+/.exec(content[0].text)[0];
  }

  const ways = {
    file: () => open(at("site.kdx")),
    folder: () => open(at("search/")),
    thread: () => open(at("site.kdx"), { worker: true }),
    folderInThread: () => open(at("search/"), { worker: true }),
    explore: () => explore(at("site.kdx")),
    made,
  };
  async function all() {
    const results = {};
    for (const [way, opened] of Object.entries(ways)) results[way] = await found(await opened());
    results.element = await typed();
    results.tool = await told();
    return results;
  }
  all().then(
    (results) => (window.results = results),
    (error) => (window.results = { error: String(error?.stack ?? error) }),
  );
`;

const FOUND = ["file", "folder", "thread", "folderInThread", "explore"].map((way) => [way, "config.md"]);
const EXPECTED = { ...Object.fromEntries(FOUND), made: "a.md", element: "config.html", tool: "config.html" };

describe("the packed package in a page", () => {
  let folder, browser, indexes;

  before(async () => {
    ({ folder } = await project());
    indexes = join(folder, "indexes");
    const corpus = join(ROOT, "tests", "corpus");
    await put(folder, { "src/main.js": page(), "indexes/.keep": "", "pnpm-workspace.yaml": "" });
    await kindex("build", corpus, "-o", join(indexes, "site.kdx"), "-q");
    await kindex("build", corpus, "-o", join(indexes, "search"), "--layout", "sharded", "-q");
    browser = await launch("--enable-features=WebMCP");
  });

  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The hits that the page at an address found, if nothing was wrong on the way. */
  async function resultsOf(address) {
    const failed = [];
    const { results, complaints } = await shownBy(address, (page) => {
      page.on("response", (response) => response.ok() || failed.push(response.url()));
    });
    assert.deepEqual({ complaints, failed }, { complaints: [], failed: [] });
    return results;
  }

  /**
   * The text that a new page at an address shows. It is closed whatever comes: a server in
   * development waits at its end for pages, and a page that outlives it loads again as soon as the
   * next one answers.
   */
  async function shownBy(address, prepare = () => {}) {
    const { page, complaints, close } = await openPage(browser);
    try {
      prepare(page);
      await page.goto(address);
      await page.waitForFunction(() => window.results);
      return { results: await page.evaluate(() => window.results), complaints };
    } finally {
      await close();
    }
  }

  for (const [name, build] of Object.entries(BUNDLERS)) {
    test(`finds its files when built with ${name}`, async () => {
      const out = join(folder, `out-${name}`);
      await build(folder, out);
      await cp(indexes, out, { recursive: true });
      const server = await serveFiles({ built: out });
      try {
        assert.deepEqual(await resultsOf(`${server.address}built/index.html`), EXPECTED);
      } finally {
        await server.close();
      }
    });
  }

  for (const [name, serveWith] of Object.entries(SERVERS)) {
    test(`finds its files when served by ${name}`, async () => {
      const server = await serveWith(folder, indexes);
      try {
        assert.deepEqual(await resultsOf(server.address), EXPECTED);
      } finally {
        await server.close();
      }
    });
  }

  test("says what to configure where Vite bundles it beforehand, with another package", async () => {
    const other = { "package.json": '{ "name": "other", "type": "module", "exports": "./index.js" }', "index.js": 'export * from "kindex";' };
    const root = await beside(`
      import { open } from "other";
      open(new URL("site.kdx", document.baseURI)).then(
        (index) => (window.results = index.search("configuration").hits[0].document),
        (error) => (window.results = error.message),
      );`);
    await put(join(root, "node_modules/other"), other);
    const shown = async (config) => {
      const server = await SERVERS["Vite 7"](root, indexes, config);
      try {
        return (await shownBy(server.address)).results;
      } finally {
        await server.close();
      }
    };
    const advice = /in Vite (optimizeDeps: \{ exclude: \["kindex"\] \})/.exec(await shown());
    assert.ok(advice);
    assert.equal(await shown(new Function(`return { ${advice[1]} }`)()), "config.md");
  });

  for (const name of ["Vite 4", "Vite 7", "Vite 8", "webpack"]) {
    test(`leaves what makes indexes out of what ${name} writes for who only searches`, async () => {
      const root = await beside('import { open } from "kindex"; import "kindex/element/define"; window.open = open;');
      const out = join(root, "out");
      await BUNDLERS[name](root, out);
      const files = await readdir(out, { recursive: true });
      const wasm = files.filter((file) => file.endsWith(".wasm"));
      // That of pages, the one that several indexes take, and the one that is loaded for tools alone.
      assert.equal(wasm.length, 3, files.join());
      const sizes = (await Promise.all(wasm.map((file) => stat(join(out, file))))).map(({ size }) => size).sort((one, other) => one - other);
      assert.ok(sizes[1] < 200_000 && sizes[2] < 400_000, String(sizes));
    });
  }

  /** Another application of the same workspace, which has the package from there. */
  async function beside(script) {
    const root = await mkdtemp(join(folder, "app-"));
    await put(root, { "package.json": '{ "private": true, "type": "module" }', "src/main.js": script });
    return root;
  }

  const EXTERNAL = 'serverExternalPackages: ["kindex"]';

  test("finds its files when built with Next.js, in pages and on the server", async () => {
    const { folder } = await project();
    await cp(join(indexes, "site.kdx"), join(folder, "site.kdx"));
    await next(folder, EXTERNAL);
    assert.match(await readFile(join(folder, "out/server.html"), "utf8"), /<p>config\.md<\/p>/);
    const [page, out] = [await readFile(join(folder, "out/index.html"), "utf8"), join(folder, "out/_next")];
    const emitted = (await readdir(out, { recursive: true })).filter((file) => file.endsWith(".wasm"));
    // That of pages, and the one that several indexes take.
    assert.equal(emitted.length, 2, emitted.join());
    const files = { _next: out, "site.kdx": join(indexes, "site.kdx"), search: join(indexes, "search") };
    const server = await serveFiles(files, { page });
    assert.deepEqual(await resultsOf(server.address), {
      "file in a thread": "config.md",
      file: "config.md",
      "folder in a thread": "config.md",
      folder: "config.md",
    });
    await server.close();
    // Search for the pages of an export takes one command, which leaves out the data beside them.
    const { stdout } = await run(NATIVE, ["inject", join(folder, "out"), "--explain-files"]);
    assert.match(stdout, /server\.html: indexed: /);
    assert.match(stdout, /server\.txt: left out: /);
    assert.doesNotMatch(stdout, /\.txt: indexed/);
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
