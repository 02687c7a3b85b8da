// What is asked of a site's own answerer, and what it answers.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { ask } from "../../worker/src/ask.js";
import { PACKAGE } from "./support.mjs";

globalThis.document ??= { baseURI: "https://docs.example/" };
const { contextOf, isQuestion, passagesOf } = await import(new URL("element/question.js", PACKAGE));
const { answered } = await import(new URL("element/answer.js", PACKAGE));

const QUESTIONS = ["how do I install it", "install it?", "Wie geht das", "как установить", "インストールするにはどうすればいいですか", "怎么安装", "كيف أثبت البرنامج", "the colour of the second line"];
const WORDS = ["install", "how", "configuration file", "brew install pebble", "検索"];

const hit = (more) => ({ document: "a.md", url: "a", anchor: "b", title: "A", headings: ["A", "B"], text: "Text.", ...more });

describe("a question", () => {
  for (const query of QUESTIONS) test(`is one: ${query}`, () => assert.ok(isQuestion(query)));
  for (const query of WORDS) test(`is none: ${query}`, () => assert.ok(!isQuestion(query)));

  test("comes with passages, their addresses and headings", () => {
    const found = passagesOf([hit({ more: [hit({ anchor: "c", headings: ["C"], text: "More.\u202e\n" })] }), hit({ url: "javascript:alert(1)", title: "" })]);
    assert.deepEqual(found, [
      { number: 1, title: "A", headings: ["B"], url: "https://docs.example/a#b", text: "Text." },
      { number: 2, title: "A", headings: ["C"], url: "https://docs.example/a#c", text: "More.\ufffd" },
      { number: 3, title: "A", headings: ["B"], url: "", text: "Text." },
    ]);
  });

  test("comes with as many passages as fit", () => {
    const long = "word ".repeat(2000);
    const found = passagesOf(Array.from({ length: 9 }, () => hit({ text: long })));
    assert.equal(found.length, 3);
    assert.ok(found.every((one) => one.text.endsWith("word") && one.text.length <= 4000));
    assert.ok(found.reduce((sum, one) => sum + one.text.length, 0) <= 12_000);
  });

  test("can be copied with them", () => {
    const passages = passagesOf([hit(), hit({ anchor: "", headings: [] })]);
    const first = "[1] A › B\nhttps://docs.example/a#b\n\nText.";
    assert.equal(contextOf("How?", passages), `How?\n\n---\n\n${first}\n\n---\n\n[2] A\nhttps://docs.example/a\n\nText.`);
  });
});

describe("an answer", () => {
  const signal = new AbortController().signal;
  const question = { question: "How?", language: "en", passages: [] };
  const read = async (ask) => {
    const parts = [];
    for await (const part of answered(ask, question, signal)) if (part) parts.push(part);
    return parts;
  };
  const streamed = (parts, type) => () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(typeof part === "string" ? new TextEncoder().encode(part) : part);
          controller.close();
        },
      }),
      { headers: { "content-type": type } },
    );

  const FORMS = {
    "a text": [() => "So.", ["So."]],
    "a promise of one": [async () => "So.", ["So."]],
    "strings one by one": [async function* () { yield "S"; yield "o."; }, ["S", "o."]],
    "plain text": [streamed(["S", "o."], "text/plain"), ["S", "o."]],
    "a character in two parts": [streamed([new Uint8Array([0xc3]), new Uint8Array([0xa4])], "text/plain"), ["ä"]],
    "events with texts": [streamed(["data: S\n\nda", "ta: o.\n\n", ": note\n\ndata: [DONE]\n\n"], "text/event-stream"), ["S", "o."]],
    "events in lines of Windows": [streamed(["data: S\r", "\n\r\ndata: o.\r\n\r\n"], "text/event-stream"), ["S", "o."]],
    "events of several lines": [streamed(["event: x\ndata: a\ndata: b\n\n"], "text/event-stream; charset=utf-8"), ["a\nb"]],
    "events of Workers AI": [streamed(['data: {"response":"So."}\n\ndata: {"response":"","usage":{}}\n\n'], "text/event-stream"), ["So."]],
    "events of OpenAI": [
      streamed(['data: {"choices":[{"delta":{"role":"assistant"}}]}\n\ndata: {"choices":[{"delta":{"content":"So."}}]}\n\ndata: [DONE]\n\n'], "text/event-stream"),
      ["So."],
    ],
  };

  for (const [name, [ask, expected]] of Object.entries(FORMS)) {
    test(`is read from ${name}`, async () => assert.equal((await read(ask)).join("|"), expected.join("|")));
  }

  test("that fails says why", async () => {
    await assert.rejects(read(() => new Response("", { status: 503, statusText: "Service Unavailable" })), /^Error: 503 Service Unavailable$/);
    await assert.rejects(read(streamed(['data: {"error":{"message":"too many"}}\n\n'], "text/event-stream")), /^Error: too many$/);
    await assert.rejects(read(() => Promise.reject(new Error("no network"))), /no network/);
  });
});

describe("the example for a Worker", () => {
  const HERE = "https://docs.example";
  const passages = [{ number: 1, title: "A", headings: [], url: "https://docs.example/a", text: "Take the installer." }];
  const question = { question: "How?", passages };
  const post = (body, origin = HERE) =>
    new Request(`${HERE}/ask`, { method: "POST", headers: { ...(origin && { origin }), "cf-connecting-ip": "192.0.2.1" }, body: typeof body === "string" ? body : JSON.stringify(body) });
  const said = async (response) => {
    const parts = [];
    for await (const part of answered(() => response, {}, new AbortController().signal)) parts.push(part);
    return parts.join("");
  };

  /** A rate limit that notes what it counts. */
  const limitOf = (success = true, keys = []) => ({ keys, limit: async ({ key }) => (keys.push(key), { success }) });
  const LIMIT = limitOf();
  const AI = { run: async () => new Response('data: {"response":"So."}\n\ndata: [DONE]\n\n').body };

  /** What the Worker's log has after a question, and the answer's status and text. */
  async function refusal(t, request, env) {
    const log = t.mock.method(console, "error", () => {});
    const response = await ask(request, { LIMIT, ...env });
    return { status: response.status, text: await response.text(), log: log.mock.calls.map(({ arguments: [text] }) => text) };
  }

  /** A service that speaks OpenAI's protocol, as long as something is done with its address. */
  async function withService(answer, act) {
    const requests = [];
    const server = createServer(async (request, response) => {
      requests.push({ url: request.url, key: request.headers.authorization, body: JSON.parse(await text(request)) });
      answer(response);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      await act(`http://127.0.0.1:${server.address().port}/v1`, requests);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  const streaming = (response) => {
    response.setHeader("content-type", "text/event-stream");
    for (const content of ["Take the ", "installer [1]."]) response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    response.end("data: [DONE]\n\n");
  };

  test("answers with a model that speaks OpenAI's protocol", () =>
    withService(streaming, async (OPENAI_BASE_URL, requests) => {
      const response = await ask(post(question), { LIMIT, OPENAI_BASE_URL, OPENAI_API_KEY: "key", MODEL: "small" });
      assert.equal(await said(response), "Take the installer [1].");
      const [{ url, key, body }] = requests;
      assert.deepEqual([url, key, body.model, body.stream], ["/v1/chat/completions", "Bearer key", "small", true]);
      assert.match(body.messages[1].content, /\[1\] A\nhttps:\/\/docs\.example\/a\n\nTake the installer\.[^]*Question: How\?/);
    }));

  test("needs no key for a service of one's own", () =>
    withService(streaming, async (OPENAI_BASE_URL, requests) => {
      assert.equal(await said(await ask(post(question), { LIMIT, OPENAI_BASE_URL, MODEL: "small" })), "Take the installer [1].");
      assert.equal(requests[0].key, undefined);
    }));

  test("answers with a model of Workers AI, the usual one or another", async () => {
    const asked = [];
    const noting = { run: async (model, { stream }) => (asked.push([model, stream]), AI.run()) };
    assert.equal(await said(await ask(post(question), { LIMIT, AI: noting, MODEL: "@cf/a/b" })), "So.");
    assert.equal(await said(await ask(post(question), { LIMIT, AI: noting })), "So.");
    assert.deepEqual(asked, [["@cf/a/b", true], ["@cf/meta/llama-3.3-70b-instruct-fp8-fast", true]]);
    const guide = await readFile(new URL("../../docs/search-box.md", import.meta.url), "utf8");
    assert.ok(guide.includes(`\`${asked[1][0]}\``), "the document names it");
  });

  test("refuses what is no question", async () => {
    for (const body of ["", "[]", "{}", { question: 7, passages }, { question: "How?" }, { question: "x".repeat(70_000), passages }, { question: "How?", passages: [null] }]) {
      assert.equal((await ask(post(body), { LIMIT, AI })).status, 400, JSON.stringify(body).slice(0, 40));
    }
    assert.equal((await ask(new Request(`${HERE}/ask`), { LIMIT, AI })).status, 405);
  });

  test("refuses a body of more than 64 KB, which it does not read where the request says so", async () => {
    const ofSize = (bytes, letter) => {
      const rest = JSON.stringify({ question: "", passages }).length;
      return { question: letter.repeat((bytes - rest) / Buffer.byteLength(letter)), passages };
    };
    const status = async (request) => (await ask(request, { LIMIT, AI })).status;
    assert.equal(await status(post(ofSize(64 * 1024, "x"))), 200);
    assert.equal(await status(post(ofSize(64 * 1024 + 1, "x"))), 400);
    // Fewer characters than bytes.
    assert.equal(await status(post(ofSize(66 * 1024, "語"))), 400);
    const long = post(question);
    long.headers.set("content-length", String(64 * 1024 + 1));
    assert.equal(await status(long), 400);
    assert.equal(long.bodyUsed, false);
  });

  test("answers pages of its own site, and of others that it is told", async () => {
    const ORIGINS = "https://www.example https://other.example";
    const allowed = async (origin, env) => {
      const { status, headers } = await ask(post(question, origin), { LIMIT, AI, ...env });
      return [status, headers.get("access-control-allow-origin"), headers.get("vary")];
    };
    assert.deepEqual(await allowed(HERE), [200, HERE, "origin"]);
    assert.deepEqual(await allowed("https://other.example", { ORIGINS }), [200, "https://other.example", "origin"]);
    assert.deepEqual(await allowed("https://other.example"), [403, null, "origin"]);
    assert.deepEqual(await allowed("https://example", { ORIGINS }), [403, null, "origin"]);
    for (const none of ["", "null"]) assert.deepEqual(await allowed(none, { ORIGINS }), [403, null, "origin"]);
  });

  test("tells browsers which other sites may ask, without counting that", async () => {
    const limit = limitOf();
    const ORIGINS = "https://other.example";
    const preflight = (origin) => ask(new Request(`${HERE}/ask`, { method: "OPTIONS", headers: { origin } }), { LIMIT: limit, AI, ORIGINS });
    const { status, headers } = await preflight("https://other.example");
    const names = ["origin", "methods", "headers"].map((name) => headers.get(`access-control-allow-${name}`));
    assert.deepEqual([status, ...names], [204, "https://other.example", "POST", "content-type"]);
    assert.equal((await preflight("https://evil.example")).status, 403);
    assert.deepEqual(limit.keys, []);
  });

  test("counts questions by address, and answers none without a limit", async (t) => {
    const limit = limitOf(false);
    const response = await ask(post(question), { LIMIT: limit, AI });
    assert.deepEqual([response.status, response.headers.get("retry-after"), limit.keys], [429, "60", ["ask 192.0.2.1"]]);
    const { status, text } = await refusal(t, post(question), { LIMIT: undefined, AI });
    assert.equal(status, 500);
    assert.match(text, /no rate limit LIMIT: add it to ratelimits/);
  });

  test("says that the model does not answer, and why in the log", async (t) => {
    const broken = { run: () => Promise.reject(new Error("3040: no capacity for account 123")) };
    const ofAi = await refusal(t, post(question), { AI: broken, MODEL: "@cf/a/b" });
    const expected = { status: 502, text: "the model does not answer; the log of the Worker says why" };
    assert.deepEqual(ofAi, { ...expected, log: ["ask: @cf/a/b does not answer: 3040: no capacity for account 123"] });
    await withService((response) => response.writeHead(401).end("wrong key"), async (OPENAI_BASE_URL) => {
      const { log, ...found } = await refusal(t, post(question), { OPENAI_BASE_URL, MODEL: "small" });
      assert.deepEqual([found, log.at(-1)], [expected, "ask: small does not answer: 401 wrong key"]);
    });
    const { log, ...found } = await refusal(t, post(question), { OPENAI_BASE_URL: "http://127.0.0.1:9", MODEL: "small" });
    assert.deepEqual(found, expected);
    assert.match(log.at(-1), /^ask: small does not answer: /);
  });

  test("says what is not configured", async (t) => {
    assert.match((await refusal(t, post(question), {})).text, /no model: bind AI, or set OPENAI_API_KEY/);
    assert.match((await refusal(t, post(question), { OPENAI_API_KEY: "key" })).text, /MODEL is not set/);
  });
});
