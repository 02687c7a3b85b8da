// The native command answers over the Model Context Protocol as JavaScript does.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { COPIES, CUT, FENCED, HIDDEN, LARGE, LONG, READ_COPIES, READ_CUT, READ_LONG } from "./mcp-documents.mjs";
import { kindex, serveFiles } from "../browser/support.mjs";
import { PROGRAMS, createMcp, randomOf, serverOf, talkTo } from "./mcp-support.mjs";
import { built, explore } from "./support.mjs";

describe("the native command answers the same of", () => {
  let folder;
  before(async () => (folder = await mkdtemp(join(tmpdir(), "kindex-mcp-"))));
  after(() => rm(folder, { recursive: true }));

  const requests = [
    ...LARGE.slice(0, 4).map(({ url }) => ["read_page", { url }]),
    ...LARGE.slice(0, 4).map(({ url }) => ["read_page", { url, from: "1.300" }]),
    ...LARGE.slice(0, 4).flatMap(({ id }) =>
      [0, 1, 2].map((level) => ["read_page", { url: `${id}#${level}.0` }]),
    ),
    ["list_pages", { limit: 200 }],
    ...READ_LONG,
    ...READ_CUT,
    ["read_page", { url: HIDDEN[0].id }],
    ["read_page", { url: `${HIDDEN[0].id}#0.0` }],
    ["read_page", { url: HIDDEN[1].id }],
    ["search_docs", { query: "border" }],
    ...[{}, { limit: 3 }, { limit: 200, max_tokens: 4000 }, { word: true }, { page: "/o*" }].map((options) => ["grep_docs", { pattern: "many", ...options }]),
    ["grep_docs", { pattern: "(?:ü|é|`)\\d*", regex: true, case: true, limit: 60 }],
    ["search_docs", { query: "fence" }],
    ...FENCED.flatMap(({ id }) => [["read_page", { url: id }], ["read_page", { url: `${id}#0.0` }]]),
    ...["many", "one two", "word many", "escaped", "page 7"].flatMap((query) => [
      ["search_docs", { query, limit: 50 }],
      ["search_docs", { query, max_tokens: 300, expand_to_parents: false }],
    ]),
  ].map(([name, args], id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } }));

  for (const [name, options] of Object.entries({
    "small chunks": undefined,
    "large chunks": { levels: [20_000] },
    "chunks that overlap": { chunker: "windows" },
  })) {
    test(name, async () => {
      const bytes = await built([...LARGE, ...LONG, ...HIDDEN, ...FENCED, CUT], options);
      await writeFile(join(folder, "site.kdx"), bytes);
      const { command, args } = PROGRAMS["the native command"];
      const program = { command, args: [...args, "--max-tokens", "4000"] };
      const { answers } = await talkTo(program, requests.map((one) => JSON.stringify(one)), join(folder, "site.kdx"));
      const server = await serverOf(bytes, { maxTokens: 4000 });
      for (const [at, request] of requests.entries()) {
        assert.deepEqual(answers[at], await server.handle(request), JSON.stringify(request.params));
      }
    });
  }

  test("keys of which an index in several files does not know all values", async () => {
    // With very many keys there is room for none of such long values.
    const long = (text, at) => `${text} ${at} `.repeat(12);
    const meta = (at) => ({
      ...Object.fromEntries(Array.from({ length: 150 }, (_, key) => [`about${key}`, long(key, at)])),
      ...(at < 38 && { team: long("team", at >> 1) }),
      version: long("version", at),
    });
    const lines = Array.from({ length: 40 }, (_, at) => JSON.stringify({ id: `${at}`, url: `/${at}`, title: `Page ${at}`, text: "A heron.", meta: meta(at) }));
    await writeFile(join(folder, "pages.jsonl"), lines.join("\n"));
    await kindex("build", join(folder, "pages.jsonl"), "--layout", "sharded", "-o", join(folder, "keys"), "-q");
    const calls = [["list_docs", {}], ["search_docs", { query: "bittern", version: "1.0" }]];
    const requests = calls.map(([name, args], id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } }));
    // Of a folder of its own machine the command has read all.
    const { address, close } = await serveFiles({ keys: join(folder, "keys") });
    const { command, args } = PROGRAMS["the native command"];
    const program = { command, args: [...args, "--cache", join(folder, "kept"), "--title", "keys"] };
    const { answers } = await talkTo(program, requests.map((one) => JSON.stringify(one)), `${address}keys/`);
    await close();
    const index = await explore(`${join(folder, "keys")}/`);
    const server = createMcp({ index, structured: true, title: "keys" });
    for (const [at, request] of requests.entries()) {
      assert.equal(JSON.stringify(answers[at]), JSON.stringify(await server.handle(request)), JSON.stringify(request.params));
    }
    const [docs, found] = answers.map(({ result }) => result);
    const told = docs.structuredContent.filters.find(({ key }) => key === "team");
    assert.deepEqual(told, { key: "team", pages: 38, values_total: 19, values: [] });
    assert.deepEqual([found.isError, found.structuredContent.total], [undefined, 0]);
    index.close();
  });

  test("versions and translations", async () => {
    const bytes = await built(COPIES);
    await writeFile(join(folder, "copies.kdx"), bytes);
    const requests = READ_COPIES.map(([name, args], id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } }));
    const { answers } = await talkTo(PROGRAMS["the native command"], requests.map((one) => JSON.stringify(one)), join(folder, "copies.kdx"));
    const server = await serverOf(bytes);
    for (const [at, request] of requests.entries()) {
      assert.equal(JSON.stringify(answers[at]), JSON.stringify(await server.handle(request)), JSON.stringify(request.params));
    }
  });

  const PARTS = [
      ...["http://", "https://", "HTTPS://www.", "//", "a.example", "B.example:80", "www.", "/", "/", "/", "a", "b", "é", "%C3%A9"],
      ...["%zz", "%2F", "%", ".", "..", "index", ".html", ".HTM", ".md", ".mdx", "?q=1", "#c", "#/", "#!/", "index.html", "\n", "\ufeff"],
  ];
  const addressOf = (random) => Array.from({ length: 1 + random(7) }, () => PARTS[random(PARTS.length)]).join("");
  const indexOf = (urls) => built(urls.map((url, at) => ({ id: `${at}/${url}`, url: at % 9 ? url : "", title: String(at), text: "a" })));
  const asking = (urls) =>
    urls.flatMap((url, id) => [
      { jsonrpc: "2.0", id, method: "tools/call", params: { name: "read_page", arguments: { url } } },
      { jsonrpc: "2.0", id, method: "tools/call", params: { name: "list_pages", arguments: { prefix: id % 3 ? url : url.slice(0, 4), from: id % 2, limit: 3 + (id % 9) } } },
      { jsonrpc: "2.0", id, method: "resources/read", params: { uri: `kindex://pages/${url}` } },
    ]);

  test("addresses in whatever form", async () => {
    const random = randomOf(22);
    const urls = Array.from({ length: 60 }, () => addressOf(random));
    const bytes = await indexOf(urls);
    await writeFile(join(folder, "forms.kdx"), bytes);
    const asked = Array.from({ length: 600 }, () => (random(2) ? addressOf(random) : urls[random(60)] + PARTS[random(PARTS.length)]));
    const requests = asking(asked);
    const { answers } = await talkTo(PROGRAMS["the native command"], requests.map((one) => JSON.stringify(one)), join(folder, "forms.kdx"));
    const server = await serverOf(bytes);
    let [several, found] = [0, 0];
    for (const [at, request] of requests.entries()) {
      assert.deepEqual(answers[at], await server.handle(request), JSON.stringify(request.params));
      const { isError, content } = answers[at].result ?? {};
      if (isError && content[0].text.includes("several pages")) several++;
      if (isError === undefined && request.params.name === "read_page") found++;
    }
    assert.ok(several > 20 && found > 100, `${several} ${found}`);
  });

  test("addresses of several indexes in whatever form", async () => {
    const random = randomOf(51);
    const shared = Array.from({ length: 20 }, () => addressOf(random));
    const names = ["a", "é.b"];
    const sources = [];
    for (const label of names) {
      const src = await indexOf([...shared, ...Array.from({ length: 30 }, () => addressOf(random))]);
      await writeFile(join(folder, `${label}.kdx`), src);
      sources.push({ src, label });
    }
    const named = (url) => ["", "", "a::", "é.b::", "c::", "::", "a:"][random(7)] + url;
    const requests = asking(Array.from({ length: 400 }, () => named(random(3) ? addressOf(random) : shared[random(20)])));
    const [first, last] = names.map((name) => `${name}=${join(folder, `${name}.kdx`)}`);
    const { command, args } = PROGRAMS["the native command"];
    const { answers } = await talkTo({ command, args: [...args, first] }, requests.map((one) => JSON.stringify(one)), last);
    const server = await serverOf(undefined, { index: await explore(sources) });
    for (const [at, request] of requests.entries()) {
      assert.deepEqual(answers[at], await server.handle(request), JSON.stringify(request.params));
    }
    const ids = answers.map(({ result }) => result?.structuredContent?.id ?? "");
    for (const name of names) assert.ok(ids.filter((id) => id.startsWith(`${name}::`)).length > 10, name);
  });
});
