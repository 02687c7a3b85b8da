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
/** Names and bytes of the files of an index. */
let shards;

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
