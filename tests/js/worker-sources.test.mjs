// The places from which kindex/worker reads its index, and the ways in which it is opened, in
// workerd.
import assert from "node:assert/strict";
import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { kindex } from "../browser/support.mjs";
import { PACKAGE, PAGES, built, explore } from "./support.mjs";
import { GUIDE, answering, log, serving, source, started, whileLeaving } from "./worker/support.mjs";

const CORPUS = fileURLToPath(new URL("../corpus", import.meta.url));

let folder;
/** Names and bytes of the files that the sharded index has. */
let shards;
let expected;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kindex-worker-"));
  await kindex("build", CORPUS, "-o", join(folder, "search"), "--layout", "sharded", "-q");
  await mkdir(join(folder, "one"));
  await writeFile(join(folder, "one", "site.kdx"), GUIDE);
  await writeFile(join(folder, "one", "site.kdx.gz"), gzipSync(GUIDE));
  const names = await readdir(join(folder, "search"));
  shards = new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, "search", name))])));
  const index = await explore(GUIDE);
  expected = index.search("install page search").hits.map(({ id, score }) => [id, score]);
  index.close();
});

after(() => rm(folder, { recursive: true }));

/** The Worker gets requests that no asset answers. */
const ASSETS = () => ({ directory: folder, binding: "ASSETS", routerConfig: { has_user_worker: true } });

const QUERY = "/search?q=install+page+search";

async function checkAnswers(send) {
  const response = await send(QUERY);
  const { data } = await response.json();
  assert.deepEqual(data.results.map(({ id, score }) => [id, score]), expected);
  const chunk = await send(`/chunks/${encodeURIComponent(expected[0][0])}/hierarchy`);
  assert.equal((await chunk.json()).data.chunk.id, expected[0][0]);
  assert.equal((await (await send("/documents?limit=3")).json()).data.documents.length, 3);
  assert.equal((await (await send("/status")).json()).data.status, "ok");
}

/** Starts a Worker with a bucket that has files. */
async function withBucket(config, files) {
  const worker = started(config, { r2Buckets: ["BUCKET"] });
  const bucket = await worker.getR2Bucket("BUCKET");
  for (const [name, bytes] of files) await bucket.put(name, new Uint8Array(bytes).buffer);
  return { worker, bucket };
}

const within = (path) => [...shards].map(([name, bytes]) => [path + name, bytes]);

describe("an index", () => {
  test("in the script", () => serving(started("source: bundled(bytes)"), checkAnswers));

  test("in the script, compressed", () => serving(started("source: bundled(bytes)", {}, gzipSync(GUIDE)), checkAnswers));

  for (const path of ["/one/site.kdx", "one/site.kdx.gz", "/search/"]) {
    test(`among the assets, at ${path}`, () => {
      const options = { assets: ASSETS() };
      return serving(started(`source: assets("${path}")`, options), checkAnswers);
    });
  }

  test("in a bucket, in one file", async () => {
    const { worker } = await withBucket('source: bucket("/docs/site.kdx")', [["docs/site.kdx", GUIDE]]);
    await serving(worker, checkAnswers);
  });

  for (const path of ["docs/", "/"]) {
    test(`in a bucket, in several files, at ${path}`, async () => {
      const { worker } = await withBucket(`source: bucket("${path}")`, within(path.replace(/^\//, "")));
      await serving(worker, checkAnswers);
    });
  }
});

/** Failing is what some tests are about. */
const QUIET = "onError() {}";

const LAYOUTS = [
  { layout: "one file", path: "site.kdx", files: () => new Map([["site.kdx", GUIDE]]), first: "site.kdx" },
  { layout: "several files", path: "docs/", files: () => new Map(within("docs/")), first: "docs/index.kdx" },
];

for (const { layout, path, files, first } of LAYOUTS) {
  describe(`opening an index in ${layout}`, () => {
    test("is done once for requests at the same time", async () => {
      const { state, options } = answering(files());
      await serving(started(`source: ${source(path)}, ${QUIET}`, options), async (send) => {
        const all = await Promise.all(Array.from({ length: 30 }, () => send(QUERY)));
        for (const response of all) {
          assert.equal(response.status, 200);
          const { data } = await response.json();
          assert.deepEqual(data.results.map(({ id, score }) => [id, score]), expected);
        }
        assert.equal(state.reads.filter((name) => name === first).length, 1);
      });
    });

    test("is tried again after it failed", async () => {
      const { state, options } = answering(files());
      state.failures = 1;
      await serving(started(`source: ${source(path)}, ${QUIET}`, options), async (send) => {
        const all = await Promise.all(Array.from({ length: 10 }, () => send(QUERY)));
        for (const response of all) {
          assert.equal(response.status, 503);
          assert.equal(response.headers.get("retry-after"), "5");
          const problem = await response.json();
          assert.match(problem.detail, /cannot be read at the moment/);
          assert.doesNotMatch(JSON.stringify(problem), /files|kdx|fetch/);
        }
        assert.equal(state.reads.length, 1);
        await checkAnswers(send);
      });
    });

    test("goes on for others where the one is gone that began", async () => {
      const { state, options } = answering(files());
      state.delay = 400;
      const worker = started(`source: ${source(path)}, ${QUIET}`, options);
      await serving(worker, async (send) => {
        await whileLeaving(worker, send, state, QUERY);
        await checkAnswers(send);
      });
    });
  });
}

test("a file that another request was reading is read by who needs it", async () => {
  const { state, options } = answering(new Map(within("docs/")));
  const worker = started(`source: ${source("docs/")}`, options);
  await serving(worker, async (send) => {
    assert.equal((await send("/status")).status, 200);
    state.delay = 300;
    await whileLeaving(worker, send, state, QUERY);
    await checkAnswers(send);
  });
});

describe("a search that needs many files", () => {
  const MCP = "mcp: ({ index }) => ({ fetch: async () => Response.json(await (await index()).search('install page')) })";

  test("is refused, and others go on", async () => {
    const { worker } = await withBucket(`source: bucket("docs/"), limits: { files: 3 }, ${MCP}`, within("docs/"));
    await serving(worker, async (send) => {
      const response = await send("/search?q=install+page+search");
      assert.equal(response.status, 400);
      assert.match((await response.json()).detail, /More of the index is needed than may be read/);
      assert.equal((await send("/mcp", { method: "POST" })).status, 400);
      assert.equal((await send("/status")).status, 200);
      assert.equal((await send("/documents")).status, 200);
    });
  });

  test("counts by itself", async () => {
    const { worker } = await withBucket(`source: bucket("docs/"), limits: { files: 12 }, cacheBytes: 1, ${MCP}`, within("docs/"));
    await serving(worker, async (send) => {
      const queries = ["install", "deploy", "theme", "knots", "template", "dates"];
      for (const query of queries) assert.equal((await send(`/search?q=${query}&limit=1`)).status, 200, query);
      assert.equal((await send("/mcp", { method: "POST" })).status, 200);
    });
  });
});

describe("an index that is replaced", () => {
  test("in several files is opened again when the old ones are gone", async () => {
    const { worker, bucket } = await withBucket('source: bucket("docs/")', within("docs/"));
    await serving(worker, async (send) => {
      const before = (await (await send("/status")).json()).meta.index_version;
      const other = join(folder, "other");
      const pages = join(folder, "pages");
      await mkdir(pages);
      await writeFile(join(pages, "page.md"), "# Install\n\nAnother page, to install and search.\n");
      await kindex("build", pages, "-o", other, "--layout", "sharded", "-q");
      for (const name of shards.keys()) await bucket.delete(`docs/${name}`);
      for (const name of await readdir(other)) await bucket.put(`docs/${name}`, new Uint8Array(await readFile(join(other, name))).buffer);
      const { data, meta } = await (await send(QUERY)).json();
      assert.deepEqual(data.results.map(({ document_id }) => document_id), ["page.md"]);
      assert.notEqual(meta.index_version, before);
    });
  });

  /** Longer than `refresh` in milliseconds: after that time a Worker looks whether there is another index. */
  const REFRESHED = 300;

  test("in a bucket is noticed after a while", async () => {
    const { worker, bucket } = await withBucket('source: bucket("site.kdx"), refresh: 0.2, onError() {}', [["site.kdx", GUIDE]]);
    await serving(worker, async (send) => {
      await checkAnswers(send);
      const before = (await (await send("/status")).json()).meta.index_version;
      await bucket.put("site.kdx", "not an index");
      await sleep(REFRESHED);
      assert.equal((await (await send("/status")).json()).meta.index_version, before);
      await bucket.put("site.kdx", new Uint8Array(await built(PAGES)).buffer);
      await sleep(REFRESHED);
      const { data, meta } = await (await send("/status")).json();
      assert.equal(data.documents, PAGES.length);
      assert.notEqual(meta.index_version, before);
      await bucket.delete("site.kdx");
      await sleep(REFRESHED);
      assert.equal((await send("/status")).status, 200);
    });
  });
});

/** A language model is told no more than others, and the log as much. */
async function checkTold(send, logged) {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "resources/list" });
  const response = await send("/mcp", { method: "POST", headers, body });
  const { error } = await response.json();
  assert.deepEqual(error, { code: -32603, message: "the index cannot be used" });
  const requestId = response.headers.get("x-request-id");
  assert.ok((await logged.until(requestId)).includes(requestId));
}

describe("an index that cannot be opened", () => {
  const cases = {
    "is not there": ['source: assets("/nowhere.kdx")', GUIDE, /nowhere\.kdx is not there/],
    "has no binding": ['source: bucket("site.kdx")', GUIDE, /no binding BUCKET .* give it as "binding" in r2_buckets/],
    "has another kind of binding": ['source: assets("/site.kdx", "TEXT")', GUIDE, /no binding TEXT .* give it as "binding" of assets/],
    "is none": ["source: bundled(bytes)", new TextEncoder().encode("<!doctype html><title>Not found</title>"), /not_an_index/],
    "is damaged": ["source: bundled(bytes)", GUIDE.map((byte, at) => (at === 30 ? byte ^ 1 : byte)), /corrupt/],
    "is cut off": ["source: bundled(bytes)", GUIDE.subarray(0, 20), /truncated/],
    "is damaged, compressed": ["source: bundled(bytes)", gzipSync(GUIDE).subarray(0, 9000), /corrupt/],
  };
  for (const [what, [config, bytes, message]] of Object.entries(cases)) {
    test(`because it ${what} is answered with 503, and the log says more`, async () => {
      const logged = log();
      await serving(started(`${config}, mcp: createMcp`, { assets: ASSETS(), bindings: { TEXT: "text" }, ...logged.options }, bytes), async (send) => {
        for (const path of [QUERY, "/status", "/openapi.json"]) {
          const response = await send(path);
          const problem = await response.json();
          assert.equal(response.status, 503);
          assert.deepEqual([problem.status, problem.title], [503, "Service Unavailable"]);
          assert.doesNotMatch(problem.detail, /kdx|ASSETS|BUCKET|binding|damaged|index is/);
          assert.ok((await logged.until(problem.requestId)).includes(problem.requestId));
        }
        await checkTold(send, logged);
      });
      assert.match(logged.text(), message);
    });
  }
});

describe("what many wait for", async () => {
  const { SingleFlight } = await import(new URL("http/single-flight.js", PACKAGE));
  const nothing = () => {};

  test("is made once, and is told to those who wait", async () => {
    const single = new SingleFlight();
    let count = 0;
    const make = async () => {
      count++;
      await sleep(20);
      return { count };
    };
    const kept = [];
    const all = await Promise.all(Array.from({ length: 5 }, () => single.get(make, (promise) => kept.push(promise))));
    assert.deepEqual([count, kept.length], [1, 1]);
    assert.ok(all.every((one) => one === all[0]));
    assert.equal(await single.get(make, nothing), all[0]);
  });

  test("fails for all who wait, and is tried again by the next", async () => {
    const single = new SingleFlight();
    let count = 0;
    const make = async () => {
      await sleep(20);
      if (count++ === 0) throw new Error("the first");
      return count;
    };
    const all = await Promise.allSettled([1, 2, 3].map(() => single.get(make, nothing)));
    assert.deepEqual(all.map(({ reason }) => reason?.message), Array(3).fill("the first"));
    assert.equal(count, 1);
    assert.equal(await single.get(make, nothing), 2);
  });

  test("is made by another where the first one never ends", async (context) => {
    context.mock.timers.enable({ apis: ["Date"] });
    const single = new SingleFlight();
    single.get(() => new Promise(nothing), nothing);
    const waiting = single.get(async () => "made", nothing);
    context.mock.timers.tick(10_001);
    assert.equal(await waiting, "made");
  });
});
