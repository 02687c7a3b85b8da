// What is asked of a site's own answerer, and what it answers.
import assert from "node:assert/strict";
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
  const passages = [{ number: 1, title: "A", headings: [], url: "https://docs.example/a", text: "Take the installer." }];
  const post = (body) => new Request("https://docs.example/ask", { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });
  const said = async (response) => {
    const parts = [];
    for await (const part of answered(() => response, {}, new AbortController().signal)) parts.push(part);
    return parts.join("");
  };

  test("answers with a model that speaks OpenAI's protocol", async () => {
    const requests = [];
    const server = createServer(async (request, response) => {
      requests.push({ url: request.url, key: request.headers.authorization, body: JSON.parse(await text(request)) });
      response.setHeader("content-type", "text/event-stream");
      for (const content of ["Take the ", "installer [1]."]) response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
      response.end("data: [DONE]\n\n");
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const env = { OPENAI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`, OPENAI_API_KEY: "key", MODEL: "small" };
    const response = await ask(post({ question: "How?", passages }), env);
    assert.equal(await said(response), "Take the installer [1].");
    const [{ url, key, body }] = requests;
    assert.deepEqual([url, key, body.model, body.stream], ["/v1/chat/completions", "Bearer key", "small", true]);
    assert.match(body.messages[1].content, /\[1\] A\nhttps:\/\/docs\.example\/a\n\nTake the installer\.[^]*Question: How\?/);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test("answers with a model of Workers AI", async () => {
    const asked = [];
    const AI = {
      run: async (model, given) => {
        asked.push([model, given.stream]);
        return new Response('data: {"response":"So."}\n\ndata: [DONE]\n\n').body;
      },
    };
    assert.equal(await said(await ask(post({ question: "How?", passages }), { AI, MODEL: "@cf/a/b" })), "So.");
    assert.deepEqual(asked, [["@cf/a/b", true]]);
  });

  test("refuses what is no question", async () => {
    for (const body of ["", "[]", "{}", { question: 7, passages }, { question: "How?" }, { question: "x".repeat(70_000), passages }, { question: "How?", passages: [null] }]) {
      assert.equal((await ask(post(body), {})).status, 400, JSON.stringify(body).slice(0, 40));
    }
    assert.equal((await ask(new Request("https://docs.example/ask"), {})).status, 405);
  });
});
