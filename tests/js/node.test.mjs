// Servers in Node: those of docs/worker.md and docs/mcp.md as they stand, and what makes them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT, project, put, run } from "../bundlers/support.mjs";
import { NATIVE } from "./cli-support.mjs";
import { PACKAGE, failure } from "./support.mjs";
import { freePort } from "../port.mjs";

const { listener } = await import(new URL("node.js", PACKAGE));

/** A script with its name in its first line. */
const SCRIPT = /^```js\n(\/\/ (\S+\.mjs)\n.*?)^```$/gms;

describe("the servers of the guides", () => {
  let folder;

  before(async () => {
    ({ folder } = await project());
    for (const name of ["worker.md", "mcp.md"]) {
      const guide = await readFile(join(ROOT, "docs", name), "utf8");
      await put(folder, Object.fromEntries([...guide.matchAll(SCRIPT)].map(([, text, file]) => [file, text])));
    }
    await cp(join(ROOT, "tests", "corpus"), join(folder, "docs"), { recursive: true });
    await run("npx", ["kindex", "build", "docs", "-o", "site.kdx", "-q"], { cwd: folder, env: { ...process.env, KINDEX_COMMAND: NATIVE } });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  /** Runs a script until `use` has asked it what it wants. */
  async function running(name, use) {
    const port = await freePort();
    const child = spawn(process.execPath, [name], { cwd: folder, env: { ...process.env, PORT: port }, stdio: "inherit" });
    try {
      await reached(port, child);
      await use(`http://127.0.0.1:${port}`);
    } finally {
      child.kill();
      await once(child, "close");
    }
  }

  /** The answers to messages of a page of another site. */
  const fromPage = (address) => {
    const headers = { "content-type": "application/json", origin: "http://localhost:3000" };
    return fetch(address, { method: "POST", headers, body: "{}" });
  };

  test("answer over HTTP, and let no page read it", { timeout: 30_000 }, () =>
    running("server.mjs", async (address) => {
      const { data } = await (await fetch(`${address}/search?q=configuration`)).json();
      assert.equal(data.results[0].document_id, "config.md");
      assert.ok((await called(`${address}/mcp`)).includes(`\nid: ${data.results[0].id}\n`));
      const read = await fetch(`${address}/search?q=configuration`, { headers: { origin: "http://localhost:3000" } });
      assert.equal(read.headers.get("access-control-allow-origin"), null);
      assert.equal((await fromPage(`${address}/mcp`)).status, 403);
    }));

  test("answer language models, and no page", { timeout: 30_000 }, () =>
    running("mcp.mjs", async (address) => {
      assert.match(await called(address), /\n\[1\] .*\nurl: .*\nid: config\.md#/);
      assert.equal((await fromPage(address)).status, 403);
    }));
});

/** What the tool search_docs says. */
async function called(address) {
  const params = { name: "search_docs", arguments: { query: "configuration" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body });
  return (await response.json()).result.content[0].text;
}

/** Waits until a program takes connections. */
async function reached(port, child) {
  while (child.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const there = await once(socket, "connect").then(() => true, () => false);
    socket.destroy();
    if (there) return;
    await sleep(20);
  }
  throw new Error(`the server ended with ${child.exitCode}`);
}

describe("a listener", () => {
  /** Serves a handler while `use` runs. */
  async function serving(fetch, use, env, options, address = "127.0.0.1") {
    const server = createServer(listener({ fetch }, env, options)).listen(0, address);
    await once(server, "listening");
    try {
      await use(server.address().port, server);
    } finally {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    }
  }

  /** The answer to bytes of a connection, until it is closed. */
  async function sent(port, ...parts) {
    const socket = connect(port, "127.0.0.1");
    for (const part of parts) socket.write(part);
    return (await socket.setEncoding("utf8").toArray()).join("");
  }

  test("hands on the request and its body, and gives back status, headers and body", async () => {
    const echo = async (request, env) =>
      Response.json([request.method, request.url, request.headers.get("x-test"), await request.text(), env.NAME], {
        status: 202,
        headers: [["set-cookie", "a=1"], ["set-cookie", "b=2"]],
      });
    await serving(echo, async (port) => {
      const address = `http://127.0.0.1:${port}/path?q=%20%C3%A9`;
      const response = await fetch(address, { method: "PUT", headers: { "x-test": "yes" }, body: "é".repeat(100_000) });
      assert.deepEqual([response.status, response.headers.getSetCookie()], [202, ["a=1", "b=2"]]);
      assert.ok(response.headers.get("content-length"));
      assert.deepEqual(await response.json(), ["PUT", address, "yes", "é".repeat(100_000), "value"]);
      const head = await fetch(address, { method: "HEAD" });
      assert.deepEqual([head.status, await head.text()], [202, ""]);
    }, { NAME: "value" });
  });

  /** The host that a handler sees when a client calls itself another one. */
  async function addressOf(port, more = {}) {
    const headers = { "cf-connecting-ip": "192.0.2.1", "CF-Connecting-IP": "192.0.2.2", ...more };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: "whole" })).json();
  }

  const told = async ({ headers, body }) => [headers.get("cf-connecting-ip"), await new Response(body).text()];

  test("says itself which address a client has", () =>
    serving(async (request) => Response.json(await told(request)), async (port) => {
      assert.deepEqual(await addressOf(port), ["127.0.0.1", "whole"]);
    }));

  test("lets a handler say it behind a proxy", () => {
    const handler = (request) => {
      const headers = new Headers(request.headers);
      headers.set("cf-connecting-ip", headers.get("x-forwarded-for")?.split(",").at(-1).trim() ?? "unknown");
      return new Request(request, { headers });
    };
    return serving(async (request) => Response.json(await told(handler(request))), async (port) => {
      assert.deepEqual(await addressOf(port, { "x-forwarded-for": "192.0.2.3, 192.0.2.4" }), ["192.0.2.4", "whole"]);
    });
  });

  test("limits who tries tokens, whatever address they give", async () => {
    const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));
    const source = bundled(await readFile(join(ROOT, "tests", "golden", "guide-v1.kdx")));
    const worker = createWorker({ source, tokens: {}, rateLimit: "LIMIT" });
    const counts = new Map();
    const limit = ({ key }) => ({ success: counts.set(key, (counts.get(key) ?? 0) + 1).get(key) <= 2 });
    await serving(worker.fetch, async (port) => {
      const statuses = [];
      for (let client = 0; client < 4; client++) {
        const headers = { authorization: `Bearer ${client}`, "cf-connecting-ip": `192.0.2.${client}` };
        statuses.push((await fetch(`http://127.0.0.1:${port}/status`, { headers })).status);
      }
      assert.deepEqual(statuses, [401, 401, 429, 429]);
    }, { LIMIT: { limit } });
    assert.deepEqual([...counts], [["address 127.0.0.1", 4]]);
  });

  test("has the variables of the process", () =>
    serving((_, env) => Response.json(env.PATH), async (port) => {
      assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).json(), process.env.PATH);
    }));

  test("answers before a body has come that is not read to its end", async () => {
    const refuse = async (request) => {
      const reader = request.body.getReader();
      await reader.read();
      await reader.cancel();
      return new Response("too large", { status: 413 });
    };
    await serving(refuse, async (port) => {
      const answer = await sent(port, "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n", "x".repeat(1000));
      assert.match(answer, /^HTTP\/1\.1 413 .*\r\nConnection: close\r\n.*\r\n\r\ntoo large$/is);
    });
  });

  test("refuses what is no request", async () => {
    const calls = [];
    await serving((request) => void calls.push(request), async (port) => {
      for (const line of ["GET // HTTP/1.1\r\nhost: a", "TRACE / HTTP/1.1\r\nhost: a", "GET / HTTP/1.1\r\nhost: a b"]) {
        assert.match(await sent(port, `${line}\r\nconnection: close\r\n\r\n`), /^HTTP\/1\.1 400 /, line);
      }
    });
    assert.deepEqual(calls, []);
  });

  test("answers with 500 what fails, and goes on", async (context) => {
    const logged = context.mock.method(console, "error", () => {});
    const failing = ({ url }) => {
      if (url.endsWith("/fail")) throw new Error("broken");
      return new Response("fine");
    };
    await serving(failing, async (port) => {
      assert.equal((await fetch(`http://127.0.0.1:${port}/fail`)).status, 500);
      assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), "fine");
    });
    assert.equal(logged.mock.calls[0].arguments[0].message, "broken");
  });

  const fine = () => new Response("fine");

  /** The status for a request that calls the server by a name. */
  async function statusFor(port, host, target = "/") {
    const answer = await sent(port, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    return Number(/^HTTP\/1\.1 (\d+) /.exec(answer)[1]);
  }

  async function answersTo(port, allowed, refused) {
    for (const host of allowed) assert.equal(await statusFor(port, host), 200, host);
    for (const host of refused) assert.equal(await statusFor(port, host), 403, host);
  }

  const LOOPBACK = ["localhost", "LocalHost:1", "localhost.", "docs.localhost", "127.0.0.1:8787", "127.1", "[::1]"];
  const OTHERS = ["evil.example", "evil.example:80", "localhost.evil.example", "evil-localhost", "192.0.2.1"];

  test("on loopback answers to names of loopback alone", () =>
    serving(fine, async (port) => {
      await answersTo(port, LOOPBACK, OTHERS);
      for (const target of ["http://evil.example/", "//evil.example/"]) {
        assert.equal(await statusFor(port, "localhost", target), 403, target);
      }
      const answer = await sent(port, "GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
      assert.match(answer, /"evil\.example".*option hosts/);
    }));

  test("answers to the names of the option hosts too, as behind a proxy", async () => {
    const hosts = ["Search.example.org", "bücher.example"];
    await serving(fine, async (port) => {
      await answersTo(port, [...LOOPBACK, "search.example.org", "search.example.org:443", "xn--bcher-kva.example"], OTHERS);
    }, {}, { hosts });
    await serving(fine, (port) => answersTo(port, [...LOOPBACK, ...OTHERS], []), {}, { hosts: ["*"] });
  });

  test("where others reach it answers to all names, or to those of the option hosts and to addresses", async () => {
    await serving(fine, (port) => answersTo(port, [...LOOPBACK, ...OTHERS], []), {}, {}, "0.0.0.0");
    const hosts = ["search.example.org"];
    await serving(fine, async (port) => {
      await answersTo(port, [...LOOPBACK, ...hosts, "192.0.2.1", "[2001:db8::1]:80"], ["evil.example"]);
    }, {}, { hosts }, "0.0.0.0");
  });

  test("knows how it listened while it closes", () =>
    serving(fine, async (port, server) => {
      assert.equal(await statusFor(port, "search.example.org"), 200);
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      server.close();
      socket.write("GET / HTTP/1.1\r\nhost: search.example.org\r\nconnection: close\r\n\r\n");
      assert.match((await socket.setEncoding("utf8").toArray()).join(""), /^HTTP\/1\.1 200 /);
    }, {}, {}, "0.0.0.0"));

  test("refuses options that it cannot use", () => {
    const wrong = [{ hosts: "a.dev" }, { hosts: [1] }, ...["", "a.dev:80", "https://a.dev", "a.dev/", "x@a.dev", "a b"].map((host) => ({ hosts: [host] }))];
    for (const options of wrong) assert.throws(() => listener({}, {}, options), failure("invalid_option", /^hosts: accepted/));
    assert.throws(() => listener({}, {}, { host: ["a.dev"] }), failure("invalid_option", /host.*hosts/));
  });
});
