// The requests that kindex/worker refuses, the answers that may be kept, and the people who may
// read it, in workerd.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PACKAGE, explore } from "./support.mjs";
import { GUIDE, encoded, serving, started } from "./worker/support.mjs";

/** Echoes what it is mounted with, as kindex/mcp is. */
const MCP = `mcp: ({ index, title, description }) => ({
  fetch: async (request) => Response.json({ title, description, documents: (await index()).stats().documents, body: await request.text() }),
})`;

let worker;

before(() => {
  worker = started(`source: bundled(bytes), title: "Guide", description: "All of it.", limits: { query: 50, url: 400, body: 100, results: 20 }, ${MCP}`);
});

after(() => worker.dispose());

const send = (path, init) => worker.dispatchFetch(`http://localhost${path}`, init);

/** Checks a problem; gives its headers. */
async function refused(status, detail, path, init) {
  const response = await send(path, init);
  const problem = await response.json();
  assert.equal(response.status, status, `${path}: ${JSON.stringify(problem)}`);
  assert.equal(response.headers.get("content-type"), "application/problem+json");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual(Object.keys(problem), ["type", "title", "status", "detail", "requestId"]);
  assert.equal(problem.status, status);
  assert.equal(problem.requestId, response.headers.get("x-request-id"));
  assert.match(problem.detail, detail);
  assert.doesNotMatch(JSON.stringify(problem), /\.m?js\b|wasm|at \w+ \(/);
  return response.headers;
}

describe("a request that cannot be answered", () => {
  test("has parameters that are not accepted", async () => {
    const cases = {
      "/search": /^q: it is missing/,
      "/suggest": /^q: it is missing/,
      "/search?q=a&q=b": /^q: it may be given once only/,
      "/search?q=a&page=2": /no parameter "page"; accepted are q, limit, offset, prefix, fuzzy, texts, level, expand, group, sort, facets, fold, maxTokens, filter\.KEY/,
      "/search?q=a&filter.=x": /^filter\.KEY: the key is missing/,
      [`/search?q=${"a".repeat(51)}`]: /^q: it has more than 50 characters/,
      "/suggest?q=a&limit=21": /^limit: accepted are whole numbers from 1 to 20/,
      "/documents?limit=0": /^limit: accepted are whole numbers from 1 to 500/,
      "/documents?q=a": /no parameter "q"; accepted are prefix, from, limit/,
      "/filters?limit=501": /^limit: accepted are whole numbers from 1 to 500/,
      "/filters?key=tags": /no parameter "key"; accepted are limit/,
      "/status?verbose=true": /no parameter "verbose"; none is accepted here/,
      "/openapi.json?q=a": /none is accepted here/,
      "/documents/index.md?q=a": /none is accepted here/,
      "/chunks/index.md%231.0?q=a": /none is accepted here/,
      "/chunks/index.md%231.0/hierarchy?q=a": /none is accepted here/,
      "/chunks/%ff": /^The id is not percent-encoded UTF-8/,
    };
    for (const [path, detail] of Object.entries(cases)) await refused(400, detail, path);
  });

  test("has numbers and truths that are none", async () => {
    for (const limit of ["0", "21", "-1", "1.5", "1e1", "01", "+1", "", "ten", "99999999999"]) {
      await refused(400, /^limit: accepted are whole numbers from 1 to 20\.$/, `/search?q=a&limit=${encoded(limit)}`);
    }
    await refused(400, /^level: accepted are whole numbers from 0 to 2\.$/, "/search?q=a&level=3");
    await refused(400, /^maxTokens: accepted are/, "/search?q=a&maxTokens=0");
    for (const name of ["group", "prefix"]) {
      for (const text of ["1", "", "TRUE"]) await refused(400, new RegExp(`^${name}: accepted are true and false`), `/search?q=a&${name}=${text}`);
    }
  });

  test("has too many filters", async () => {
    const filters = Array.from({ length: 21 }, () => "filter.a=b").join("&");
    await refused(400, /^filter\.KEY: accepted are up to 20/, `/search?q=a&${filters}`);
  });

  test("is for what is not there", async () => {
    for (const path of ["/", "/nowhere", "/search/", "/searc", "/chunks", "/chunks/", "/documents/", "/chunks/a/b", "/chunks/a/hierarchy/b", "//search"]) {
      await refused(404, /There are \/search, .*\/mcp; ids are percent-encoded/, path);
    }
    for (const id of ["nothing", "index.md#1.99", "index.md#9.0", "#0.0", "a/b#c", "__proto__", "\0"]) {
      await refused(404, /no|Nothing/, `/chunks/${encoded(id)}`);
      await refused(404, /no|Nothing/, `/chunks/${encoded(id)}/hierarchy`);
      await refused(404, /no|Nothing/, `/documents/${encoded(id)}`);
    }
    await refused(404, /belongs to \/chunks/, `/documents/${encoded("index.md#1.0")}`);
  });

  test("has a method that is not accepted there", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const headers = await refused(405, /Accepted here are GET, HEAD, OPTIONS/, "/search?q=a", { method });
      assert.equal(headers.get("allow"), "GET, HEAD, OPTIONS");
    }
    for (const method of ["GET", "PUT", "DELETE"]) {
      const headers = await refused(405, /Accepted here are POST, OPTIONS/, "/mcp", { method });
      assert.equal(headers.get("allow"), "POST, OPTIONS");
    }
    const head = await send("/mcp", { method: "HEAD" });
    assert.deepEqual([head.status, head.headers.get("allow")], [405, "POST, OPTIONS"]);
  });

  test("is too long, or too large", async () => {
    await refused(414, /more than 400 characters/, `/search?q=a&x=${"a".repeat(400)}`);
    await refused(413, /more than 100 bytes/, "/mcp", { method: "POST", body: "a".repeat(101) });
    const chunks = ["a".repeat(60), "a".repeat(60)];
    const body = new ReadableStream({ pull: (stream) => (chunks.length > 0 ? stream.enqueue(new TextEncoder().encode(chunks.pop())) : stream.close()) });
    await refused(413, /more than 100 bytes/, "/mcp", { method: "POST", body, duplex: "half" });
  });
});

test("a query of as many characters as are accepted is, however they are encoded", async () => {
  assert.equal((await send(`/search?q=${encoded("👍".repeat(20))}`)).status, 200);
  assert.equal((await send(`/search?q=${"a".repeat(50)}`)).status, 200);
});

test("what kindex/mcp speaks is handed to it", async () => {
  const response = await send("/mcp", { method: "POST", body: "hello" });
  const index = await explore(GUIDE);
  assert.deepEqual(await response.json(), { title: "Guide", description: "All of it.", documents: index.stats().documents, body: "hello" });
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  await serving(started("source: bundled(bytes)"), async (without) => {
    assert.equal((await without("/mcp", { method: "POST", body: "hello" })).status, 404);
  });
});

test("the OpenAPI document says what the documentation is about", async () => {
  const { info } = await (await send("/openapi.json")).json();
  assert.equal(info.title, "Guide");
  assert.match(info.description, /^All of it\.\n\nSearches small passages/);
});

test("filters narrow a search: one value of a key, all keys", async () => {
  const index = await explore(GUIDE);
  const cases = [
    ["filter.tags=template", { tags: ["template"] }],
    ["filter.tags=template&filter.tags=release", { tags: ["template", "release"] }],
    ["filter.tags=release&filter.version=2.2.0", { tags: ["release"], version: ["2.2.0"] }],
    ["filter.tags=nothing", { tags: ["nothing"] }],
  ];
  for (const [text, filters] of cases) {
    const { data } = await (await send(`/search?q=the&limit=20&${text}`)).json();
    const { hits } = index.search("the", { filters, limit: 20 });
    assert.deepEqual(data.results.map(({ id }) => id), hits.map(({ id }) => id), text);
  }
  assert.ok(index.search("the", { filters: cases[1][1] }).hits.length > 2);
});

test("a filter by a key that no page has is refused, and the keys there are named", async () => {
  for (const key of ["nothing", "__proto__"]) {
    const response = await send(`/search?q=the&filter.${key}=here`);
    assert.equal(response.status, 400);
    const { detail } = await response.json();
    assert.match(detail, new RegExp(`^Filters: no document has the key ${key}; keys are aliases, .*, tags, version\\.$`));
  }
});

test("no answer has more tokens than the limit, but for one chunk", async () => {
  const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));
  const index = await explore(GUIDE);
  const here = createWorker({ source: bundled(GUIDE), limits: { maxTokens: 200 } });
  const dataOf = async (path) => (await (await here.fetch(new Request(`http://localhost${path}`))).json()).data;
  const sum = (chunks) => chunks.reduce((tokens, { token_count }) => tokens + token_count, 0);
  for (const more of ["", "&level=2", "&limit=50", "&group=true"]) {
    const { results, left_out: leftOut } = await dataOf(`/search?q=the${more}`);
    assert.ok(results.length > 0 || more === "&level=2", more);
    assert.ok(leftOut > 0);
    assert.ok(sum(results.flatMap((one) => [one, ...(one.more ?? [])])) <= 200, more);
  }
  let left = 0;
  for (const { id } of index.search("the", { limit: 50, returnLevel: 0 }).hits) {
    const found = index.hierarchy(id);
    const { chunk, ancestors, children, siblings, left_out: leftOut } = await dataOf(`/chunks/${encoded(id)}/hierarchy`);
    const given = [...ancestors, ...children, ...siblings];
    assert.equal(chunk.content, found.chunk.text);
    assert.ok(sum([chunk, ...given]) <= 200);
    assert.equal(given.length + leftOut, found.ancestors.length + found.children.length + found.siblings.length);
    left += leftOut;
  }
  assert.ok(left > 0);
});

describe("an answer that may be kept", () => {
  test("has an ETag of what was found alone, and is not sent again", async () => {
    const path = "/search?q=install";
    const [first, second] = [await send(path), await send(path)];
    const tag = first.headers.get("etag");
    assert.match(tag, /^W\/"[\da-f]{24}"$/);
    assert.equal(second.headers.get("etag"), tag);
    assert.notEqual((await first.json()).meta.requestId, (await second.json()).meta.requestId);
    assert.notEqual((await send("/search?q=search")).headers.get("etag"), tag);
    for (const given of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
      const kept = await send(path, { headers: { "if-none-match": given } });
      assert.equal(kept.status, 304, given);
      assert.equal(kept.headers.get("etag"), tag);
      assert.equal(kept.headers.get("cache-control"), "public, max-age=300");
      assert.equal(await kept.text(), "");
    }
    assert.equal((await send(path, { headers: { "if-none-match": '"other"' } })).status, 200);
    assert.equal((await send("/nowhere", { headers: { "if-none-match": "*" } })).status, 404);
    const document = (await send("/openapi.json")).headers.get("etag");
    assert.match(document, /^"/);
    assert.equal((await send("/openapi.json", { headers: { "if-none-match": document } })).status, 304);
  });

  test("has the header that is configured", () =>
    serving(started('source: bundled(bytes), cacheControl: "public, max-age=9"'), async (send) => {
      assert.equal((await send("/status")).headers.get("cache-control"), "public, max-age=9");
      assert.equal((await send("/status?x")).headers.get("cache-control"), "no-store");
    }));
});

describe("pages of other sites", () => {
  const from = (origin) => ({ headers: { origin } });
  const ask = (origin) => ({ method: "OPTIONS", headers: { origin, "access-control-request-method": "GET" } });
  const allowed = ({ headers }) => headers.get("access-control-allow-origin");

  test("may all read what anybody can", async () => {
    assert.equal(allowed(await send("/status", from("https://a.example"))), "*");
    assert.equal(allowed(await send("/nowhere", from("https://a.example"))), "*");
    const answer = await send("/search", ask("https://a.example"));
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get("allow"), "GET, HEAD, OPTIONS");
    assert.match(answer.headers.get("access-control-allow-methods"), /GET/);
    assert.match(answer.headers.get("access-control-allow-headers"), /authorization/);
    assert.equal(answer.headers.get("access-control-max-age"), "86400");
    assert.equal((await send("/nowhere", ask("https://a.example"))).status, 404);
  });

  test("may where they are named", () =>
    serving(started('source: bundled(bytes), cors: { origins: ["https://a.example"], maxAge: 5 }'), async (send) => {
      const right = await send("/status", from("https://a.example"));
      assert.equal(allowed(right), "https://a.example");
      assert.match(right.headers.get("access-control-expose-headers"), /etag/);
      assert.match(right.headers.get("vary"), /origin/);
      assert.equal((await send("/search", ask("https://a.example"))).headers.get("access-control-max-age"), "5");
      for (const origin of ["https://b.example", "https://a.example.org", "http://a.example", "null"]) {
        for (const init of [from(origin), ask(origin)]) {
          const { headers } = await send("/status", init);
          assert.deepEqual([...headers.keys()].filter((name) => name.startsWith("access-control")), [], origin);
          assert.match(headers.get("vary"), /origin/);
        }
      }
    }));

  test("may speak to a language model's server where they are named", async () => {
    const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));
    const { createMcp } = await import(new URL("mcp.js", PACKAGE));
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const statusOf = async (cors, origin) => {
      const here = createWorker({ source: bundled(GUIDE), mcp: createMcp, cors });
      const headers = { "content-type": "application/json", ...(origin && { origin }) };
      return (await here.fetch(new Request("http://localhost/mcp", { method: "POST", headers, body }))).status;
    };
    const named = { origins: ["https://a.example"] };
    assert.equal(await statusOf(named, "https://a.example"), 200);
    assert.equal(await statusOf(named, undefined), 200);
    assert.equal(await statusOf(named, "https://b.example"), 403);
    assert.equal(await statusOf(undefined, "https://b.example"), 200);
    assert.equal(await statusOf({ origins: ["*", "https://a.example"] }, "https://b.example"), 200);
  });

  test("may send the headers of the Model Context Protocol", async () => {
    const { headers } = await send("/mcp", ask("https://a.example"));
    const accepted = headers.get("access-control-allow-headers").split(", ");
    for (const name of ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]) assert.ok(accepted.includes(name), name);
  });

  test("may not where none is named", () =>
    serving(started("source: bundled(bytes), cors: { origins: [] }"), async (send) => {
      assert.equal(allowed(await send("/status", from("https://a.example"))), null);
    }));
});

test("routes begin where they are to", () =>
  serving(started('source: bundled(bytes), base: "/api/v1"'), async (send) => {
    assert.equal((await send("/api/v1/search?q=install")).status, 200);
    for (const path of ["/search?q=a", "/api/v1", "/api/v1x/search?q=a", "/x/api/v1/search?q=a"]) {
      assert.equal((await send(path)).status, 404, path);
    }
    assert.deepEqual((await (await send("/api/v1/openapi.json")).json()).servers, [{ url: "/api/v1" }]);
  }));

test("what asks too often is told to wait", () =>
  serving(
    started('source: bundled(bytes), rateLimit: "LIMIT"', { ratelimits: { LIMIT: { simple: { limit: 2, period: 60 } } } }),
    async (send) => {
      const client = (address) => ({ headers: { "cf-connecting-ip": address } });
      const statuses = [];
      for (let count = 0; count < 4; count++) statuses.push((await send("/status", client("192.0.2.1"))).status);
      assert.deepEqual(statuses, [200, 200, 429, 429]);
      const response = await send("/search?q=a", client("192.0.2.1"));
      assert.equal(response.headers.get("retry-after"), "60");
      assert.match((await response.json()).detail, /too many requests/);
      assert.equal((await send("/status", client("192.0.2.2"))).status, 200);
    },
  ));

test("in another runtime a HEAD has no body, and a body that is announced too large is refused", async () => {
  const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));
  const here = createWorker({ source: bundled(GUIDE), limits: { body: 100 } });
  const head = await here.fetch(new Request("http://localhost/status", { method: "HEAD" }));
  assert.equal(head.status, 200);
  assert.equal(head.body, null);
  const large = await here.fetch(new Request("http://localhost/status", { headers: { "content-length": "101" } }));
  assert.equal(large.status, 413);
});

describe("a configuration that cannot be used", async () => {
  const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));
  const source = bundled(GUIDE);
  const cases = {
    "a source": [{}, /^source: give/],
    "known options": [{ source, sorce: 1 }, /no option sorce; accepted are source, base, wasm, /],
    "known limits": [{ source, limits: { querry: 1 } }, /no option limits\.querry/],
    "whole limits": [{ source, limits: { query: 0.5 } }, /^limits\.query: accepted are whole numbers/],
    "a base that is a path": [{ source, base: "api/" }, /^base: accepted is a path/],
    "origins": [{ source, cors: { origins: ["https://a.example/"] } }, /^cors\.origins: accepted are origins/],
    "hashes of tokens": [{ source, tokens: { secret: "a" } }, /^tokens: accepted is an object with tenants by the SHA-256/],
    "privacy": [{ source, tokens: "T", cacheControl: "public, max-age=1" }, /^cacheControl: with tokens/],
  };
  const wrong = {
    wasm: [5, ""],
    title: [5, ""],
    description: [5, ""],
    tokens: ["", 5, null, []],
    rateLimit: ["", {}],
    cors: [[], "*", null],
    cacheControl: ["private\nx: y", "", 5],
    cacheBytes: ["x", -1, NaN],
    refresh: ["soon", -1, NaN],
    limits: [[], "many", null],
    mcp: [{}, "mcp"],
    onError: [3],
  };
  for (const [name, values] of Object.entries(wrong)) {
    test(`is told which ${name} is accepted`, () => {
      const message = new RegExp(`^${name}: accepted is an? |^${name}: accepted is the `);
      for (const value of values) assert.throws(() => createWorker({ source, [name]: value }), { name: "TypeError", message }, String(value));
    });
  }

  test("is told which cors.maxAge is accepted", () => {
    for (const maxAge of [-5, 1.5, "5"]) {
      assert.throws(() => createWorker({ source, cors: { maxAge } }), { message: /^cors\.maxAge: accepted are whole numbers/ });
    }
  });

  for (const [what, [config, message]] of Object.entries(cases)) {
    test(`is told that it needs ${what}`, () => assert.throws(() => createWorker(config), { message }));
  }

  test("is answered with 500 and says nothing of it", async () => {
    const errors = [];
    const here = createWorker({ source, rateLimit: "SECRET_NAME", onError: (error, { requestId }) => errors.push([error.message, requestId]) });
    const response = await here.fetch(new Request("http://localhost/status"), {});
    const problem = await response.json();
    assert.equal(response.status, 500);
    assert.doesNotMatch(JSON.stringify(problem), /SECRET_NAME/);
    assert.match(errors[0][0], /no rate limit SECRET_NAME: add it to ratelimits in the configuration of wrangler/);
    assert.equal(errors[0][1], problem.requestId);
  });
});
