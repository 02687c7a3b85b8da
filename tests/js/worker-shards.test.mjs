// kindex/worker with an index in several files, of which some are missing, replaced, or too many.
import assert from "node:assert/strict";
import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { kindex } from "../browser/support.mjs";
import { PACKAGE } from "./support.mjs";

const { createWorker } = await import(new URL("worker.js", PACKAGE));
const { createMcp } = await import(new URL("mcp.js", PACKAGE));

const CORPUS = fileURLToPath(new URL("../corpus", import.meta.url));

const OTHER = "# Install\n\nAnother page, to install and search.\n";

const HEAD = "index.kdx";

let folder;
/** Names and bytes of the files of an index, and of another one. */
let shards;
let others;

async function sharded(from, name) {
  const to = join(folder, name);
  await kindex("build", from, "-o", to, "--layout", "sharded", "-q");
  const names = await readdir(to);
  return new Map(await Promise.all(names.map(async (one) => [one, await readFile(join(to, one))])));
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kindex-shards-"));
  await mkdir(join(folder, "pages"));
  await writeFile(join(folder, "pages", "page.md"), OTHER);
  shards = await sharded(CORPUS, "search");
  others = await sharded(join(folder, "pages"), "other");
});

after(() => rm(folder, { recursive: true }));

/** A Worker that reads from `state.files` and notes what it read. */
function made(options = {}) {
  const state = { files: shards, reads: [], errors: [] };
  const read = async (path) => {
    const name = path.slice("docs/".length);
    state.reads.push(name);
    return state.files.get(name);
  };
  const onError = (error) => state.errors.push(error);
  const worker = createWorker({ source: { path: "docs/", read }, onError, mcp: createMcp, ...options });
  return { state, send: (path, init) => worker.fetch(new Request(`http://localhost${path}`, init)) };
}

const QUERY = "/search?q=install+page+search";

const called = (name, given, id = 1) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given } });

async function spoken(send, message) {
  const headers = { "content-type": "application/json" };
  return (await send("/mcp", { method: "POST", headers, body: JSON.stringify(message) })).json();
}

const countOf = (list, one) => list.filter((other) => other === one).length;

describe("a file that is missing", () => {
  test("does not make the Worker open the index again and again", async (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const { state, send } = made();
    assert.equal((await send("/status")).status, 200);
    state.files = new Map([[HEAD, shards.get(HEAD)]]);
    for (let count = 0; count < 5; count++) {
      const response = await send(QUERY);
      assert.equal(response.status, 503);
      assert.equal(response.headers.get("retry-after"), "5");
    }
    // Once to open it, once to see whether it is another one.
    assert.equal(countOf(state.reads, HEAD), 2);
    assert.match(state.errors[0].message, /not all of it is there/);
    context.mock.timers.tick(5001);
    assert.equal((await send(QUERY)).status, 503);
    assert.equal(countOf(state.reads, HEAD), 3);
    // What it has still answers, and so does all once the file is there.
    assert.equal((await send("/status")).status, 200);
    state.files = shards;
    assert.equal((await send(QUERY)).status, 200);
    assert.equal(countOf(state.reads, HEAD), 3);
  });

  test("is looked for once by requests at the same time", async () => {
    const { state, send } = made();
    await send("/status");
    state.files = new Map([[HEAD, shards.get(HEAD)]]);
    const all = await Promise.all(Array.from({ length: 10 }, () => send(QUERY)));
    assert.deepEqual(all.map(({ status }) => status), Array(10).fill(503));
    assert.equal(countOf(state.reads, HEAD), 2);
  });
});

describe("an index that was replaced", () => {
  test("is opened once for requests at the same time", async () => {
    const { state, send } = made();
    await send("/status");
    state.files = others;
    const all = await Promise.all(Array.from({ length: 10 }, () => send(QUERY)));
    for (const response of all) {
      assert.deepEqual((await response.json()).data.results.map(({ document_id }) => document_id), ["page.md"]);
    }
    assert.equal(countOf(state.reads, HEAD), 2);
  });

  test("is what a language model is told of", async () => {
    const { state, send } = made();
    await send("/status");
    state.files = others;
    const { result } = await spoken(send, called("search_docs", { query: "install" }));
    assert.deepEqual(result.structuredContent.passages.map(({ id }) => id), ["page.md#1.0"]);
  });
});

describe("the files that a request may read", () => {
  const limits = { files: 20 };
  const query = "install linux colours config";

  test("are those of all its searches together", async () => {
    const { state, send } = made({ limits, cacheBytes: 0 });
    const batch = Array.from({ length: 20 }, (_, id) => called("search_docs", { query }, id));
    const answers = await spoken(send, batch);
    assert.ok(answers[0].result.structuredContent.passages.length > 0);
    assert.equal(answers.length, 20);
    const count = state.reads.filter((name) => name !== HEAD).length;
    assert.ok(count > 0 && count <= limits.files, String(count));
    // Another request has its own.
    assert.equal((await send(`/search?q=${encodeURIComponent(query)}`)).status, 200);
  });
});
