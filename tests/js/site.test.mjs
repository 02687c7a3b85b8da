// `kindex/site`: the index of a finished site, for generators that Vite does not build.
import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { put } from "../bundlers/support.mjs";
import { NATIVE } from "./cli-support.mjs";
import { PACKAGE, open } from "./support.mjs";

process.env.KINDEX_COMMAND = NATIVE;

const { siteIndex, siteSearch } = await import(new URL("plugins/site.js", PACKAGE));

describe("the index of a finished site", () => {
  test("has an address below that of the site", () => {
    assert.equal(siteIndex().src, "/search-index/");
    assert.equal(siteIndex({ baseUrl: "/docs" }).src, "/docs/search-index/");
    assert.equal(siteIndex({ baseUrl: "https://example.org/docs/", file: "search/" }).src, "https://example.org/docs/search/");
  });

  test("has no options of a plugin for Vite, and names those that there are", () => {
    const accepted = /accepted are file, baseUrl, include, exclude, language, site, synonyms, pins, pairs, cleanUrls, strict, agents$/;
    for (const name of ["docs", "auto", "fiel"]) assert.throws(() => siteIndex({ [name]: "docs" }), { code: "invalid_option", message: accepted }, name);
    assert.throws(() => siteIndex({ file: "../site.kdx" }), { code: "invalid_option", message: /^file: / });
  });

  test("is written beside the pages, and says what is in it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kindex-site-"));
    try {
      await put(folder, { "a/index.html": "<title>A</title><main><h1>A</h1>A fid.</main>", "b.html": "<title>B</title><main>A fid.</main>", "c.jsonl": '{"id": 1}\n' });
      const told = [];
      const line = await siteIndex({ baseUrl: "/docs", file: "search/", exclude: "b.html" }).write(folder, (message) => told.push(message));
      assert.match(line, /search\/: 1 document, .* in one file, which pages load whole/);
      assert.match(told.join(), /c\.jsonl.*text/);
      assert.ok((await readdir(join(folder, "search"))).includes("index.kdx"));
      const index = await open(join(folder, "search/"));
      assert.deepEqual((await index.search("fid")).hits.map(({ url }) => url), ["/docs/a/"]);
      index.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("has addresses without .html where the host has them, and all else as without", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kindex-site-"));
    const page = (title) => `<!doctype html><html lang="de"><title>${title} | Knots</title><main><h1>${title}</h1><p>A fid.</p></main></html>`;
    const pages = ["index", "a/index", "a/b", "Über uns", "v1.2", "c.htm"];
    try {
      await put(folder, Object.fromEntries(pages.map((name) => [name.includes(".htm") ? name : `${name}.html`, page(name)])));
      const found = async (options) => {
        await siteIndex({ baseUrl: "/docs", ...options }).write(folder);
        const index = await open(join(folder, "search-index/index.kdx"));
        const { hits } = await index.search("fid", { limit: 10 });
        index.close();
        return hits.map(({ url, title, text }) => ({ url, title, text })).sort((a, b) => (a.url < b.url ? -1 : 1));
      };
      const whole = await found({});
      assert.deepEqual(whole.map(({ url }) => url), ["/docs/", "/docs/%C3%9Cber%20uns.html", "/docs/a/", "/docs/a/b.html", "/docs/c.htm", "/docs/v1.2.html"]);
      assert.deepEqual(await found({ cleanUrls: true }), whole.map((hit) => ({ ...hit, url: hit.url.replace(/\.html$/, "") })));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("search in the pages of a finished site", () => {
  test("is put into them, and says what is in it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kindex-site-"));
    try {
      await put(folder, { "a/index.html": "<title>A</title><body><h1>A</h1>A fid.</body>", "b.html": "<title>B</title><body>A fid.</body>" });
      const search = siteSearch({ folder: "assets/search", layout: "sharded", exclude: "b.html", into: "h1", field: { limit: 3, worker: true, offline: false } });
      const [index, pages] = await search.write(folder);
      assert.match(index, /assets\/search\/index\/: 1 document, .* in \d+ files/);
      assert.match(pages, /search is in 2 pages/);
      assert.match(await readFile(join(folder, "a/index.html"), "utf8"), /src="\.\.\/assets\/search\/search\.js"/);
      const script = await readFile(join(folder, "assets/search/search.js"), "utf8");
      const [, settings] = /inject\((.*), import\.meta\.url\)/s.exec(script);
      assert.deepEqual(JSON.parse(settings), { src: "index/", root: "../../", spot: { at: "h1", how: "into" }, attributes: { limit: "3", worker: "" } });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("comes with files for programs, where these are asked for", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kindex-site-"));
    try {
      await put(folder, { "a/index.html": "<title>A</title><body><h1>A</h1>A fid.</body>", "b.html": "<title>B</title><body>A fid.</body>" });
      const agents = { baseUrl: "https://x.dev/docs/", llmsFull: true, siteTitle: "Knots" };
      const lines = await siteSearch({ agents, cleanUrls: true }).write(folder);
      assert.match(lines.at(-1), /: 2 pages in Markdown, llms\.txt has \d+ characters$/);
      const read = (path) => readFile(join(folder, path), "utf8");
      assert.match(await read("llms.txt"), /^# Knots\n[^]*- \[A\]\(https:\/\/x\.dev\/docs\/a\/index\.md\)/);
      assert.match(await read("llms-full.txt"), /^Source: https:\/\/x\.dev\/docs\/b$/m);
      assert.match(await read("b.md"), /^# B$/m);
      const told = [];
      const written = await siteIndex({ agents: true, exclude: "b.html" }).write(folder, (message) => told.push(message));
      assert.match(written, /\n.*: 1 page in Markdown/);
      assert.match(told.join(), /addresses are relative/);
      assert.deepEqual(await readdir(folder), [".kindex-agents", ".well-known", "a", "b.html", "kindex", "llms.txt", "search-index", "skill.md"]);
      for (const agents of ["yes", { base: "x" }, { llmsCharacters: 10 }]) {
        assert.throws(() => siteIndex({ agents }), { code: "invalid_option", message: /^agents: .* given; accepted is true, or an object with baseUrl, headers,/ });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("has pairs of words unless they are left out", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kindex-site-"));
    try {
      await put(folder, { "a.html": "<title>A</title><body><h1>A</h1>One fid, and another fid.</body>" });
      const files = async (options) => {
        const [said] = await siteSearch({ layout: "sharded", ...options }).write(folder);
        return Number(/ in (\d+) files/.exec(said)[1]);
      };
      assert.equal((await files({ pairs: true })) - (await files({ pairs: false })), 1);
      assert.throws(() => siteSearch({ pairs: 1 }), { code: "invalid_option", message: /^pairs: 1 given; accepted is true or false$/ });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("leads to addresses as the host serves them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kindex-site-"));
    try {
      await put(folder, { "a/index.html": "<title>A</title><body>A fid.</body>", "b.html": "<title>B</title><body>A fid.</body>" });
      await siteSearch({ cleanUrls: true }).write(folder);
      const index = await open(await readFile(join(folder, "kindex/index/index.kdx")));
      assert.deepEqual(index.search("fid").hits.map(({ url }) => url).toSorted(), ["./a/", "./b"]);
      index.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("has no options about addresses, and names those that there are", () => {
    for (const name of ["file", "baseUrl", "docs"]) assert.throws(() => siteSearch({ [name]: "x/" }), { code: "invalid_option", message: /accepted are include, .* into, replace, field$/ }, name);
    assert.throws(() => siteSearch({ layout: "double" }), { code: "invalid_option", message: /^layout: "double" given; accepted is "auto", "single" or "sharded"$/ });
    for (const field of [null, "Search", 3]) assert.throws(() => siteSearch({ field }), { code: "invalid_option", message: /^field: / }, field);
    assert.throws(() => siteSearch({ field: { perDocument: 2 } }), { code: "invalid_option", message: /^field: / });
  });
});
