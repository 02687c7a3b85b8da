// kindex/worker with an embedder of queries, in workerd.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { EMBEDDER, QUERY, embed, withVectors, withoutVectors } from "./meaning.mjs";
import { PACKAGE } from "./support.mjs";
import { encoded, log, serving, started } from "./worker/support.mjs";

const { createWorker } = await import(new URL("worker.js", PACKAGE));

/** The embedder in the Worker's own script, told of by the header of each answer. */
const HERE = `source: bundled(bytes), mcp: createMcp, embedder: "${EMBEDDER}", embed: async (text) => (${embed})(text)`;

/** The embedder as a service elsewhere, that this process is. */
const SERVICE = `source: bundled(bytes), mcp: createMcp, embedTimeout: 200, embed: async (text, { env, signal }) => {
  const response = await env.MODEL.fetch("http://model/", { method: "POST", body: text, signal });
  if (!response.ok) throw new Error("the model says " + response.status);
  return response.json();
}`;

const SEARCH = `/search?q=${encoded(QUERY)}`;

let bytes;

before(async () => (bytes = await withVectors()));

/** A Worker whose model answers so. `use` is given what asks it, and the texts that the model got. */
async function modelled(answer, use, more = "", index = bytes, options = {}) {
  const texts = [];
  const MODEL = async (request) => {
    texts.push(await request.text());
    return answer(texts.at(-1));
  };
  await serving(started(SERVICE + more, { serviceBindings: { MODEL }, ...options }, index), async (send) => {
    const ask = async (path) => {
      const response = await send(path);
      const { data } = await response.json();
      return { ...data, keeping: response.headers.get("cache-control") };
    };
    await use(ask, texts, send);
  });
}

const right = async () => {
  const { Response } = await import("miniflare");
  return (text) => new Response(JSON.stringify(embed(text)));
};

describe("a Worker with an embedder", () => {
  let worker;

  before(() => (worker = started(HERE, {}, bytes)));
  after(() => worker.dispose());

  const ask = async (path, init) => (await worker.dispatchFetch(`http://localhost${path}`, init)).json();

  test("finds what has no word of the query", async () => {
    const { data } = await ask(SEARCH);
    assert.equal(data.results[0].document_id, "winter.md");
    assert.deepEqual([data.vector, data.vector_reason], [true, null]);
    await serving(started("source: bundled(bytes)", {}, bytes), async (without) => {
      const { data } = await (await without(SEARCH)).json();
      assert.deepEqual([data.total, "vector" in data], [0, false]);
    });
  });

  test("takes the weight from the request", async () => {
    const scores = async (alpha) => (await ask(`/search?q=the+dough+of+motoring+vehicles&alpha=${alpha}`)).data;
    const [words, both, meaning] = await Promise.all([scores("0"), scores("0.5"), scores("1")]);
    assert.deepEqual([words.vector, words.vector_reason], [false, "alpha is 0"]);
    assert.deepEqual(words.results.map(({ document_id: id }) => id), ["morning.md"]);
    assert.deepEqual([both.vector, meaning.vector], [true, true]);
    assert.notDeepEqual(both.results.map(({ score }) => score), meaning.results.map(({ score }) => score));
    for (const alpha of ["1.1", "-0.1", "1e-1", ".5", "", "half"]) {
      const problem = await ask(`${SEARCH}&alpha=${alpha}`);
      assert.equal(problem.status, 400);
      assert.match(problem.detail, /^alpha: accepted are numbers from 0 to 1/);
    }
  });

  test("uses no vector where it would count nothing", async () => {
    const reasons = { "/search?q=+": "the query is empty", "/search?q=boat&sort=letters": "results are sorted" };
    for (const [path, reason] of Object.entries(reasons)) {
      const { data } = await ask(path);
      assert.deepEqual([data.vector, data.vector_reason], [false, reason], path);
    }
  });

  test("says so in the OpenAPI document, and takes no alpha without one", async () => {
    const { paths, components } = await ask("/openapi.json");
    const alpha = paths["/search"].get.parameters.find(({ name }) => name === "alpha");
    assert.deepEqual(alpha.schema, { type: "number", minimum: 0, maximum: 1 });
    assert.ok(alpha.description);
    const { data } = await ask(SEARCH);
    const { properties, required } = components.schemas.Search;
    assert.deepEqual(Object.keys(data).filter((name) => !properties[name]), []);
    assert.ok(!required.includes("vector") && !required.includes("vector_reason"));
    await serving(started("source: bundled(bytes)", {}, bytes), async (without) => {
      const problem = await (await without("/search?q=a&alpha=0")).json();
      assert.match(problem.detail, /^There is no parameter "alpha"/);
    });
  });

  test("answers language models by meaning too", async () => {
    const spoken = async (method, params) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      return (await ask("/mcp", { method: "POST", headers, body })).result;
    };
    const { content } = await spoken("tools/call", { name: "search_docs", arguments: { query: QUERY } });
    assert.match(content[0].text, /^.*\n\n\[1\] .*\nurl: \/winter#winter\n/);
    const { tools } = await spoken("tools/list", {});
    assert.match(tools.find(({ name }) => name === "search_docs").description, /found by meaning too/);
  });
});

describe("a model elsewhere", () => {
  test("is asked once for the same query", async () => {
    await modelled(await right(), async (ask, texts) => {
      const first = await ask(SEARCH);
      assert.deepEqual([first.vector, first.results[0].document_id], [true, "winter.md"]);
      assert.match(first.keeping, /max-age/);
      await ask(`${SEARCH}&offset=1`);
      assert.deepEqual(texts, [QUERY]);
      await ask(`${SEARCH}&alpha=0`);
      await ask("/search?q=boat");
      assert.deepEqual(texts, [QUERY, "boat"]);
    });
  });

  test("may fail, and words find what they do", async () => {
    const { Response } = await import("miniflare");
    const { text, until, options } = log();
    const broken = () => new Response("key-123 is not known", { status: 500 });
    await modelled(broken, async (ask) => {
      const found = await ask("/search?q=boat");
      assert.deepEqual([found.vector, found.vector_reason], [false, "the embedder failed"]);
      assert.deepEqual(found.results.map(({ document_id: id }) => id), ["evening.md"]);
      assert.equal(found.keeping, "no-store");
      assert.match(await until("the model says 500"), /the model says 500/);
    }, "", bytes, options);
    assert.match(text(), /the model says 500/);
  });

  test("may be slow, and is waited for no longer than that", async () => {
    let rest;
    const slow = () => new Promise((resolve) => (rest = resolve));
    await modelled(slow, async (ask) => {
      const begun = performance.now();
      const found = await ask("/search?q=boat");
      assert.ok(performance.now() - begun < 5000);
      assert.deepEqual([found.vector, found.vector_reason], [false, "the embedder did not answer within 200 ms"]);
      assert.equal(found.total, 1);
      const { Response } = await import("miniflare");
      rest(new Response("[]"));
    }, ", onError() {}");
  });

  test("may give what is no vector of the index", async () => {
    const { Response } = await import("miniflare");
    const answers = [
      [[1, 2], /^the embedder gave 2 numbers, and the vectors of the index have 8$/],
      [[0, 0, 0, 0, 0, 0, 0, 0], /^the embedder gave no number but zero$/],
      [[1, null, 0, 0, 0, 0, 0, 0], /^the embedder gave what is no finite number$/],
      [[1, 1e39, 0, 0, 0, 0, 0, 0], /^the embedder gave what is no finite number$/],
      [{ data: [] }, /^the embedder gave no array of numbers$/],
    ];
    let given;
    await modelled(() => new Response(JSON.stringify(given)), async (ask) => {
      for (const [at, [answer, reason]] of answers.entries()) {
        given = answer;
        const found = await ask(`/search?q=boat+${at}`);
        assert.equal(found.vector, false);
        assert.match(found.vector_reason, reason);
        assert.equal(found.results[0].document_id, "evening.md");
      }
    }, ", onError() {}");
  });

  test("is not asked where the index has no vectors, or those of another embedder", async () => {
    const none = await withoutVectors();
    await modelled(await right(), async (ask, texts) => {
      const found = await ask("/search?q=boat");
      assert.deepEqual([found.vector, found.vector_reason, found.total], [false, "the index has no vectors", 1]);
      assert.deepEqual(texts, []);
    }, ", onError() {}", none);
    await modelled(await right(), async (ask, texts) => {
      const { vector_reason: reason } = await ask("/search?q=boat");
      assert.equal(reason, `the vectors of the index are those of ${EMBEDDER}, not of another`);
      assert.deepEqual(texts, []);
    }, `, onError() {}, embedder: "another"`);
  });
});

test("mistakes in the settings are told when the Worker starts", () => {
  const source = { path: "site.kdx", read: () => bytes };
  const cases = {
    embed: ["a model", {}],
    embedder: ["", 7],
    alpha: [-1, 1.5, "0.5", NaN],
    candidates: [0, 1.5, 1001, "10"],
    embedTimeout: [0, -1, Infinity, "2 s", 2 ** 31],
  };
  for (const [name, values] of Object.entries(cases)) {
    for (const value of values) {
      const message = new RegExp(`^${name}: accepted is `);
      assert.throws(() => createWorker({ source, embed, [name]: value }), { name: "TypeError", message }, `${name}: ${value}`);
    }
  }
  for (const idle of ["embedder", "alpha", "candidates", "embedTimeout"]) {
    const value = idle === "embedder" ? EMBEDDER : 1;
    assert.throws(() => createWorker({ source, [idle]: value }), { name: "TypeError", message: `${idle}: it needs embed` });
  }
});
