// The Model Context Protocol over HTTP and over two streams.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ALL_PAGES, PROGRAMS, cases, leave, nativeHttp, overHttp, overNativeHttp, serveStdio, serverOf, talkTo } from "./mcp-support.mjs";

const mcp = await serverOf();

/** The makers of servers that speak HTTP: each with the options that both have. */
const HTTP = {
  JavaScript: (options) => serverOf(undefined, options),
  "the native command": ({ origins = [] } = {}) => nativeHttp(origins.flatMap((origin) => ["--allow-origin", origin])),
};

for (const [program, makeServer] of Object.entries(HTTP)) describe(`over HTTP: ${program}`, () => {
  const open = [];
  const serverWith = async (options) => {
    const server = await makeServer(options);
    open.push(server);
    return server;
  };
  let mcp;
  before(async () => (mcp = await serverWith()));
  after(() => open.forEach((server) => server.close?.()));

  const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

  async function send(body, headers = {}, method = "POST", server = mcp) {
    const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
    for (const [name, value] of Object.entries(all)) if (value === undefined) delete all[name];
    const text = typeof body === "string" || body instanceof Uint8Array || !body ? body : JSON.stringify(body);
    const response = await server.fetch(new Request("http://localhost/any", { method, headers: all, body: text }));
    const answer = await response.text();
    if (answer) assert.equal(response.headers.get("content-type"), "application/json");
    return { status: response.status, allow: response.headers.get("allow"), ...(answer ? JSON.parse(answer) : {}) };
  }

  test("a POST is answered, and nothing else", async () => {
    assert.deepEqual(await send(PING), { status: 200, allow: null, jsonrpc: "2.0", id: 1, result: {} });
    for (const method of ["GET", "DELETE", "PUT", "HEAD"]) {
      const { status, allow } = await send(undefined, {}, method);
      assert.deepEqual([status, allow], [405, "POST, OPTIONS"], method);
    }
  });

  test("notifications and answers are taken", async () => {
    for (const said of [{ method: "notifications/initialized" }, { id: 1, result: {} }]) {
      const message = { jsonrpc: "2.0", ...said };
      assert.deepEqual(await send(message), { status: 202, allow: null });
    }
  });

  test("what is no message is refused", async () => {
    const bytes = Uint8Array.from([0x22, 0xff, 0x22]);
    for (const [body, status, code] of [
      ["{", 400, -32700],
      ["", 400, -32700],
      [bytes, 400, -32700],
      ["[".repeat(100_000), 400, -32700],
      [`${'{"a":'.repeat(9000)}1${"}".repeat(9000)}`, 400, -32600],
      ["7", 400, -32600],
      [{ ...PING, id: null }, 400, -32600],
      [`"${"x".repeat(256 << 10)}"`, 413, -32600],
      [{ ...PING, method: "nothing" }, 200, -32601],
    ]) {
      const answer = await send(body);
      assert.deepEqual([answer.status, answer.error.code], [status, code], String(body).slice(0, 50));
    }
  });

  // Over a connection more is on its way than was read.
  const skip = program !== "JavaScript";
  test("a body is not read beyond its bound, whatever its length is said to be", { skip }, async () => {
    let parts = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (parts++ < 100) controller.enqueue(new Uint8Array(64 << 10));
        else controller.close();
      },
    });
    const headers = { "content-type": "application/json" };
    const request = new Request("http://localhost/", { method: "POST", headers, body, duplex: "half" });
    assert.equal((await mcp.fetch(request)).status, 413);
    assert.ok(parts < 10, String(parts));
  });

  test("types are as they have to be", async () => {
    for (const [headers, status] of [
      [{ "content-type": "text/plain" }, 415],
      [{ "content-type": undefined }, 415],
      [{ "content-type": "Application/JSON; charset=utf-8" }, 200],
      [{ accept: "text/html" }, 406],
      [{ accept: "*/*" }, 200],
      [{ accept: "application/json;q=0.9" }, 200],
      [{ accept: undefined }, 200],
    ]) {
      assert.equal((await send(JSON.stringify(PING), headers)).status, status, JSON.stringify(headers));
    }
  });

  test("origins are checked where they are named", async () => {
    const server = await serverWith({ origins: ["https://example.org"] });
    for (const [origin, status] of [
      ["https://example.org", 200],
      ["https://evil.example", 403],
      ["null", 403],
      [undefined, 200],
    ]) {
      assert.equal((await send(PING, { origin }, "POST", server)).status, status, origin);
    }
  });

  test("browsers are told which pages may call, before they do and with each answer", async () => {
    const server = await serverWith({ origins: ["https://example.org"] });
    const asking = { origin: "https://example.org", "access-control-request-method": "POST", "access-control-request-headers": "content-type,mcp-protocol-version" };
    const before = await server.fetch(new Request("http://localhost/", { method: "OPTIONS", headers: asking }));
    assert.equal(before.status, 204);
    assert.equal(before.headers.get("access-control-allow-origin"), "https://example.org");
    assert.match(before.headers.get("access-control-allow-methods"), /POST/);
    for (const name of ["content-type", "mcp-protocol-version", "authorization"]) {
      assert.ok(before.headers.get("access-control-allow-headers").split(", ").includes(name), name);
    }
    // An error is to be read too.
    for (const body of [PING, "{"]) {
      const sent = { origin: "https://example.org", "content-type": "application/json" };
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const { headers } = await server.fetch(new Request("http://localhost/", { method: "POST", headers: sent, body: text }));
      assert.equal(headers.get("access-control-allow-origin"), "https://example.org");
      assert.equal(headers.get("vary"), "origin");
    }
    const other = { ...asking, origin: "https://evil.example" };
    const refused = await server.fetch(new Request("http://localhost/", { method: "OPTIONS", headers: other }));
    assert.equal(refused.status, 403);
    assert.equal(refused.headers.get("access-control-allow-origin"), null);
    const program = await server.fetch(new Request("http://localhost/", { method: "OPTIONS" }));
    assert.equal(program.headers.get("allow"), "POST, OPTIONS");
  });

  test("pages of this machine may call unless others are named", async () => {
    const toAll = await serverWith({ origins: ["*"] });
    for (const [origin, status] of [
      ["http://localhost", 200],
      ["http://localhost:6274", 200],
      ["https://127.0.0.1:8443", 200],
      ["http://[::1]:3000", 200],
      [undefined, 200],
      ["http://evil.example", 403],
      ["http://localhost.evil.example", 403],
      ["http://evil.example:80/localhost", 403],
      ["http://127.0.0.1.evil.example", 403],
      ["null", 403],
    ]) {
      assert.equal((await send(PING, { origin })).status, status, origin);
      assert.equal((await send(PING, { origin }, "POST", toAll)).status, 200, origin);
    }
  });

  test("versions are those that are known, and one of them has batches", async () => {
    for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
      assert.equal((await send(PING, { "mcp-protocol-version": version })).status, 200, version);
      const { status } = await send([PING, PING], { "mcp-protocol-version": version });
      assert.equal(status, version === "2025-03-26" ? 200 : 400, version);
    }
    assert.equal((await send([PING])).status, 200);
    const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    assert.equal((await send([{ ...PING, params: { _meta: meta } }])).status, 400);
    assert.equal((await send([{ jsonrpc: "2.0", method: "x" }])).status, 202);
    assert.equal((await send(PING, { "mcp-protocol-version": "1999-01-01" })).status, 400);
  });
});

for (const [program, makeServer] of Object.entries(HTTP)) describe(`over HTTP without a handshake: ${program}`, () => {
  let mcp;
  before(async () => (mcp = await makeServer()));
  after(() => mcp.close?.());

  const VERSION = "2026-07-28";
  const META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
  };

  async function send(method, params = {}, headers = {}) {
    const message = { jsonrpc: "2.0", id: 1, method, params: { _meta: META, ...params } };
    const usual = { "content-type": "application/json", "mcp-protocol-version": VERSION, "mcp-method": method };
    const all = { ...usual, ...headers };
    for (const [name, value] of Object.entries(all)) if (value === undefined) delete all[name];
    const request = { method: "POST", headers: all, body: JSON.stringify(message) };
    const response = await mcp.fetch(new Request("http://localhost/", request));
    const { error } = await response.json();
    return [response.status, error?.code];
  }

  test("the status tells what is wrong", async () => {
    const unknown = { ...META, "io.modelcontextprotocol/protocolVersion": "2031-01-01" };
    const [OK, HEADER] = [[200, undefined], [400, -32020]];
    for (const [answer, ...request] of [
      [OK, "tools/list"],
      [OK, "tools/call", { name: "list_pages" }, { "mcp-name": " list_pages " }],
      [OK, "tools/call", { name: "list_pages" }, { "mcp-name": "=?base64?bGlzdF9wYWdlcw==?=" }],
      [[404, -32601], "ping"],
      [[404, -32601], "subscriptions/listen"],
      [[200, -32602], "tools/call", { name: "nothing" }, { "mcp-name": "nothing" }],
      [[400, -32602], "tools/list", { _meta: {} }],
      [[400, -32602], "tools/list", { _meta: { [Object.keys(META)[0]]: VERSION } }],
      [[400, -32022], "tools/list", { _meta: unknown }, { "mcp-protocol-version": "2031-01-01" }],
      [HEADER, "tools/list", { _meta: unknown }],
      [HEADER, "tools/list", {}, { "mcp-protocol-version": undefined }],
      [HEADER, "tools/list", {}, { "mcp-method": undefined }],
      [HEADER, "tools/list", {}, { "mcp-method": "tools/call" }],
      [HEADER, "tools/call", { name: "list_pages" }],
      [HEADER, "tools/call", { name: "list_pages" }, { "mcp-name": "read_page" }],
      [HEADER, "tools/call", { name: "list_pages" }, { "mcp-name": "=?base64?*?=" }],
      [HEADER, "resources/read", { uri: "kindex://pages/x" }],
    ]) {
      assert.deepEqual(await send(...request), answer, JSON.stringify(request));
    }
  });
});

describe("over two streams", () => {
  /** The answer to bytes that come in parts. */
  async function said(parts) {
    const output = [];
    const input = ReadableStream.from(parts);
    await serveStdio(mcp, { input, output: { write: (text) => output.push(text) } });
    return output.join("").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  test("lines are answered in order, however they are parted", async () => {
    const ping = (id) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
    const input = `\uFEFF${ping("é")}\r\n\n  \n\uFEFF\r\n{\n\uFEFF${ping(2)}\n${ping(3)}`;
    const bytes = Buffer.from(input);
    const each = Array.from(bytes, (byte) => Uint8Array.of(byte));
    for (const parts of [[bytes], each, [bytes.subarray(0, 30), bytes.subarray(30)]]) {
      assert.deepEqual((await said(parts)).map(({ id, error }) => id ?? error.code), ["é", -32700, 2, 3]);
    }
  });

  test("lines that are too long are passed over", async () => {
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const large = Buffer.alloc(1 << 20, "x");
    const answers = await said([...Array(5).fill(large), Buffer.from(`x\n${ping}\n`)]);
    assert.deepEqual(answers.map(({ error }) => error?.code), [-32600, undefined]);
  });

  for (const [name, program] of Object.entries(PROGRAMS)) {
    test(`all cases: ${name}`, async () => {
      const { answers, errors, code } = await talkTo(program, cases.map(({ request }) => JSON.stringify(request)));
      assert.deepEqual([errors, code], ["", 0]);
      assert.deepEqual(answers, cases.map(({ answer }) => answer).filter((answer) => answer !== null));
    });

    test(`names of arguments in whatever order: ${name}`, async () => {
      // As text: objects put names that are numbers first.
      const { answer } = cases.find(({ why }) => why === "arguments that there are not, of names that are numbers");
      const params = '{"name":"list_pages","arguments":{"🦀":0,"b":0,"10":0,"\ue000":0,"2":0,"-":0}}';
      const line = `{"jsonrpc":"2.0","id":${answer.id},"method":"tools/call","params":${params}}`;
      assert.deepEqual((await talkTo(program, [line])).answers, [answer]);
    });

    test(`a client that goes away: ${name}`, async () => {
      assert.deepEqual(await leave(program, JSON.stringify(ALL_PAGES)), { errors: "", code: 0 });
    });
  }
});

describe("over real connections", () => {
  const all = async (url) => {
    const calls = cases.filter(({ request }) => request?.method === "tools/call" && !request.params._meta);
    for (const { request, answer } of calls) {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(request) });
      assert.deepEqual(await response.json(), answer);
    }
  };
  test("JavaScript", () => overHttp((request) => mcp.fetch(request), all));
  test("the native command", () => overNativeHttp([], all));
});
