// kindex/worker with an index in several files, of which some are missing, replaced, or too many.
import assert from "node:assert/strict";
import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { kindex } from "../browser/support.mjs";
import { PACKAGE, built } from "./support.mjs";

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
  const state = { files: shards, reads: [], errors: [], requests: [] };
  const read = async (path) => {
    const name = path.slice("docs/".length);
    state.reads.push(name);
    return state.files.get(name);
  };
  const onError = (error, { requestId }) => {
    state.errors.push(error);
    state.requests.push(requestId);
  };
  const worker = createWorker({ source: { path: "docs/", read }, onError, mcp: (mount) => createMcp({ ...mount, structured: true }), ...options });
  return { state, send: (path, init) => worker.fetch(new Request(`http://localhost${path}`, init)) };
}

const QUERY = "/search?q=install+page+search";

const called = (name, given, id = 1) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given } });

function spoke(send, message) {
  const headers = { "content-type": "application/json" };
  return send("/mcp", { method: "POST", headers, body: JSON.stringify(message) });
}

const spoken = async (send, message) => (await spoke(send, message)).json();

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
    // It answers from the files that it still has, and answers all once the file is there.
    assert.equal((await send("/status")).status, 200);
    state.files = shards;
    assert.equal((await send(QUERY)).status, 200);
    assert.equal(countOf(state.reads, HEAD), 3);
  });

  test("is told to the log, also where a language model asked", async () => {
    const { state, send } = made();
    state.files = new Map([[HEAD, shards.get(HEAD)]]);
    for (const message of [called("search_docs", { query: "install" }), { jsonrpc: "2.0", id: 1, method: "resources/list" }]) {
      const response = await spoke(send, message);
      assert.equal((await response.json()).error.code, -32603);
      assert.match(state.errors.pop().message, /not all of it is there/);
      assert.equal(state.requests.pop(), response.headers.get("x-request-id"));
      assert.deepEqual(state.errors, []);
    }
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
  const TOO_MUCH = /^more of the index is needed .* ask for less at once; in searches leave out filters, phrases/;
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

  test("are too few: the answer says what to do, and what was read is kept", async () => {
    const { state, send } = made({ limits: { files: 4 } });
    const path = `/search?q=${encodeURIComponent(query)}`;
    const response = await send(path);
    assert.equal(response.status, 400);
    assert.match((await response.json()).detail, /^More of the index is needed than may be read for one request: ask for less/);
    assert.deepEqual(state.errors, []);
    let status = 400;
    for (let count = 0; count < 10 && status === 400; count++) ({ status } = await send(path));
    assert.equal(status, 200);
    assert.equal(new Set(state.reads).size, state.reads.length);
  });

  test("are those of all that it reads", async () => {
    const { state, send } = made({ limits, cacheBytes: 0 });
    const pages = (await (await send("/documents")).json()).data.documents;
    state.reads.length = 0;
    const batch = Array.from({ length: 20 }, (_, id) => called("read_page", { url: pages[id % pages.length].id }, id));
    const answers = await spoken(send, batch);
    assert.ok(answers[0].result.structuredContent.text.length > 0);
    const refused = answers.filter(({ result }) => result.isError);
    assert.ok(refused.length > 0 && refused.every(({ result }) => TOO_MUCH.test(result.content[0].text)));
    assert.equal(state.reads.length, limits.files);
    assert.deepEqual(state.errors, []);
  });

  for (const path of ["/documents/index.md", "/chunks/index.md%230.0", "/chunks/index.md%230.0/hierarchy"]) {
    test(`are counted for ${path}`, async () => {
      const { state, send } = made({ cacheBytes: 0 });
      assert.equal((await send("/status")).status, 200);
      state.reads.length = 0;
      assert.equal((await send(path)).status, 200);
      const needed = state.reads.length;
      assert.ok(needed > 1);
      const few = made({ limits: { files: needed - 1 }, cacheBytes: 0 });
      assert.equal((await few.send(path)).status, 400);
    });
  }

  test("are too few: a language model is told what to do", async () => {
    const { state, send } = made({ limits: { files: 1 }, cacheBytes: 0 });
    const { result } = await spoken(send, called("search_docs", { query }));
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, TOO_MUCH);
    const reading = (id) => ({ jsonrpc: "2.0", id, method: "resources/read", params: { uri: "kindex://pages/index.md" } });
    const [, { error }] = await spoken(send, [reading(1), reading(2)]);
    assert.equal(error.code, -32603);
    assert.match(error.message, TOO_MUCH);
    assert.deepEqual(state.errors, []);
  });
});

describe("beginnings of one or two letters", () => {
  const ids = async (send, path) => (await (await send(path)).json()).data.results.map(({ id }) => id);
  const completions = async (send, path) => (await (await send(path)).json()).data.completions;

  test("are not looked for where the index has more files than a request may read", async () => {
    const { state, send } = made({ limits: { files: shards.size - 2 }, cacheBytes: 0 });
    await send("/status");
    for (const word of ["s", "in", "install in", "É", "9"]) {
      state.reads.length = 0;
      const path = `q=${encodeURIComponent(word)}`;
      assert.deepEqual(await completions(send, `/suggest?${path}`), [], word);
      assert.deepEqual(await ids(send, `/search?prefix=true&${path}`), await ids(send, `/search?${path}`), word);
    }
    assert.ok((await completions(send, "/suggest?q=ins")).includes("install"));
  });

  test("are not looked for in what language models ask either", async () => {
    const found = async (limits, query) => {
      const { send } = made({ limits, cacheBytes: 0 });
      const { result } = await spoken(send, called("search_docs", { query }));
      return result.structuredContent.passages.map(({ id }) => id);
    };
    const few = { files: shards.size - 2 };
    assert.deepEqual(await found(few, "in*"), await found(few, "in"));
    assert.deepEqual(await found(few, "+s* config*"), await found(few, "+s config*"));
    // With room for all files it is a beginning.
    assert.notDeepEqual(await found({ files: shards.size }, "in*"), await found(few, "in*"));
  });

  test("are where it has not, and in scripts where they may be words", async () => {
    const { send } = made({ limits: { files: shards.size - 1 } });
    assert.ok((await completions(send, "/suggest?q=in")).includes("install"));
    const { isTooShort } = await import(new URL("http/file-budget.js", PACKAGE));
    const short = ["s", "co", "a co", "(co", "\u043f\u0440", "e\u0301t", "1"];
    const long = ["", "con", "co ", "\u691c\u7d22", "\uac80\uc0c9", "ecole"];
    assert.deepEqual(short.filter((query) => !isTooShort(query, 41, 40)), []);
    assert.deepEqual(long.filter((query) => isTooShort(query, 41, 40)), []);
    assert.ok(!isTooShort("s", 40, 40));
  });
});

test("the keys that /filters lists are bounded", async () => {
  const meta = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`key${at}`, "x"]));
  const { state, send } = made({ limits: { page: 3 } });
  state.files = new Map([[HEAD, await built([{ id: "a", text: "A page.", meta }])]]);
  const { data } = await (await send("/filters?limit=1")).json();
  assert.deepEqual(data.filters.map(({ key }) => key), ["key0", "key1", "key2"]);
  assert.equal(data.left_out, 4);
});
