// The server of the Model Context Protocol keeps to the number of tokens that it is given.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { getEncoding } from "js-tiktoken";
import { LARGE, LONG, READ_LONG } from "./mcp-documents.mjs";
import { call, serverOf } from "./mcp-support.mjs";
import { built, explore } from "./support.mjs";

describe("tokens", () => {
  const encoding = getEncoding("o200k_base");
  const tokensOf = (text) => encoding.encode(text, "all").length;
  async function check(options, maxTokens) {
    const server = await serverOf(await built(LARGE, options), { maxTokens });
    const top = options?.levels?.length ?? 2;
    for (const [name, args] of [
      ["search_docs", { query: "many", limit: 50, max_tokens: maxTokens }],
      ["search_docs", { query: "many", limit: 50, max_tokens: maxTokens, expand_to_parents: false }],
      ["search_docs", { query: "many", max_tokens: 300 }],
      ["read_page", { url: `one.md#${top}.0`, max_tokens: maxTokens }],
      ["read_page", { url: "one.md#0.0", max_tokens: maxTokens }],
      ["read_page", { url: `run.md#${top}.0` }],
      ["read_page", { url: "/one" }],
      ["read_page", { url: "/run" }],
      ["read_page", { url: "/escaped" }],
      ["read_page", { url: "/t" }],
      ["list_pages", { limit: 200 }],
      ["grep_docs", { pattern: "e", limit: 200, max_tokens: maxTokens }],
      ["grep_docs", { pattern: "[`\"]|many", regex: true, limit: 200, max_tokens: 300 }],
    ]) {
      const { text, structuredContent, isError } = await call(server, name, args);
      assert.equal(isError, undefined, text);
      const most = args.max_tokens ?? maxTokens;
      const [words, data] = [tokensOf(text), tokensOf(JSON.stringify(structuredContent))];
      assert.ok(words <= most, `${name} ${JSON.stringify(args)}: ${words} of ${most}`);
      assert.ok(data <= most * 1.1, `${name} ${JSON.stringify(args)}: ${data} of ${most} as data`);
    }
  }

  test("are few where ids, addresses and titles are long", async () => {
    const server = await serverOf(await built(LONG));
    for (const [name, args] of READ_LONG) {
      const { text, structuredContent, isError } = await call(server, name, args);
      assert.equal(isError, undefined, text.slice(0, 300));
      const length = Math.max(text.length, JSON.stringify(structuredContent).length);
      assert.ok(length < 10_000, `${name}: ${length} characters`);
    }
    const { structuredContent: chunk } = await call(server, ...READ_LONG[0]);
    assert.deepEqual([chunk.id, chunk.url], ["url.md", ""]);
  });

  test("are too few for all ids: the others are counted", async () => {
    const page = (at) => ({ id: `${at}`.padEnd(400, "x"), text: "A needle. ".repeat(60) });
    const pages = Array.from({ length: 30 }, (_, at) => page(at));
    const server = await serverOf(await built(pages));
    const { text, structuredContent } = await call(server, "search_docs", { query: "needle", limit: 30, max_tokens: 600 });
    const { total, passages, left_out: named, left_out_unnamed: unnamed } = structuredContent;
    assert.equal(total, 30);
    assert.ok(unnamed > 0);
    assert.equal(passages.length + named.length + unnamed, total);
    assert.match(text, new RegExp(`${unnamed} more did not fit, and there was no room for their ids\\.`));
    const { structuredContent: roomy } = await call(server, "search_docs", { query: "needle", limit: 3, max_tokens: 4000 });
    assert.equal("left_out_unnamed" in roomy, false);
  });

  test("are few in errors too", async () => {
    const server = await serverOf(undefined, { maxTokens: 300 });
    const many = Array.from({ length: 6000 }, (_, at) => [`${at} ${"漢".repeat(400)}`, 0]);
    for (const [name, args] of [
      ["list_pages", Object.fromEntries(many)],
      ["search_docs", { query: "x", filters: { ["k".repeat(50_000)]: {} } }],
      ["read_page", { url: "漢".repeat(2000) }],
    ]) {
      const { text, isError } = await call(server, name, args);
      assert.equal(isError, true);
      assert.ok(text.length <= 300, `${name}: ${text.length} characters`);
    }
  });

  test("are as many as were asked for at most", () => check(undefined, 1000));
  test("are so by default", () => check(undefined, 10_000));
  test("are so where chunks are large", () => check({ levels: [20_000] }, 700));
  test("are so where chunks overlap", () => check({ chunker: "windows" }, 2000));

  test("part a page, of which all can be read", async () => {
    for (const options of [undefined, { levels: [20_000] }, { chunker: "windows" }]) {
      const server = await serverOf(await built(LARGE, options), { maxTokens: 1500 });
      for (const { url, text } of LARGE.slice(0, 4)) {
        let [whole, from, calls] = ["", "1", 0];
        for (; from !== undefined; calls++) {
          const { structuredContent } = await call(server, "read_page", { url, from });
          [whole, from] = [whole + structuredContent.text, structuredContent.next];
        }
        assert.equal(whole.trim(), text.trim());
        assert.ok(calls > (url === "/t" ? 0 : 5), String(calls));
      }
    }
  });

  test("part a chunk, after which the page goes on", async () => {
    const server = await serverOf(await built(LARGE), { maxTokens: 1000 });
    const { structuredContent: chunk } = await call(server, "read_page", { url: "one.md#2.0" });
    const { structuredContent: page } = await call(server, "read_page", { url: chunk.url, from: chunk.next });
    assert.ok(LARGE[0].text.includes(chunk.text + page.text));
  });

  test("never lead beyond a chunk", async () => {
    const bytes = await built([LARGE[0]]);
    const { text } = (await explore(bytes)).chunk("one.md#1.0");
    const lengths = [];
    for (let maxTokens = 300; maxTokens < 1700; maxTokens += 19) {
      const server = await serverOf(bytes, { maxTokens });
      const { structuredContent } = await call(server, "read_page", { url: "one.md#1.0" });
      assert.ok(text.startsWith(structuredContent.text), String(maxTokens));
      lengths.push(structuredContent.text.length);
    }
    assert.ok(lengths[0] < text.length && lengths.at(-1) === text.length, String(lengths));
  });

  test("part lists, which can be gone through", async () => {
    const server = await serverOf(await built(LARGE), { maxTokens: 300 });
    const ids = [];
    let overviews = 0;
    const list = async (prefix) => {
      for (let from = 0; from !== undefined; ) {
        const { structuredContent: found } = await call(server, "list_pages", { prefix, from, limit: 100 });
        ids.push(...found.pages.map(({ id }) => id));
        from = found.next;
        if (found.folders) overviews++;
        for (const folder of found.folders ?? []) await list(folder.prefix);
      }
    };
    await list("");
    assert.ok(overviews > 0);
    assert.deepEqual(ids.toSorted(), LARGE.map(({ id }) => id).toSorted());
    const uris = [];
    for (let cursor; ; ) {
      const params = cursor === undefined ? {} : { cursor };
      const { result } = await server.handle({ jsonrpc: "2.0", id: 1, method: "resources/list", params });
      uris.push(...result.resources.map(({ uri }) => uri));
      if (!result.nextCursor) break;
      cursor = result.nextCursor;
    }
    // The skill is listed once.
    assert.deepEqual([uris.length, new Set(uris).size], [LARGE.length + 1, LARGE.length + 1]);
  });
});
