// The answers of the server of the Model Context Protocol, and the servers that cannot be made.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ALL_PAGES, GUIDE, call, cases, createMcp, inWords, serverOf } from "./mcp-support.mjs";
import { COPIES } from "./mcp-documents.mjs";
import { built, explore, failure, open } from "./support.mjs";

const mcp = await serverOf();

/** The keywords of schemas that the APIs of Gemini, OpenAI and Anthropic all take, and names as they want them. */
const KEYWORDS = ["type", "description", "properties", "required", "items", "default", "minimum", "maximum", "minLength", "maxLength", "maxItems"];
const NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/;

describe("answers", () => {
  for (const { why, request, answer } of cases) {
    test(why, async () => {
      // As text, so that the order of keys counts too.
      assert.equal(JSON.stringify((await mcp.handle(request)) ?? null), JSON.stringify(answer));
    });
  }

  test("are words alone where no data are asked for", async () => {
    const server = await serverOf(undefined, { structured: undefined });
    for (const { why, request, answer } of cases) {
      assert.equal(JSON.stringify((await server.handle(request)) ?? null), JSON.stringify(inWords(answer)), why);
    }
  });

  test("are the same over an index in several files, and where the index comes later", async () => {
    const bytes = readFileSync(GUIDE);
    const index = await explore((name) => (name === "index.kdx" ? bytes : null));
    for (const later of [createMcp({ index, structured: true }), createMcp({ index: async () => index, structured: true })]) {
      for (const { request, answer } of cases) {
        assert.deepEqual((await later.handle(request)) ?? null, answer);
      }
    }
  });

  test("name other versions and translations of a page beside it", async () => {
    const server = await serverOf(await built(COPIES));
    const search = (args) => call(server, "search_docs", { query: "heron", ...args });
    const { text, structuredContent } = await search({ prefer: { version: "v5", lang: "en" } });
    const [best, ...others] = structuredContent.passages;
    assert.equal(best.url, "/v5/nest#nest");
    assert.deepEqual(best.also.map(({ url }) => url).sort(), ["/fr/v5/nest#le-nid", "/v2/nest#nest", "/v3/nest#nest", "/v4/nest#nest"]);
    assert.match(text, /\n\[1\] Nest\nalso: fr \/fr\/v5\/nest#le-nid(, v\d \/v\d\/nest#nest){3}\nurl: \/v5\/nest#nest\n/);
    assert.deepEqual(others.map(({ title, also }) => [title, also]), [["Egg", [{ version: "old", url: "old/egg.md" }]]]);
    assert.equal(structuredContent.next, undefined, "all that is left was given");
    const french = await search({ version: "v5" });
    assert.match(french.text, /\nalso: fr \/fr\/v5\/nest#le-nid\n/);
    const all = await search({ fold: false });
    assert.ok(all.structuredContent.passages.length > 6 && !all.text.includes("also:"));
    const first = await search({ limit: 1 });
    assert.equal(first.structuredContent.next, 1);
    const pages = new Set();
    for (let offset = 0; offset !== undefined; ) {
      const { passages, next } = (await search({ limit: 3, offset })).structuredContent;
      for (const { id, url, also = [] } of passages) [url || id, ...also.map((copy) => copy.url)].forEach((one) => pages.add(one.split("#")[0]));
      offset = next;
    }
    assert.equal(pages.size, COPIES.length, "each page is given or named");
    const { text: unseen } = await search({ exclude: ["/v5/nest"] });
    assert.ok(!unseen.includes("also:") && unseen.includes("url: /v4/nest") && !unseen.includes("url: /v5/nest"));
  });

  test("to messages that come as one read together as much as one may", async () => {
    const server = await serverOf(undefined, { phraseBytes: 2000 });
    const params = { name: "search_docs", arguments: { query: '"end working"' } };
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const found = ({ result }) => [result.structuredContent.total, result.structuredContent.unchecked_phrases];
    assert.deepEqual(found(await server.handle(request)), [0, undefined]);
    const both = await server.handle([request, { ...request, id: 2 }]);
    assert.deepEqual(both.map(found), [[1, ["end working"]], [1, ["end working"]]]);
  });

  test("go on after as much as was looked at, where all of it was seen", async () => {
    // Of a page that is excluded ten passages more are looked at than asked for.
    for (const length of [9, 10, 11, 12, 25]) {
      const text = Array.from({ length }, (_, at) => `## Needle ${at}\n\nneedle ${"word ".repeat(100)}\n\n`).join("");
      const server = await serverOf(await built([{ id: "long", url: "/long", text }, { id: "other", text: "No word but needle." }]));
      const found = [];
      for (let offset = 0; offset !== undefined; ) {
        const args = { query: "needle word", limit: 1, offset, expand_to_parents: false, exclude: ["/long"] };
        const { text: said, structuredContent } = await call(server, "search_docs", args);
        found.push(...structuredContent.passages.map(({ id }) => id));
        const { next } = structuredContent;
        assert.ok(next === undefined || (next > offset && !said.startsWith("Nothing was found")), said);
        offset = next;
      }
      assert.deepEqual(found, ["other#0.0"], length);
    }
  });

  test("of list_docs name more values where versions take no tokens as data", async () => {
    const pages = Array.from({ length: 60 }, (_, at) => ({ id: `${at}`, text: "A page.", filters: { version: [`release-${at % 30}.0.0`] } }));
    const bytes = await built(pages);
    const named = async (structured) => {
      const { text } = await call(await serverOf(bytes, { structured, maxTokens: 400 }), "list_docs", { limit: 60 });
      return text.match(/\.0\.0"/g)?.length ?? 0;
    };
    const [words, data] = [await named(false), await named(true)];
    assert.ok(words > data, `${words} ${data}`);
  });

  test("say of a broken index only that it is", async () => {
    const index = await explore(readFileSync(GUIDE));
    const heard = [];
    const failing = createMcp({ index, onError: (error) => heard.push(error.message) });
    index.close();
    const { error } = await failing.handle(ALL_PAGES);
    assert.deepEqual(error, { code: -32603, message: "the index cannot be used (closed)" });
    assert.deepEqual(heard, ["the index was closed; open it again"]);
  });

  test("say nothing to the log of what the client can mend", async () => {
    const heard = [];
    const server = await serverOf(undefined, { onError: (error) => heard.push(error) });
    for (const { request } of cases) await server.handle(request);
    assert.deepEqual(heard, []);
  });

  test("say which documentation it is in every tool", async () => {
    const options = { title: "Vue", description: "Guide and\nAPI" };
    const { handle } = await serverOf(undefined, options);
    const { tools } = (await handle({ jsonrpc: "2.0", id: 1, method: "tools/list" })).result;
    const usual = (await mcp.handle({ jsonrpc: "2.0", id: 1, method: "tools/list" })).result.tools;
    for (const [at, { title, description, annotations }] of tools.entries()) {
      assert.deepEqual([title, annotations.title], Array(2).fill(`Vue: ${usual[at].title}`));
      assert.equal(description, `Vue: Guide and API. ${usual[at].description}`);
    }
  });

  test("have schemas that every client can read", async () => {
    const { tools } = (await mcp.handle({ jsonrpc: "2.0", id: 1, method: "tools/list" })).result;
    const check = (schema) => {
      const said = JSON.stringify(schema);
      assert.deepEqual(Object.keys(schema).filter((name) => !KEYWORDS.includes(name)), [], said);
      assert.ok(["string", "integer", "boolean", "array", "object"].includes(schema.type), said);
      assert.equal(schema.type === "array", schema.items !== undefined, said);
      // Gemini's API refuses objects without properties.
      assert.equal(schema.type === "object", Object.keys(schema.properties ?? {}).length > 0, said);
      for (const name of schema.required ?? []) assert.ok(Object.hasOwn(schema.properties, name), said);
      for (const [name, one] of Object.entries(schema.properties ?? {})) {
        assert.match(name, NAME);
        check(one);
      }
      if (schema.items) check(schema.items);
    };
    for (const { name, description, inputSchema, outputSchema } of tools) {
      assert.match(name, NAME);
      // OpenAI's API takes 1,024 characters, of which the documentation that a server names takes some.
      assert.ok(description.length <= 900, `${name}: ${description.length}`);
      assert.equal(inputSchema.type, "object");
      for (const schema of [inputSchema, outputSchema]) check(schema);
    }
  });

  test("have what the options say", async () => {
    const options = { name: "guide", title: "The guide", version: "7", instructions: "Search." };
    const named = await serverOf(undefined, options);
    const params = { protocolVersion: "2025-11-25" };
    const { result } = await named.handle({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    assert.deepEqual(result.serverInfo, { name: "guide", title: "The guide", version: "7" });
    assert.equal(result.instructions, "Search.");
  });
});

describe("a server that cannot be made", async () => {
  const index = await explore(readFileSync(GUIDE));

  const OPTIONS = {
    maxTokens: [299, 400.5, "400", null, NaN],
    title: [7, null],
    description: [7, null],
    instructions: [["Search."]],
    origins: ["https://example.org", [7]],
    onError: ["log"],
  };
  for (const [name, values] of Object.entries(OPTIONS)) {
    test(`is told which ${name} is accepted`, () => {
      const refused = failure("invalid_option", new RegExp(`^${name}: accepted `));
      for (const value of values) assert.throws(() => createMcp({ index, [name]: value }), refused, String(value));
    });
  }

  test("is told which options there are", () => {
    const refused = failure("invalid_option", /^there is no option maxtokens, but maxTokens; accepted are index, name, .*maxTokens/);
    assert.throws(() => createMcp({ index, maxtokens: 1000 }), refused);
  });

  const READS = /^index: accepted is what open\(\) of kindex\/explore gives, which reads chunks and pages too/;

  test("is told that an index is needed, and which", async () => {
    for (const options of [undefined, {}, { index: null }, { index: "site.kdx" }, { index: {} }]) {
      assert.throws(() => createMcp(options), failure("invalid_argument", /^index: accepted is what open\(\) of kindex\/explore gives$/));
    }
    const searched = await open(readFileSync(GUIDE));
    assert.throws(() => createMcp({ index: searched }), failure("invalid_argument", READS));
  });

  test("is told of an index that comes later when it is used first", async () => {
    const searched = await open(readFileSync(GUIDE));
    for (const later of [async () => searched, () => searched, Promise.resolve(searched)]) {
      const heard = [];
      const server = createMcp({ index: later, onError: (error) => heard.push(error) });
      const { error } = await server.handle(ALL_PAGES);
      assert.deepEqual(error, { code: -32603, message: "the index cannot be used (invalid_argument)" });
      assert.equal(heard.length, 1);
      failure("invalid_argument", READS)(heard[0]);
    }
  });

  test("is not one whose index comes later and can be read", async () => {
    for (const later of [async () => index, Promise.resolve(index)]) {
      assert.ok((await createMcp({ index: later }).handle(ALL_PAGES)).result);
    }
  });
});
