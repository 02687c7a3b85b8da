// What programs read of a server before they connect: the Worker gives the same bytes as the native command, to whoever
// asks.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { createMcp, nativeHttp } from "./mcp-support.mjs";
import { PACKAGE, failure } from "./support.mjs";
import { GUIDE, serving, started } from "./worker/support.mjs";

const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));

const PATHS = ["/mcp/server-card", "/.well-known/mcp/server-card.json", "/.well-known/ai-catalog.json"];

/** Tokens that are never sent: natively one, and in the Worker a digest. */
const TOKEN = "a-token-of-sixteen";
const TOKENS = { ["0".repeat(64)]: "" };

const worker = (options) => createWorker({ source: bundled(GUIDE), mcp: createMcp, ...options });

/** Each of these with the title, the description, and whether a token is needed. */
const SETTINGS = [
  ["https://docs.example.org", "The guide", "All of it", false],
  ["https://docs.example.org", "The guide", undefined, true],
  ["http://localhost:8788", '"Quoted"\n\u202e {}', "é".repeat(300), false],
  ["http://127.0.0.1:80", "日本語 ".repeat(60), " a\r\nb ", true],
  ["http://[::1]:3000", "a", "b", false],
  ["https://docs.example.org", " ", "\u200b", false],
];

async function nativeAnswers(origin, title, description, needsToken, folder) {
  const flags = ["--public-url", `${origin}/mcp`, `--title=${title}`];
  if (description !== undefined) flags.push(`--description=${description}`);
  if (needsToken) {
    await writeFile(join(folder, "tokens"), TOKEN);
    flags.push("--token-file", join(folder, "tokens"));
  }
  const server = await nativeHttp(flags);
  try {
    return await Promise.all(PATHS.map(async (path) => told(await fetch(new URL(path, server.url)))));
  } finally {
    server.close();
  }
}

const told = async (response) => {
  const header = (name) => response.headers.get(name);
  return { status: response.status, type: header("content-type"), kept: header("cache-control"), text: await response.text() };
};

describe("the card and the catalog are those of the native command", () => {
  for (const [origin, title, description, needsToken] of SETTINGS) {
    test(`at ${origin}, ${needsToken ? "with" : "without"} tokens, of ${JSON.stringify(title).slice(0, 30)}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "kindex-card-"));
      try {
        const here = worker({ title, description, ...(needsToken && { tokens: TOKENS }) });
        const answers = await Promise.all(PATHS.map(async (path) => told(await here.fetch(new Request(origin + path)))));
        // A port that a scheme has anyway is no part of an address.
        assert.deepEqual(answers, await nativeAnswers(new URL(origin).origin, title, description, needsToken, folder));
        const [card, known, catalog] = answers.map(({ text }) => JSON.parse(text));
        assert.deepEqual(known, card);
        assert.equal(card.remotes[0].headers !== undefined, needsToken);
        assert.equal(catalog.entries[0].url, `${card.remotes[0].url}/server-card`);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  }
});

describe("where programs would send a token in clear", () => {
  const send = (options, origin, path) => worker(options).fetch(new Request(origin + path));

  test("no card is told, unless the public address is known", async () => {
    for (const path of PATHS) {
      const response = await send({ tokens: TOKENS }, "http://docs.example.org", path);
      assert.equal(response.status, 404, path);
      assert.match((await response.json()).detail, /tokens would be sent in clear.*publicUrl/);
      for (const [options, origin] of [[{ tokens: TOKENS }, "https://docs.example.org"], [{ tokens: TOKENS }, "http://docs.localhost:80"], [{}, "http://docs.example.org"]]) {
        assert.equal((await send(options, origin, path)).status, 200, origin);
      }
    }
    for (const publicUrl of ["https://docs.example.org/mcp", "https://docs.example.org/mcp//"]) {
      const options = { tokens: TOKENS, publicUrl, base: "/api" };
      const card = await (await send(options, "http://internal:8787", "/api/mcp/server-card")).json();
      assert.deepEqual(card.remotes.map(({ url, headers }) => [url, headers.length]), [["https://docs.example.org/mcp", 1]]);
      assert.equal(card.name, "org.example.docs/kindex");
      const { entries } = await (await send(options, "http://internal:8787", PATHS[2])).json();
      assert.equal(entries[0].url, "https://docs.example.org/mcp/server-card");
    }
  });

  test("addresses that are none are told of at the start", () => {
    const wrong = ["docs.example.org/mcp", "/mcp", "", "ftp://docs.example.org/mcp", "https://a@docs.example.org/mcp", "https://docs.example.org/mcp?a", "https://docs.example.org/#a", "https://", 1];
    for (const publicUrl of wrong) {
      assert.throws(() => worker({ publicUrl }), { name: "TypeError", message: 'publicUrl: accepted is the address of /mcp that clients take, such as "https://docs.example.org/mcp"' }, String(publicUrl));
    }
    assert.throws(() => worker({ publicUrl: "http://docs.example.org/mcp", tokens: TOKENS }), { name: "TypeError", message: /^publicUrl: with tokens, accepted are addresses that begin with https/ });
    assert.throws(() => worker({ publicUrl: "https://docs.example.org/mcp", mcp: undefined }), { name: "TypeError", message: "publicUrl: it needs mcp" });
    worker({ publicUrl: "http://docs.example.org/mcp" });
    worker({ publicUrl: "http://localhost:8787/mcp", tokens: TOKENS });
  });
});

describe("in workerd", () => {
  const CONFIG = 'source: bundled(bytes), mcp: createMcp, base: "/api", title: "Guide"';
  const ACCEPTED = "GET, HEAD, OPTIONS";

  test("the card is beside the route, and what is of the host is at its root", () =>
    serving(started(CONFIG), async (send) => {
      const card = await (await send("/api/mcp/server-card")).json();
      assert.equal(card.remotes[0].url, "http://localhost/api/mcp");
      assert.deepEqual(await (await send("/.well-known/mcp/server-card.json")).json(), card);
      const { entries } = await (await send("/.well-known/ai-catalog.json")).json();
      assert.equal(entries[0].url, "http://localhost/api/mcp/server-card");
      for (const path of ["/mcp/server-card", "/api/.well-known/ai-catalog.json", "/api/mcp/server-card/"]) {
        assert.equal((await send(path)).status, 404, path);
      }
    }));

  test("whoever asks may, by the methods that read", () =>
    serving(started(`${CONFIG}, tokens: "TOKENS", cors: { origins: ["https://a.example"] }`), async (send) => {
      const path = "/api/mcp/server-card";
      const response = await send(path, { headers: { origin: "https://a.example" } });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("access-control-allow-origin"), "https://a.example");
      assert.equal((await response.json()).remotes[0].headers[0].name, "Authorization");
      const head = await send(path, { method: "HEAD" });
      assert.deepEqual([head.status, await head.text()], [200, ""]);
      const before = await send(path, { method: "OPTIONS" });
      assert.deepEqual([before.status, before.headers.get("allow")], [204, ACCEPTED]);
      const wrong = await send(path, { method: "POST", body: "{}" });
      assert.deepEqual([wrong.status, wrong.headers.get("allow")], [405, ACCEPTED]);
    }));

  test("where there is no server, or one without a card, there is none", async () => {
    for (const config of ["", ", mcp: () => ({ fetch: async () => new Response() })"]) {
      await serving(started(`source: bundled(bytes)${config}`), async (send) => {
        for (const path of PATHS) assert.equal((await send(path)).status, 404, path);
      });
    }
  });

  test("who asks too often is told to wait", () => {
    const ratelimits = { LIMIT: { simple: { limit: 2, period: 60 } } };
    return serving(started('source: bundled(bytes), mcp: createMcp, rateLimit: "LIMIT"', { ratelimits }), async (send) => {
      const statuses = [];
      for (let count = 0; count < 3; count++) statuses.push((await send(PATHS[count])).status);
      assert.deepEqual(statuses, [200, 200, 429]);
    });
  });
});

test("a Worker without a title gives language models none", async () => {
  const here = worker();
  const card = await (await here.fetch(new Request("https://docs.example.org/mcp/server-card"))).json();
  assert.deepEqual([card.title, card.description], [undefined, "Search and read the documentation."]);
  const { info } = await (await here.fetch(new Request("https://docs.example.org/openapi.json"))).json();
  assert.equal(info.title, "Documentation search");
});

describe("the card of kindex/mcp", () => {
  const made = (options) => createMcp({ index: async () => null, ...options });

  test("leaves texts out that say nothing", () => {
    for (const text of ["", " \n", "\u200b"]) {
      const { title, description } = made({ title: text, description: text }).card("https://a.example/mcp");
      assert.deepEqual([title, description], [undefined, "Search and read the documentation."]);
    }
  });

  test("has no half of a character, as all that is said of the server", async () => {
    const half = "a\ud800b";
    const server = made({ name: half, title: half, description: half, version: half, instructions: half, docs: [] });
    const answers = [server.card("https://a.example/mcp")];
    for (const [method, params] of [["initialize", { protocolVersion: "2025-11-25" }], ["tools/list", {}], ["skills/list", {}]]) {
      answers.push((await server.handle({ jsonrpc: "2.0", id: 1, method, params })).result);
    }
    for (const answer of answers) {
      assert.doesNotMatch(JSON.stringify(answer), /\\ud800/);
      assert.match(JSON.stringify(answer), /a\ufffdb/);
    }
  });

  test("is of an address, however that is written", () => {
    const server = made();
    for (const [address, url, name] of [
      ["https://docs.example.org/mcp/", "https://docs.example.org/mcp", "org.example.docs/kindex"],
      ["https://me:secret@docs.example.org:8443/mcp?a#b", "https://docs.example.org:8443/mcp", "org.example.docs/kindex"],
      ["HTTPS://Docs.example.org", "https://docs.example.org", "org.example.docs/kindex"],
      ["http://[::1]:3000/", "http://[::1]:3000", "localhost/kindex"],
    ]) {
      const card = server.card(address);
      assert.deepEqual([card.remotes[0].url, card.name], [url, name]);
      assert.equal(server.catalog(address).entries[0].url, `${url}/server-card`);
    }
    for (const wrong of [undefined, null, "", "docs.example.org/mcp", "/mcp", "file:///mcp"]) {
      for (const what of ["card", "catalog"]) assert.throws(() => server[what](wrong), failure("invalid_argument", /^address: accepted is /));
    }
  });
});
