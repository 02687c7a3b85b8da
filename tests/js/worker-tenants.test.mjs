// Tenants of kindex/worker: whose token opens what, in workerd.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { Builder, PACKAGE, built, explore } from "./support.mjs";
import { encoded, log, serving, started } from "./worker/support.mjs";

const TOKENS = { one: "token-of-one", two: "token-of-two", three: "token-of-three" };

const hashOf = (token) => createHash("sha256").update(token).digest("hex");

const TABLE = JSON.stringify(Object.fromEntries(Object.entries(TOKENS).map(([tenant, token]) => [hashOf(token), tenant])));

const DOCUMENTS = {
  one: [
    { id: "shared.md", url: "/shared", title: "Shared", text: "# Shared\n\nA needle of the first.\n" },
    { id: "first.md", url: "/first", title: "First", text: "# First\n\nOnly the first has this haystack.\n", filters: { kind: "secret" } },
  ],
  two: [{ id: "shared.md", url: "/shared", title: "Shared", text: "# Shared\n\nA needle of the second, and a pin.\n" }],
};

const MCP = `mcp: ({ index }) => ({ fetch: async () => Response.json(await (await index()).documents()) })`;

const ROUTES = [
  "/",
  "/search?q=needle",
  "/search",
  "/suggest?q=nee",
  "/chunks/shared.md%231.0",
  "/chunks/first.md%231.0/hierarchy",
  "/documents",
  "/documents/first.md",
  "/filters",
  "/status",
  "/openapi.json",
  "/mcp",
  "/nowhere",
];

/** The files of the index of some documents, each by its path in the folder of that. */
const LAYOUTS = {
  "site.kdx": async (documents) => [["site.kdx", await built(documents)]],
  "": async (documents) => {
    const builder = await Builder.create();
    documents.forEach((document) => builder.add(document));
    return [...builder.finishFiles({ layout: "sharded" })];
  },
};

/** Each source, with a Worker of it that has an index for two of three tenants. */
const SOURCES = {
  "with a file each": (more = "") => workerOfBucket("site.kdx", more),
  "with a folder each": (more = "") => workerOfBucket("", more),
};

async function workerOfBucket(file, more) {
  const options = { bindings: { TOKENS: TABLE }, r2Buckets: ["BUCKET"] };
  const worker = started(`source: bucket("docs/{tenant}/${file}"), tokens: "TOKENS", onError() {}, ${MCP}${more}`, options);
  const bucket = await worker.getR2Bucket("BUCKET");
  for (const [tenant, documents] of Object.entries(DOCUMENTS)) {
    for (const [path, bytes] of await LAYOUTS[file](documents)) await bucket.put(`docs/${tenant}/${path}`, new Uint8Array(bytes).buffer);
  }
  return worker;
}

for (const [where, start] of Object.entries(SOURCES)) {
  describe(`tenants ${where}`, () => {
    let worker;
    before(async () => {
      worker = await start();
    });
    after(() => worker.dispose());

    const send = (path, token, init = {}) =>
      worker.dispatchFetch(`http://localhost${path}`, { ...init, headers: token ? { authorization: `Bearer ${token}`, ...init.headers } : init.headers });

    test("are asked for a token on every route, and told nothing", async () => {
      const wrong = [undefined, "wrong", "", TOKENS.one.slice(1), `${TOKENS.one}x`, hashOf(TOKENS.one), `${TOKENS.one} x`];
      const bodies = new Set();
      for (const path of ROUTES) {
        for (const token of wrong) {
          for (const method of ["GET", "POST"]) {
            const response = await send(path, token, { method });
            assert.equal(response.status, 401, `${method} ${path} ${token}`);
            assert.match(response.headers.get("www-authenticate"), /^Bearer/);
            const { requestId, ...problem } = await response.json();
            assert.ok(requestId);
            bodies.add(JSON.stringify(problem));
          }
        }
        const head = await send(path, undefined, { method: "HEAD" });
        assert.equal(head.status, 401);
      }
      assert.equal(bodies.size, 1);
      for (const authorization of [`Basic ${btoa(`a:${TOKENS.one}`)}`, TOKENS.one, `bearer${TOKENS.one}`]) {
        assert.equal((await send("/status", undefined, { headers: { authorization } })).status, 401);
      }
    });

    test("are not known by other ways to give a token", async () => {
      for (const path of [`/status?token=${TOKENS.one}`, `/status?access_token=${TOKENS.one}`]) {
        assert.equal((await send(path)).status, 401);
      }
      assert.equal((await send("/status", undefined, { headers: { cookie: `token=${TOKENS.one}` } })).status, 401);
    });

    test("have their own index, as if it were the only one", async () => {
      for (const [tenant, documents] of Object.entries(DOCUMENTS)) {
        const alone = await explore(await built(documents));
        const token = TOKENS[tenant];
        const { data } = await (await send("/search?q=needle", token)).json();
        const { hits } = alone.search("needle");
        assert.deepEqual(data.results.map(({ content, score }) => [content, score]), hits.map(({ text, score }) => [text, score]));
        assert.equal((await (await send("/status", token)).json()).data.documents, documents.length);
        const listed = (await (await send("/documents", token)).json()).data;
        assert.deepEqual([listed.total, listed.documents.map(({ id }) => id)], [documents.length, alone.documents()]);
        assert.deepEqual((await (await send("/filters", token)).json()).data.filters, alone.keys());
        assert.deepEqual(await (await send("/mcp", token, { method: "POST" })).json(), alone.documents());
      }
      const pin = await (await send("/search?q=pin", TOKENS.one)).json();
      assert.deepEqual(pin.data.results, []);
      const completions = (await (await send("/suggest?q=hay", TOKENS.two)).json()).data;
      assert.deepEqual([completions.completions, completions.did_you_mean], [[], null]);
      // A key of another's pages is refused as one is that nobody has.
      const [kind, zzzz] = await Promise.all(["kind", "zzzz"].map(async (key) => (await send(`/search?q=&filter.${key}=secret`, TOKENS.two)).json()));
      assert.equal(kind.status, 400);
      assert.equal(kind.detail, zzzz.detail.replace("zzzz", "kind"));
      assert.doesNotMatch(kind.detail.replace("the key kind", ""), /kind/);
    });

    test("are answered alike about what is another's and what is nobody's", async () => {
      const answer = async (path) => {
        const response = await send(path, TOKENS.two);
        const headers = Object.fromEntries([...response.headers].filter(([name]) => !["x-request-id", "date"].includes(name)));
        const { requestId, ...problem } = await response.json();
        assert.ok(requestId);
        return { status: response.status, headers, problem };
      };
      const anothers = "first.md";
      const nobodys = "fifth.md";
      for (const route of [(id) => `/documents/${id}`, (id) => `/chunks/${encoded(`${id}#1.0`)}`, (id) => `/chunks/${encoded(`${id}#1.0`)}/hierarchy`]) {
        const [known, unknown] = [await answer(route(anothers)), await answer(route(nobodys))];
        assert.equal(known.status, 404);
        known.problem.detail = known.problem.detail.replaceAll(anothers, nobodys);
        assert.deepEqual(known, unknown);
        assert.equal((await send(route(anothers), TOKENS.one)).status, 200);
      }
    });

    test("have a version and answers of their own, which only they may keep", async () => {
      const versions = [];
      for (const token of [TOKENS.one, TOKENS.two]) {
        const response = await send("/search?q=nothing+like+it", token);
        assert.match(response.headers.get("cache-control"), /^private/);
        assert.match(response.headers.get("vary"), /authorization/);
        versions.push([(await response.json()).meta.index_version, response.headers.get("etag")]);
      }
      assert.notEqual(versions[0][0], versions[1][0]);
      const [, tag] = versions[0];
      const kept = (token) => send("/search?q=nothing+like+it", token, { headers: { "if-none-match": tag } });
      assert.equal((await kept(TOKENS.one)).status, 304);
      assert.equal((await kept(TOKENS.two)).status, 200);
      assert.equal((await kept()).status, 401);
    });

    test("without an index have none, rather than another's", async () => {
      for (const path of ["/status", "/search?q=needle", "/documents/shared.md"]) {
        assert.equal((await send(path, TOKENS.three)).status, 503);
      }
    });

    test("of other sites' pages are for those that are named", async () => {
      const headers = { origin: "https://a.example" };
      assert.equal((await send("/status", TOKENS.one, { headers })).headers.get("access-control-allow-origin"), null);
      const preflight = await send("/status", undefined, { method: "OPTIONS", headers });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get("access-control-allow-origin"), null);
    });
  });
}

test("more tenants than are kept open are answered", async () => {
  const worker = await SOURCES["with a file each"](", limits: { indexes: 1 }");
  await serving(worker, async (send) => {
    for (const tenant of ["one", "two", "one", "two"]) {
      const response = await send("/status", { headers: { authorization: `Bearer ${TOKENS[tenant]}` } });
      assert.equal((await response.json()).data.documents, DOCUMENTS[tenant].length);
    }
  });
});

/** Counts the indexes that are open; each is asked once for `stats`, when it is opened, and no route here does. */
async function watched(context) {
  const { Index } = await import(new URL("explore/explore.js", PACKAGE));
  const { stats, free } = Index.prototype;
  const seen = { open: 0, most: 0, opened: 0 };
  context.mock.method(Index.prototype, "stats", function () {
    seen.most = Math.max(seen.most, ++seen.open);
    seen.opened += 1;
    return stats.call(this);
  });
  context.mock.method(Index.prototype, "free", function () {
    seen.open -= 1;
    free.call(this);
  });
  return seen;
}

/** A Worker for tenants of these names, whose tokens are their names. */
async function workerFor(names, source, limits, more) {
  const { createWorker } = await import(new URL("worker.js", PACKAGE));
  const tokens = Object.fromEntries(names.map((name) => [hashOf(name), name]));
  const errors = [];
  const worker = createWorker({ tokens, source, limits, onError: (error) => errors.push(error), ...more });
  const send = (name, path, method = "GET") =>
    worker.fetch(new Request(`http://localhost${path}`, { method, headers: { authorization: `Bearer ${name}` } }));
  return { send, errors };
}

const numbered = (count) => Array.from({ length: count }, (_, at) => `tenant-${at}`);

const soon = (milliseconds = 1) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("no more indexes are open than there may be, however many tenants ask at once", async (context) => {
  const names = numbered(40);
  const index = await built(DOCUMENTS.one);
  const read = async () => {
    await soon();
    return index;
  };
  const seen = await watched(context);
  const { send, errors } = await workerFor(names, { path: "{tenant}.kdx", read }, { indexes: 3 });
  const ask = async (name) => (await send(name, "/search?q=needle")).status;
  for (const name of names) assert.equal(await ask(name), 200);
  const statuses = await Promise.all(names.concat(names).map(ask));
  assert.deepEqual(new Set(statuses), new Set([200]), String(errors[0]));
  assert.equal(seen.most, 3);
  assert.ok(seen.opened >= 80, "each was opened anew");
  // The one that was used last is still there.
  const last = names.at(-1);
  await ask(last);
  const { opened } = seen;
  assert.equal(await ask(last), 200);
  assert.equal(seen.opened, opened);
});

test("an index that a request works with is not closed for another tenant", async (context) => {
  const builder = await Builder.create();
  DOCUMENTS.one.forEach((document) => builder.add(document));
  const files = new Map(builder.finishFiles({ layout: "sharded" }));
  let slow = false;
  const read = async (path) => {
    await soon(slow && path.endsWith(".kds") ? 100 : 1);
    return files.get(path.split("/").at(-1)) ?? null;
  };
  const seen = await watched(context);
  const { send, errors } = await workerFor(["a", "b"], { path: "{tenant}/", read }, { indexes: 1 });
  assert.equal((await send("a", "/documents")).status, 200);
  slow = true;
  const answers = await Promise.all(["a", "b", "a"].map((name) => send(name, "/search?q=needle")));
  assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200], String(errors[0]));
  assert.equal(seen.most, 1);
  for (const answer of answers) assert.equal((await answer.json()).data.results.length, 1);
});

test("who asks an index several things is answered though others need its place", async (context) => {
  const index = await built(DOCUMENTS.one);
  const seen = await watched(context);
  const mcp = ({ index }) => ({
    async fetch() {
      const asked = await index();
      const before = (await asked.documents()).length;
      await soon(20);
      return Response.json([before, (await asked.documents()).length]);
    },
  });
  const names = numbered(5);
  const { send, errors } = await workerFor(names, { path: "{tenant}.kdx", read: () => index }, { indexes: 1 }, { mcp });
  const answers = await Promise.all(names.map(async (name) => (await send(name, "/mcp", "POST")).json()));
  assert.deepEqual(answers, names.map(() => [2, 2]), String(errors[0]));
  assert.equal(seen.most, 1);
});

test("where there is one place, an index is replaced by a newer one all the same", async (context) => {
  const seen = await watched(context);
  let [stamp, pages] = ["1", DOCUMENTS.one];
  const source = { path: "{tenant}.kdx", read: async () => built(pages), stamp: async () => stamp };
  const { send, errors } = await workerFor(["a"], source, { indexes: 1 }, { refresh: 0 });
  const total = async () => (await (await send("a", "/documents")).json()).data.total;
  assert.equal(await total(), 2);
  [stamp, pages] = ["2", DOCUMENTS.two];
  assert.equal(await total(), 1);
  assert.deepEqual(errors, []);
  assert.deepEqual(seen, { open: 1, most: 2, opened: 2 });
});

test("a name is one part of a path", async () => {
  const { createWorker } = await import(new URL("worker.js", PACKAGE));
  const paths = [];
  const source = { path: "docs/{tenant}/index.kdx", read: (path) => void paths.push(path) };
  const ask = async (name) => {
    const token = encodeURIComponent(JSON.stringify(name));
    const worker = createWorker({ tokens: "TOKENS", source, onError() {} });
    const request = new Request("http://localhost/status", { headers: { authorization: `Bearer ${token}` } });
    return (await worker.fetch(request, { TOKENS: JSON.stringify({ [hashOf(token)]: name }) })).status;
  };
  const unfit = ["a/../b", "..", ".", "", "a/b", "a\\b", "a.", "a ", "a\0b", "%2e%2e", "a#b", "a?b", "CON", "lpt1.x", "\ud800"];
  for (const name of unfit) {
    assert.equal(await ask(name), 503, name);
    assert.throws(() => createWorker({ tokens: { [hashOf("secret")]: name }, source }), { name: "TypeError", message: /^tokens: the tenant .* cannot stand in the path/ });
  }
  assert.deepEqual(paths, []);
  for (const name of ["a b", "$&", "日本", "..a"]) assert.equal(await ask(name), 503);
  assert.deepEqual(paths, ["docs/a b/index.kdx", "docs/$&/index.kdx", "docs/日本/index.kdx", "docs/..a/index.kdx"]);
});

test("a name in a path leads to the same asset", async () => {
  const { assets } = await import(new URL("worker.js", PACKAGE));
  const asked = [];
  const ASSETS = {
    fetch: async ({ pathname }) => {
      asked.push(pathname);
      return new Response("", { status: 404 });
    },
  };
  for (const name of ["a b", "日本", "..a"]) await assets("{tenant}/").read(`${name}/index.kdx`, { ASSETS });
  assert.deepEqual(asked.map(decodeURIComponent), ["/a b/index.kdx", "/日本/index.kdx", "/..a/index.kdx"]);
});

test("requests are limited by address before their token is looked at, and then by tenant", async () => {
  const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));
  const tokens = { [hashOf("secret")]: "" };
  const worker = createWorker({ tokens, source: bundled(await built(DOCUMENTS.one)), rateLimit: "LIMIT" });
  const counts = new Map();
  const limit = ({ key }) => ({ success: counts.set(key, (counts.get(key) ?? 0) + 1).get(key) <= 3 });
  const send = async (token, address = "192.0.2.1") => {
    const headers = { "cf-connecting-ip": address, ...(token && { authorization: `Bearer ${token}` }) };
    return (await worker.fetch(new Request("http://localhost/status", { headers }), { LIMIT: { limit } })).status;
  };
  assert.deepEqual([await send("wrong"), await send(), await send("secret")], [401, 401, 200]);
  // Somebody who tried too often does not hear whether a token is right.
  assert.deepEqual([await send("another"), await send(), await send("secret")], [429, 429, 429]);
  const others = ["192.0.2.2", "192.0.2.3", "192.0.2.4"];
  assert.deepEqual([await send("secret", others[0]), await send("secret", others[1]), await send("secret", others[2])], [200, 200, 429]);
  assert.deepEqual([...counts], [["address 192.0.2.1", 6], ["tenant ", 4], ...others.map((one) => [`address ${one}`, 1])]);
});

test("every digest is compared to its end, whichever is alike", async (context) => {
  const { tenantOf } = await import(new URL("http/access.js", PACKAGE));
  const names = ["first", "second", "third", "fourth"];
  const table = Object.fromEntries(names.map((name) => [hashOf(name), name]));
  const looked = context.mock.method(String.prototype, "charCodeAt");
  const counted = async (headers) => {
    const request = new Request("http://localhost/", { headers });
    looked.mock.resetCalls();
    const found = await tenantOf(request, table, {}).catch(({ status }) => status);
    // The platform looks at the headers in the same way.
    return [found, looked.mock.calls.filter((call) => /^[\da-f]{64}$/.test(call.this)).length];
  };
  // A character of each and of what is given, 64 times.
  const all = 2 * 64 * names.length;
  for (const name of names) assert.deepEqual(await counted({ authorization: `Bearer ${name}` }), [name, all]);
  assert.deepEqual(await counted({ authorization: "Bearer fifth" }), [401, all]);
  assert.deepEqual(await counted({}), [401, all]);
});

test("an index without their names is not for tenants", async () => {
  const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));
  const reads = [];
  const source = { path: "docs/", read: (path) => void reads.push(path) };
  const table = (tenant) => ({ [hashOf("secret")]: tenant });
  assert.throws(() => createWorker({ source, tokens: table("one") }), { name: "TypeError", message: /^source: there is one index at docs\/, .* put \{tenant\} into the path/ });
  const headers = { authorization: "Bearer secret" };
  const ask = async (tenant) => {
    const errors = [];
    const worker = createWorker({ source, tokens: "TOKENS", onError: (error) => errors.push(error.message) });
    const { status } = await worker.fetch(new Request("http://localhost/status", { headers }), { TOKENS: JSON.stringify(table(tenant)) });
    return { status, message: errors[0] };
  };
  const refused = await ask("one");
  assert.equal(refused.status, 503);
  assert.match(refused.message, /put \{tenant\} into the path/);
  assert.deepEqual(reads, []);
  // For the empty name it is read.
  assert.match((await ask("")).message, /index\.kdx is not there/);
  createWorker({ source, tokens: table("") });
  assert.throws(() => createWorker({ source: bundled(new Uint8Array(1)), tokens: table("one") }), /there is one index at index\.kdx/);
  createWorker({ source: { ...source, path: "docs/{tenant}/" }, tokens: table("one") });
});

test("the empty name is for an index without tenants", async () => {
  const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));
  const worker = createWorker({ tokens: { [hashOf("secret")]: "", [hashOf("")]: "" }, source: bundled(await built(DOCUMENTS.one)) });
  const send = (authorization) => worker.fetch(new Request("http://localhost/status", { headers: { authorization } }));
  assert.equal((await send("Bearer secret")).status, 200);
  // The hash of no token is not a token.
  for (const wrong of ["Bearer wrong", "Bearer ", "Bearer", ""]) assert.equal((await send(wrong)).status, 401, wrong);
});

test("the indexes of tenants share what the one of a public site may keep", async () => {
  const { bucket } = await import(new URL("worker.js", PACKAGE));
  const { settingsOf } = await import(new URL("http/settings.js", PACKAGE));
  const kept = (path, more) => settingsOf({ source: bucket(path), ...more }).cacheBytes;
  const whole = kept("search/");
  assert.ok(whole >= 24 << 20 && whole <= 48 << 20, `${whole} of 128 MB, and twice that while an index is replaced`);
  const tokens = "TOKENS";
  assert.equal(kept("search/{tenant}/", { tokens }), whole / 8);
  assert.equal(kept("search/{tenant}/", { tokens, limits: { indexes: 2 } }), whole / 2);
  assert.equal(kept("search/{tenant}/", { tokens, cacheBytes: 7 }), 7);
});

describe("tokens that are not configured as they have to be", () => {
  const UNSET = /the secret TOKENS is not set, .*: npx wrangler secret put TOKENS; for wrangler dev put it into \.dev\.vars/;
  const OBJECT = /the secret TOKENS: accepted is an object with tenants by the SHA-256 of their tokens/;
  const cases = {
    missing: [undefined, UNSET],
    "empty text": ["", UNSET],
    "no JSON": ["not-json", /the secret TOKENS has to be JSON: an object/],
    "an array": ["[]", OBJECT],
    "tokens themselves": ['{"token-of-one":"one"}', OBJECT],
    "no tenant": [`{"${hashOf(TOKENS.one)}":1}`, OBJECT],
    null: ["null", OBJECT],
  };
  for (const [what, [text, message]] of Object.entries(cases)) {
    test(`(${what}) open nothing, and are not told of`, async () => {
      const logged = log();
      const bindings = text === undefined ? {} : { TOKENS: text };
      const worker = started('source: bundled(bytes), tokens: "TOKENS"', { bindings, ...logged.options }, await built(DOCUMENTS.one));
      await serving(worker, async (send) => {
        for (const headers of [{}, { authorization: `Bearer ${TOKENS.one}` }, { authorization: "Bearer " }]) {
          const response = await send("/status", { headers });
          assert.equal(response.status, 500);
          assert.doesNotMatch(await response.text(), /TOKENS|token-of|SHA/);
          await logged.until(response.headers.get("x-request-id"));
        }
      });
      assert.match(logged.text(), message);
      assert.doesNotMatch(logged.text(), /token-of-one|not-json/);
    });
  }
});
