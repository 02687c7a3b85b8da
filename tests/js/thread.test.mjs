// An index in another thread: the same answers, the same errors.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { kindex } from "../browser/support.mjs";
import { PACKAGE, KindexError, failure, open, packaged, serving } from "./support.mjs";

const run = promisify(execFile);

const CORPUS = fileURLToPath(new URL("../corpus", import.meta.url));
const QUERY = "deploy with rsync";

describe("an index in a thread", () => {
  let folder, bytes, wanted;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-thread-"));
    await kindex("build", CORPUS, "-o", join(folder, "search"), "--layout", "sharded", "-q");
    await kindex("build", CORPUS, "-o", join(folder, "site.kdx"), "-q");
    bytes = await readFile(join(folder, "site.kdx"));
    const index = await open(bytes);
    wanted = index.search(QUERY, { limit: 3 });
    index.close();
  });

  after(() => rm(folder, { recursive: true }));

  /** Opens, searches and closes. */
  async function answered(source, options) {
    const index = await open(source, { worker: true, ...options });
    const results = await index.search(QUERY, { limit: 3 });
    index.close();
    return results;
  }

  test("gives the same answers, whatever it is opened from", async () => {
    const path = join(folder, "site.kdx");
    const sources = [
      path,
      pathToFileURL(path),
      `${join(folder, "search")}/`,
      pathToFileURL(`${join(folder, "search")}/`),
      bytes,
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
      new Response(bytes),
      new Blob([bytes]),
      Promise.resolve(gzipSync(bytes)),
    ];
    for (const source of sources) assert.deepEqual(await answered(source), wanted);
    assert.ok(bytes.length > 0 && bytes[0] !== 0, "the caller keeps its bytes");
  });

  test("gives the same answers over the network", async () => {
    const answer = (response) => response.end(bytes);
    await serving({ "/site.kdx": answer }, async (address) => {
      assert.deepEqual(await answered(`${address}/site.kdx`), wanted);
      const missing = open(`${address}/nothing.kdx`, { worker: true });
      await assert.rejects(missing, { code: "fetch_failed", status: 404, url: `${address}/nothing.kdx` });
    });
  });

  test("takes the module that it is given", async () => {
    const module = packaged("page/page_bg.wasm");
    for (const wasm of [new WebAssembly.Module(module), new URL("page/page_bg.wasm", PACKAGE), module]) {
      assert.deepEqual(await answered(bytes, { wasm }), wanted);
    }
    await assert.rejects(open(bytes, { worker: true, wasm: new Uint8Array(8) }), failure("wasm_failed"));
  });

  test("fails with the codes that it fails with here", async () => {
    const head = await readFile(join(folder, "search", "index.kdx"));
    const sources = {
      not_an_index: new Uint8Array(9),
      read_failed: join(folder, "nothing.kdx"),
      corrupt: bytes.map((byte, i) => (i > bytes.length / 2 ? byte ^ 0x55 : byte)),
      unknown_flags: head,
    };
    for (const [code, source] of Object.entries(sources)) {
      const here = open(source).then((index) => index.search(QUERY));
      const there = open(source, { worker: true }).then((index) => index.search(QUERY));
      await assert.rejects(here, failure(code));
      await assert.rejects(there, failure(code));
    }
    await assert.rejects(open(() => bytes, { worker: true }), failure("invalid_argument"));
    const index = await open(bytes, { worker: true });
    await assert.rejects(index.search(QUERY, { limits: 3 }), failure("invalid_option", /limits, but limit;/));
    await assert.rejects(open(bytes, { worker: true, tenant: "acme" }), failure("invalid_option", /no option tenant/));
    await assert.rejects(index.search(QUERY, { limit: () => 3 }), failure("invalid_argument", /thread/));
    await assert.rejects(index.search(7), failure("invalid_argument"));
    assert.deepEqual(await index.search(QUERY, { limit: 3 }), wanted);
    index.close();
  });

  test("stops what is no longer wanted", async () => {
    const index = await open(bytes, { worker: true });
    const controller = new AbortController();
    const searches = Promise.allSettled([index.search(QUERY, { signal: controller.signal }), index.search(QUERY, { limit: 3 })]);
    controller.abort(new KindexError("closed", "mine"));
    const [stopped, other] = await searches;
    assert.equal(stopped.reason.message, "mine");
    assert.deepEqual(other.value, wanted);
    await assert.rejects(index.search(QUERY, { signal: AbortSignal.abort() }), { name: "AbortError" });
    index.close();
  });

  test("stops requests that nobody waits for", { timeout: 10_000 }, async () => {
    const files = {};
    let begun, stopped;
    const asked = new Promise((resolve) => (begun = resolve));
    const gone = new Promise((resolve) => (stopped = resolve));
    const hang = (response) => begun(response.on("close", stopped));
    files["/search/index.kdx"] = async (response) => response.end(await readFile(join(folder, "search", "index.kdx")));
    const hanging = new Proxy(files, { get: (all, url) => all[url] ?? hang });
    await serving(hanging, async (address) => {
      const index = await open(`${address}/search/`, { worker: true });
      const controller = new AbortController();
      const search = index.search(QUERY, { signal: controller.signal });
      asked.then(() => controller.abort());
      await assert.rejects(search, { name: "AbortError" });
      await gone;
      index.close();
    });
  });

  test("ends its thread when closed", async () => {
    const index = await open(bytes, { worker: true });
    const search = index.search(QUERY);
    index.close();
    index.close();
    await assert.rejects(search, failure("closed"));
    await assert.rejects(index.search(QUERY), failure("closed"));
  });

  test("lets the program end that does not close it", async () => {
    const script = join(folder, "script.mjs");
    await writeFile(
      script,
      `import { open } from ${JSON.stringify(new URL("index.min.js", PACKAGE))};
       const index = await open(process.argv[2], { worker: true });
       console.log((await index.search(${JSON.stringify(QUERY)})).hits[0].document);`,
    );
    const options = { timeout: 20_000 };
    const { stdout } = await run(process.execPath, [script, join(folder, "site.kdx")], options);
    assert.equal(stdout, `${wanted.hits[0].document}\n`);
  });

  test("says that its script cannot be loaded", async () => {
    const script = packaged("threaded.min.js").toString().replaceAll("./thread.min.js", "./nothing.js");
    await writeFile(join(folder, "broken.mjs"), script);
    const broken = await import(pathToFileURL(join(folder, "broken.mjs")));
    await assert.rejects(broken.open(bytes, { worker: true }), failure("thread_failed", /cannot start the thread/));
  });
});
