// The tools that the search field offers the browser, by WebMCP as Chromium has it behind a flag: called as agents of
// the browser do it, by its protocol for developer tools, which Playwright speaks, and by scripts of the page.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { promisify } from "node:util";
import { PROGRAMS, talkTo } from "../js/mcp-support.mjs";
import { SITE, buildIndexes, markup } from "./field.mjs";
import { COMMAND, ROOT, launch, openPage, serveFiles } from "./support.mjs";

const run = promisify(execFile);

const FLAG = "--enable-features=WebMCP";
const FOLDER = 'src="/indexes/sharded/"';
const NAMES = ["grep_docs", "list_docs", "list_pages", "read_page", "search_docs"];

/** Calls of all tools, some of which cannot be answered. */
const CALLS = [
  ["search_docs", { query: "installation" }],
  ["search_docs", { query: "theme", limit: 2, expand_to_parents: false, max_tokens: 600 }],
  ["search_docs", { query: "zzzzqq" }],
  ["search_docs", { query: "\ud83d theme" }],
  ["search_docs", {}],
  ["search_docs", { query: "theme", colour: "red" }],
  ["read_page", { url: "/docs/config" }],
  ["read_page", { url: "config.md", from: "3", lines: 4 }],
  ["read_page", { url: "nowhere" }],
  ["grep_docs", { pattern: "theme", limit: 5 }],
  ["grep_docs", { pattern: "(", regex: true }],
  ["list_docs", {}],
  ["list_pages", { limit: 3 }],
  ["list_pages", { prefix: "/docs/guide" }],
];

/** What `kindex mcp` answers to requests over an index. */
async function native(requests, index) {
  const { command } = PROGRAMS["the native command"];
  const lines = requests.map(([method, params], id) => JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  const { answers } = await talkTo({ command, args: ["mcp"] }, lines, index);
  return answers.map(({ result }) => result);
}

const nativeCalls = (calls, index) => native(calls.map(([name, args]) => ["tools/call", { name, arguments: args }]), index);

/** Waits until the tools of a page are those, with a loop in the page: waitForFunction() takes any promise for a yes. */
const untilOffered = (page, names) =>
  page.evaluate(async (names) => {
    const context = document.modelContext ?? navigator.modelContext;
    const found = async () => (await context.getTools()).map(({ name }) => name).sort();
    while (String(await found()) !== String(names)) await new Promise((next) => setTimeout(next, 10));
  }, names);

describe("the tools of the search field", () => {
  let folder, server, browser, tab, complaints, close, html, paths, headers;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-webmcp-"));
    await buildIndexes(folder);
    const kindex = join(ROOT, "dist", "npm");
    server = await serveFiles({ kindex, indexes: folder }, { page: () => html, headers: () => headers });
    browser = await launch(FLAG);
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    headers = {};
    await open(browser);
  });

  afterEach(() => close());

  async function open(browser) {
    ({ page: tab, complaints, close } = await openPage(browser));
    paths = [];
    tab.on("request", (request) => paths.push(new URL(request.url()).pathname));
  }

  async function visit(attributes, head = "") {
    html = markup(attributes, head);
    await tab.goto(server.address);
    await tab.waitForFunction(() => customElements.get("kindex-search"));
  }

  const names = async () => (await tab.webmcp.tools()).map(({ name }) => name).sort();
  const offered = (...names) => untilOffered(tab, names);
  const call = (name, args) => tab.webmcp.callTool(name, args);
  const loaded = () => paths.filter((path) => path !== "/");
  /** Whatever a page does once its scripts are there is done. */
  const settled = () => tab.waitForLoadState("networkidle");

  test("are those of kindex mcp, read only, and with texts that nobody vouches for", async () => {
    await visit(SITE);
    await offered(...NAMES);
    const [{ tools }] = await native([["tools/list", {}]], join(folder, "site.kdx"));
    const wanted = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema, annotations: { readOnly: true, untrustedContent: true } }));
    const byName = (all) => all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    assert.deepEqual(byName(await tab.webmcp.tools()), byName(wanted));
    const titles = await tab.evaluate(async () => Object.fromEntries((await document.modelContext.getTools()).map(({ name, title }) => [name, title])));
    assert.deepEqual(titles, Object.fromEntries(tools.map(({ name, title }) => [name, title])));
    assert.deepEqual(complaints, []);
  });

  for (const [kind, attributes, index] of [["one file", SITE, "site.kdx"], ["several files", FOLDER, "sharded"]]) {
    test(`answer as kindex mcp does: ${kind}`, async () => {
      await visit(attributes);
      await offered(...NAMES);
      const wanted = await nativeCalls(CALLS, join(folder, index));
      for (const [at, [name, args]] of CALLS.entries()) {
        const answer = await call(name, args);
        assert.deepEqual(answer, wanted[at], JSON.stringify(CALLS[at]));
        assert.equal(answer.content[0].text.length > 0, true);
      }
      assert.ok(wanted.some(({ isError }) => isError) && wanted.some(({ isError }) => !isError));
      assert.deepEqual(complaints, []);
    });
  }

  test("answer scripts of the page too", async () => {
    await visit(SITE);
    await offered(...NAMES);
    const args = { query: "theme" };
    const answer = await tab.evaluate(async (args) => {
      const tool = (await document.modelContext.getTools()).find(({ name }) => name === "search_docs");
      return JSON.parse(await document.modelContext.executeTool(tool, args));
    }, args);
    assert.deepEqual([answer], await nativeCalls([["search_docs", args]], join(folder, "site.kdx")));
  });

  test("load nothing but their names before one is called", async () => {
    await visit(FOLDER);
    await offered(...NAMES);
    await settled();
    assert.deepEqual(loaded(), ["/kindex/define.min.js", "/kindex/webmcp.min.js"]);
    paths = [];
    await call("search_docs", { query: "theme" });
    const [scripts, others] = [loaded().filter((path) => path.endsWith(".js")), loaded().filter((path) => !path.endsWith(".js"))];
    assert.deepEqual(scripts, ["/kindex/webmcp-answers.min.js"]);
    assert.deepEqual(others.slice(0, 2).sort(), ["/indexes/sharded/index.kdx", "/kindex/explore/explore_bg.wasm"]);
    assert.ok(others.slice(2).every((path) => path.endsWith(".kds")), String(others));
    paths = [];
    await call("search_docs", { query: "theme" });
    assert.deepEqual(loaded(), []);
  });

  test("are not there with webmcp=off, nor are their names loaded, until that is taken away", async () => {
    await visit(`${SITE} webmcp="off"`);
    await settled();
    assert.deepEqual(loaded(), ["/kindex/define.min.js"]);
    assert.deepEqual(await names(), []);
    await tab.evaluate(() => document.querySelector("kindex-search").removeAttribute("webmcp"));
    await offered(...NAMES);
    await tab.evaluate(() => (document.querySelector("kindex-search").webmcp = "off"));
    await offered();
    assert.deepEqual(complaints, []);
  });

  test("are nothing to a browser that takes none", async () => {
    const plain = await launch();
    await open(plain);
    await visit(SITE);
    assert.equal(await tab.evaluate(() => document.modelContext ?? navigator.modelContext), undefined);
    await settled();
    assert.deepEqual(loaded(), ["/kindex/define.min.js"]);
    await tab.locator("kindex-search input").fill("theme");
    await tab.locator("kindex-search [role=option]").first().waitFor();
    assert.deepEqual(complaints, []);
    await plain.close();
  });

  test("go with the field, and come back with it", async () => {
    await visit(SITE);
    await offered(...NAMES);
    const before = await call("read_page", { url: "config.md" });
    await tab.evaluate(() => (window.field = document.querySelector("kindex-search")).remove());
    await offered();
    await tab.evaluate(() => document.body.append(window.field));
    await offered(...NAMES);
    assert.deepEqual(await call("read_page", { url: "config.md" }), before);
    // Moved, it is taken out and put in at once.
    await tab.evaluate(() => document.querySelector("main").append(window.field));
    await offered(...NAMES);
    assert.deepEqual(await call("read_page", { url: "config.md" }), before);
    assert.deepEqual(complaints, []);
  });

  test("are named once for several fields of an index", async () => {
    await tab.addInitScript(() => {
      window.refused = [];
      const { registerTool } = ModelContext.prototype;
      ModelContext.prototype.registerTool = function (...args) {
        const registered = registerTool.apply(this, args);
        registered.catch((error) => window.refused.push(String(error)));
        return registered;
      };
    });
    await visit(SITE);
    await offered(...NAMES);
    await tab.evaluate(() => {
      const [one, other] = [document.querySelector("kindex-search"), document.createElement("kindex-search")];
      other.src = one.src;
      document.body.append(other);
    });
    await offered(...NAMES);
    await tab.evaluate(() => document.querySelector("kindex-search").remove());
    await offered(...NAMES);
    assert.match((await call("list_docs", {})).content[0].text, /pages/);
    await tab.evaluate(() => document.querySelector("kindex-search").remove());
    await offered();
    assert.deepEqual(await tab.evaluate(() => window.refused), []);
    assert.deepEqual(complaints, []);
  });

  test("are over the index of the first field, and then of the next", async () => {
    const file = join(folder, "other.jsonl");
    await writeFile(file, '{"id": "heron", "title": "Heron", "text": "A heron stands in the pond."}\n');
    await run(COMMAND, ["build", file, "-o", join(folder, "other.kdx"), "-q"]);
    await visit(SITE);
    await offered(...NAMES);
    await tab.evaluate(() => {
      const other = document.createElement("kindex-search");
      other.src = "/indexes/other.kdx";
      document.body.append(other);
    });
    const found = async () => /A heron stands/.test((await call("search_docs", { query: "heron" })).content[0].text);
    assert.equal(await found(), false);
    await tab.evaluate(() => (document.querySelector("kindex-search").webmcp = "off"));
    await offered(...NAMES);
    assert.equal(await found(), true);
    await tab.evaluate(() => document.querySelector("kindex-search").removeAttribute("webmcp"));
    await settled();
    assert.equal(await found(), true, "the other one has them meanwhile");
    await tab.evaluate(() => document.querySelectorAll("kindex-search")[1].setAttribute("src", "/indexes/sharded/"));
    await offered(...NAMES);
    assert.equal(await found(), false);
  });

  test("are not those of a field over several indexes", async () => {
    await visit('src="/indexes/site.kdx, /indexes/site.kdx Again"');
    await tab.evaluate(() => import("/kindex/webmcp.min.js").then(() => {}));
    assert.deepEqual(await tab.evaluate(() => document.modelContext.getTools().then((tools) => tools.length)), 0);
  });

  test("leave the page a tool of its own with one of their names", async () => {
    await visit("", `<script>document.modelContext.registerTool({ name: "search_docs", description: "Mine", execute: async () => "mine" })</script>`);
    await tab.evaluate((src) => document.querySelector("kindex-search").setAttribute("src", src), "/indexes/site.kdx");
    await offered(...NAMES);
    assert.equal(await call("search_docs", {}), "mine");
    assert.match((await call("list_docs", {})).content[0].text, /pages/);
    assert.deepEqual(complaints, []);
  });

  test("are not there where the page's policy allows none", async () => {
    headers = { "permissions-policy": "tools=()" };
    await visit(SITE);
    await settled();
    assert.equal(await tab.evaluate(() => document.modelContext.getTools().catch(({ name }) => name)), "NotAllowedError");
    await tab.locator("kindex-search input").fill("theme");
    await tab.locator("kindex-search [role=option]").first().waitFor();
    assert.deepEqual(complaints, []);
  });

  test("say what is wrong with the index, and answer once it is there", async () => {
    await visit('src="/indexes/later.kdx"');
    await offered(...NAMES);
    const wrong = await call("search_docs", { query: "theme" });
    assert.equal(wrong.isError, true);
    assert.match(wrong.content[0].text, /^the documentation cannot be read: .*later\.kdx.*404/);
    assert.match(String(complaints), /<kindex-search>: the documentation cannot be read: .*later\.kdx/);
    await run("cp", [join(folder, "site.kdx"), join(folder, "later.kdx")]);
    assert.equal((await call("search_docs", { query: "theme" })).isError, undefined);
  });

  test("ask again for a script that did not come", async () => {
    await tab.route(/webmcp-answers/, (route) => route.abort(), { times: 1 });
    await visit(SITE);
    await offered(...NAMES);
    assert.equal((await call("search_docs", { query: "theme" })).isError, undefined);
  });

  for (const attributes of [SITE, FOLDER]) {
    test(`share engine and index with the field: ${attributes}`, async () => {
      await visit(attributes);
      await offered(...NAMES);
      await call("search_docs", { query: "theme" });
      paths = [];
      await tab.locator("kindex-search input").fill("theme");
      await tab.locator("kindex-search [role=option]").first().waitFor();
      assert.deepEqual(loaded().filter((path) => /\.wasm|index\.(min\.js|kdx)|site/.test(path)), []);
      // Fields that come and go do not close what the tools have, nor these what fields have.
      await tab.evaluate(() => {
        window.field = document.querySelector("kindex-search");
        window.field.remove();
        document.body.append(window.field);
      });
      await offered(...NAMES);
      assert.equal((await call("search_docs", { query: "theme" })).isError, undefined);
      await tab.evaluate(() => (window.field.webmcp = "off"));
      await tab.locator("kindex-search input").fill("installation");
      await tab.locator("kindex-search [role=option]").first().waitFor();
      await tab.evaluate(() => window.field.setAttribute("src", "/indexes/sharded/"));
      await tab.locator("kindex-search input").fill("configuration");
      await tab.locator("kindex-search [role=option]", { hasText: "onfig" }).first().waitFor();
      assert.deepEqual(complaints, []);
    });
  }

  test("read an open index of the page, where that has pages to read", async () => {
    await visit("");
    const set = (module) =>
      tab.evaluate(async (module) => {
        const { open } = await import(module);
        window.index = await open("/indexes/site.kdx");
        document.querySelector("kindex-search").index = window.index;
      }, module);
    await set("/kindex/index.min.js");
    await settled();
    assert.deepEqual(await names(), []);
    await set("/kindex/explore.min.js");
    await offered(...NAMES);
    const [wanted] = await nativeCalls([["search_docs", { query: "theme" }]], join(folder, "site.kdx"));
    assert.deepEqual(await call("search_docs", { query: "theme" }), wanted);
    await tab.evaluate(() => document.querySelector("kindex-search").remove());
    await offered();
    assert.ok((await tab.evaluate(() => window.index.search("theme"))).total > 0, "it is not closed");
  });

  test("give whole addresses where the field says what they are relative to", async () => {
    await visit(`${SITE} base="/"`);
    await offered(...NAMES);
    const origin = server.address.slice(0, -1);
    const [wanted] = await nativeCalls([["read_page", { url: "config.md" }]], join(folder, "site.kdx"));
    const whole = { content: [{ type: "text", text: wanted.content[0].text.replace("url: /docs/", `url: ${origin}/docs/`) }] };
    assert.notDeepEqual(whole, wanted);
    assert.deepEqual(await call("read_page", { url: "config.md" }), whole);
    assert.deepEqual(await call("read_page", { url: `${origin}/docs/config` }), whole);
    const lines = async (page) => (await call("grep_docs", { pattern: "theme", page })).content[0].text;
    assert.match(await lines(`${origin}/docs/config`), /^\d+: /m);
    assert.equal(await lines(`${origin}/docs/config`), await lines("/docs/config"));
    assert.match((await call("list_pages", { prefix: `${origin}/docs/` })).content[0].text, new RegExp(`^- "Themes": ${origin}/docs/themes`, "m"));
  });

  test("register with the browser by another name of the interface", async () => {
    // It was a property of the navigator in drafts before, as some browsers and scripts in their place still have it.
    await tab.addInitScript(() => {
      const real = document.modelContext;
      Object.defineProperty(Document.prototype, "modelContext", { value: undefined });
      Object.defineProperty(navigator, "modelContext", { value: real });
    });
    await visit(SITE);
    await offered(...NAMES);
    assert.equal((await call("search_docs", { query: "theme" })).isError, undefined);
  });

  test("work under a strict Content-Security-Policy", async () => {
    headers = {
      "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'",
    };
    await visit(SITE);
    await offered(...NAMES);
    const [wanted] = await nativeCalls([["search_docs", { query: "theme" }]], join(folder, "site.kdx"));
    assert.deepEqual(await call("search_docs", { query: "theme" }), wanted);
  });
});

describe("the tools of a field that kindex inject puts into pages", () => {
  const PAGE = `<!doctype html><html lang="en"><head><title>Lantern</title><link rel="icon" href="data:,"></head>
    <body><h1 id="lantern">Lantern</h1><p>A lantern that shines in the fog.</p></body></html>`;

  for (const args of [[], ["--attribute", "webmcp=off"]]) {
    test(`are ${args.length ? "left out by an attribute" : "there"}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "kindex-webmcp-"));
      await mkdir(join(folder, "site", "part"), { recursive: true });
      await writeFile(join(folder, "site", "part", "lantern.html"), PAGE);
      await run(COMMAND, ["inject", join(folder, "site"), ...args]);
      const server = await serveFiles({ below: folder });
      const browser = await launch(FLAG);
      const { page, complaints, close } = await openPage(browser);
      try {
        await page.goto(`${server.address}below/site/part/lantern.html`);
        await page.locator("kindex-search").waitFor();
        await page.waitForLoadState("networkidle");
        await untilOffered(page, args.length ? [] : NAMES);
        if (args.length) return;
        const { content } = await page.webmcp.callTool("search_docs", { query: "fog" });
        assert.match(content[0].text, /A lantern that shines in the fog\./);
        assert.ok(content[0].text.includes(`url: ${server.address}below/site/part/lantern.html`), content[0].text);
        assert.deepEqual(complaints, []);
      } finally {
        await close();
        await browser.close();
        await server.close();
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});
