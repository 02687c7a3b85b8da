// Embedders of queries, where they are served: by kindex/mcp, and by kindex/worker for several tenants
// and for an index in several files.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, describe, test } from "node:test";
import { EMBEDDER, QUERY, embed, filesWithVectors, withVectors, withoutVectors } from "./meaning.mjs";
import { call, createMcp, serverOf } from "./mcp-support.mjs";
import { PACKAGE, explore, failure } from "./support.mjs";

const { createWorker } = await import(new URL("worker.js", PACKAGE));
const { addVectors, chunkTexts, open: openBuilt } = await import(new URL("build.js", PACKAGE));

let bytes;

before(async () => (bytes = await withVectors()));

/** An embedder that notes what it is asked. */
function noting(answer = embed) {
  const texts = [];
  const noted = async (text, context) => {
    texts.push(text);
    return answer(text, context);
  };
  return { texts, embed: noted };
}

describe("a server of MCP", () => {
  test("finds passages by meaning, as any others", async () => {
    const { texts, embed } = noting();
    const server = await serverOf(bytes, { embed, embedder: EMBEDDER });
    const found = await call(server, "search_docs", { query: QUERY });
    assert.equal(found.structuredContent.passages[0].url, "/winter#winter");
    assert.match(found.text, /New tyres for the cold/);
    assert.deepEqual(texts, [QUERY]);
    const plain = await serverOf(bytes);
    const { structuredContent } = await call(plain, "search_docs", { query: QUERY });
    assert.deepEqual(structuredContent.passages, []);
    const [[one], [other]] = await Promise.all([server, plain].map(keysOfAnswer));
    assert.deepEqual(one, other);
  });

  test("tells models of it", async () => {
    const described = async (options) => {
      const { result } = await (await serverOf(bytes, options)).handle({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      return result.tools.map(({ description }) => description);
    };
    const [plain, meant] = [await described({}), await described({ embed })];
    assert.equal(meant[0].replace(/ Passages are found by meaning too: .*$/, ""), plain[0]);
    assert.notEqual(meant[0], plain[0]);
    assert.deepEqual(meant.slice(1), plain.slice(1));
  });

  test("finds by words where the embedder fails, and says why to who serves it", async () => {
    const cause = new Error("out of money");
    const heard = [];
    const onError = (error) => heard.push(error);
    const server = await serverOf(bytes, { embed: () => Promise.reject(cause), onError });
    const found = await call(server, "search_docs", { query: "boat" });
    assert.equal(found.structuredContent.passages[0].url, "/evening#evenings");
    assert.deepEqual(heard, [cause]);
    const late = await serverOf(bytes, { embed: () => new Promise(() => {}), embedTimeout: 20, onError });
    assert.equal((await call(late, "search_docs", { query: "boat" })).structuredContent.total, 1);
    failure("embedder_failed", /did not answer within 20 ms/)(heard[1]);
  });

  test("is told which options are accepted", async () => {
    const index = await explore(bytes);
    const cases = { embed: ["a model"], embedder: [7], alpha: [2, "1"], candidates: [0, 2.5, 1001], embedTimeout: [0, "1 s"] };
    for (const [name, values] of Object.entries(cases)) {
      for (const value of values) {
        assert.throws(() => createMcp({ index, embed, [name]: value }), failure("invalid_option", new RegExp(`^${name}: accepted `)));
      }
    }
    assert.throws(() => createMcp({ index, alpha: 0.5 }), failure("invalid_option", /^alpha: it needs embed$/));
  });
});

async function keysOfAnswer(server) {
  const { structuredContent: found } = await call(server, "search_docs", { query: "the boat" });
  return [Object.keys(found), found.passages.map(Object.keys)];
}

/** What asks a Worker in this process. */
function asking(config) {
  const worker = createWorker({ onError() {}, ...config });
  return async (path, headers = {}) => {
    const response = await worker.fetch(new Request(`http://localhost${path}`, { headers }), { secret: "of env" });
    return { ...(await response.json()), keeping: response.headers.get("cache-control") };
  };
}

const source = (index = bytes) => ({ path: "site.kdx", read: () => index });

const search = (query) => `/search?q=${encodeURIComponent(query)}`;

describe("a Worker", () => {
  test("gives the embedder its variables and a signal", async () => {
    const contexts = [];
    const ask = asking({ source: source(), embed: (text, context) => contexts.push(context) && embed(text) });
    assert.equal((await ask(search(QUERY))).data.vector, true);
    assert.deepEqual(contexts.map(({ env, signal }) => [env, signal.aborted]), [[{ secret: "of env" }, false]]);
  });

  test("ends the work of an embedder whose time is over", async () => {
    const reasons = [];
    const late = (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(reasons.push(signal.reason.name))));
    const ask = asking({ source: source(), embed: late, embedTimeout: 20 });
    assert.equal((await ask(search("boat"))).data.vector_reason, "the embedder did not answer within 20 ms");
    assert.deepEqual(reasons, ["AbortError"]);
  });

  test("keeps the vectors of the last 256 queries", async () => {
    const { texts, embed } = noting();
    const ask = asking({ source: source(), embed });
    for (let at = 0; at < 256; at++) await ask(search(`boat ${at}`));
    await ask(search("boat 0"));
    assert.equal(texts.length, 256);
    // The one that was used last before all others goes.
    await ask(search("tide"));
    await ask(search("boat 0"));
    assert.equal(texts.length, 257);
    await ask(search("boat 1"));
    assert.equal(texts.length, 258);
  });

  test("keeps the vectors of each tenant by themselves", async () => {
    const { texts, embed } = noting();
    const hashOf = (token) => createHash("sha256").update(token).digest("hex");
    const tokens = { [hashOf("one")]: "one", [hashOf("two")]: "two" };
    const ask = asking({ source: { path: "{tenant}/site.kdx", read: () => bytes }, tokens, embed });
    for (const token of ["one", "one", "two"]) {
      const { data } = await ask(search(QUERY), { authorization: `Bearer ${token}` });
      assert.equal(data.vector, true);
    }
    assert.deepEqual(texts, [QUERY, QUERY]);
  });

  test("has a weight of its own, which a request can change", async () => {
    const { texts, embed } = noting();
    const ask = asking({ source: source(), embed, alpha: 0 });
    assert.deepEqual((await ask(search(QUERY))).data.vector_reason, "alpha is 0");
    assert.deepEqual(texts, []);
    assert.equal((await ask(`${search(QUERY)}&alpha=0.5`)).data.vector, true);
  });

  test("takes as many candidates as an index does", async () => {
    const ask = asking({ source: source(), embed, candidates: 1000 });
    assert.equal((await ask(search("boat tide"))).data.vector, true);
    assert.throws(() => asking({ source: source(), embed, candidates: 1001 }), TypeError);
    const index = await explore(bytes);
    const most = /^candidates: accepted are whole numbers from 1 to 1000$/;
    assert.throws(() => index.search("boat tide", { vector: embed("boat"), candidates: 1001 }), failure("invalid_option", most));
  });

  test("answers as the index does with the vector", async () => {
    const index = await explore(bytes);
    const ask = asking({ source: source(), embed, alpha: 0.3, candidates: 2 });
    const { data } = await ask(search("the boat of motoring"));
    const { hits, total } = index.search("the boat of motoring", { vector: embed("the boat of motoring"), alpha: 0.3, candidates: 2 });
    assert.deepEqual(data.results.map(({ id, score }) => [id, score]), hits.map(({ id, score }) => [id, score]));
    assert.equal(data.total, total);
  });
});

describe("an index in several files", () => {
  test("is searched by words alone where its vectors are in too many", async () => {
    const files = await filesWithVectors(1000);
    const worker = (more) => asking({ source: { path: "docs/", read: (path) => files.get(path.slice("docs/".length)) }, embed, ...more });
    const isMeant = async (more) => (await worker(more)(search("the boat of motoring"))).data.vector;
    assert.equal(await isMeant({ limits: { files: 1000 }, candidates: 500 }), true);
    // The vectors of 500 candidates are in more files than are left, but not those of the usual number.
    assert.equal(await isMeant({ limits: { files: 25 }, candidates: 500 }), false);
    assert.equal(await isMeant({ limits: { files: 25 } }), true);
    const { data: few, keeping } = await worker({ limits: { files: 20 } })(search("the boat of motoring"));
    assert.deepEqual([few.vector, few.vector_reason], [false, "the vectors are in more files than may be read for one request"]);
    const { data: byWords } = await worker({})(`${search("the boat of motoring")}&alpha=0`);
    assert.deepEqual(few.results, byWords.results);
    assert.equal(few.results.length, 10);
    assert.equal(keeping, "no-store");
  });
});

test("vectors without a name are searched with those of any embedder", async () => {
  const entries = chunkTexts(await openBuilt(bytes)).map(({ id, embed: text }) => [id, embed(text)]);
  const nameless = await addVectors(bytes, { embedder: "", entries });
  const ask = asking({ source: source(nameless), embed, embedder: EMBEDDER });
  const { data } = await ask(search(QUERY));
  assert.deepEqual([data.vector, data.results[0].document_id], [true, "winter.md"]);
});

test("an index without vectors is told where it is searched", async () => {
  const plain = await withoutVectors();
  const heard = [];
  const ask = asking({ source: { path: "site.kdx", read: () => plain }, embed, onError: (error) => heard.push(error) });
  assert.equal((await ask(search("boat"))).data.vector_reason, "the index has no vectors");
  failure("embedder_failed", /^the index has no vectors$/)(heard[0]);
});
