import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { Builder, PACKAGE, PAGES, built, explore, failure, open, packaged, serving } from "./support.mjs";

describe("open", () => {
  let bytes;
  let folder;

  before(async () => {
    bytes = await built(PAGES);
    folder = await mkdtemp(join(tmpdir(), "kindex-"));
  });

  after(() => rm(folder, { recursive: true }));

  async function finds(source, options) {
    const index = await open(source, options);
    assert.equal(index.search("installer").hits[0].document, "install.md");
    index.close();
  }

  test("takes bytes in any shape", async () => {
    await finds(bytes);
    await finds(bytes.slice().buffer);
    await finds(Buffer.from(bytes));
    const padded = new Uint8Array(bytes.length + 20);
    padded.set(bytes, 10);
    await finds(new DataView(padded.buffer, 10, bytes.length));
    await finds(Promise.resolve(bytes));
  });

  test("copies the bytes", async () => {
    const own = bytes.slice();
    const index = await explore(own);
    own.fill(0);
    assert.equal(index.search("installer").total, 1);
    index.verify();
  });

  test("takes paths and file URLs", async () => {
    const path = join(folder, "index.kdx");
    await writeFile(path, bytes);
    await finds(path);
    await finds(pathToFileURL(path));
    await finds(pathToFileURL(path).href);
    await assert.rejects(open(join(folder, "none.kdx")), failure("read_failed", /^cannot read \S+none\.kdx: no such file or directory$/));
    await assert.rejects(open(folder), failure("read_failed", /it is a folder; .* ends in \//));
  });

  test("knows its options", async () => {
    const { open: openBuilt } = await import(new URL("build.js", PACKAGE));
    const refused = [
      [open, { wrker: true }, /^there is no option wrker, but worker; accepted are wasm, cacheBytes, coalesce, worker$/],
      [open, { worker: true, casheByte: 9 }, /no option casheByte, but cacheBytes;/],
      [open, { mode: "fast" }, /^there is no option mode; accepted are wasm,/],
      [open, { wsm: undefined, x: 1 }, /^there is no option x; accepted/],
      [open, { worker: "yes" }, /^worker: accepted are true and false$/],
      [open, { cacheBytes: "many" }, /^cacheBytes: accepted are numbers from 0$/],
      [open, "worker", /^options: accepted is an object$/],
      [explore, { tenant: "acme" }, /^there is no option tenant; accepted are wasm, cacheBytes, coalesce$/],
      [explore, { worker: true }, /^there is no option worker;/],
      [openBuilt, { wsm: true }, /no option wsm, but wasm;/],
    ];
    for (const [opens, options, message] of refused) {
      for (const source of [bytes, "folder/", () => bytes]) await assert.rejects(opens(source, options), failure("invalid_option", message));
    }
    for (const options of [null, {}, { worker: false }, { wasm: undefined, cacheBytes: null, wrker: undefined }]) await finds(bytes, options);
  });

  test("takes responses and blobs", async () => {
    await finds(new Response(bytes));
    await finds(new Blob([bytes]));
    const missing = new Response("", { status: 404 });
    await assert.rejects(open(missing), failure("fetch_failed", /404/));
  });

  test("fetches, and says what failed", async () => {
    const answers = {
      "/index.kdx": (response) => response.end(bytes),
      "/signed.kdx?by=ab/": (response) => response.end(bytes),
      "/broken": (response) => response.writeHead(500).end("<html>"),
      "/page": (response) => response.end("<!doctype html><title>Not found</title>"),
      "/cut": (response) => {
        response.writeHead(200, { "content-length": "100000" });
        response.write(bytes.slice(0, 50), () => response.destroy());
      },
    };
    await serving(answers, async (base) => {
      await finds(`${base}/index.kdx`);
      await finds(new URL("/index.kdx", base));
      // A file whose address has a signature is no folder.
      await finds(new URL("/signed.kdx?by=ab/", base));
      await finds(fetch(`${base}/index.kdx`));
      await assert.rejects(open(`${base}/broken`), (error) => {
        assert.equal(error.status, 500);
        assert.equal(error.url, `${base}/broken`);
        return failure("fetch_failed")(error);
      });
      await assert.rejects(open(`${base}/cut`), failure("fetch_failed"));
      await assert.rejects(open(`${base}/page`), failure("not_an_index"));
    });
    await assert.rejects(open("http://127.0.0.1:1/index.kdx"), failure("fetch_failed"));
  });

  test("refuses what is no source", async () => {
    for (const source of [undefined, null, 7, {}, []]) {
      await assert.rejects(open(source), failure("invalid_argument", /source/));
    }
  });

  test("says that bytes were transferred which were given away", async () => {
    const copy = new Uint8Array(bytes);
    const view = new DataView(copy.buffer);
    structuredClone(copy.buffer, { transfer: [copy.buffer] });
    for (const source of [copy.buffer, copy, view, Promise.resolve(copy.buffer)]) {
      for (const opens of [open, explore]) {
        await assert.rejects(opens(source), failure("invalid_argument", /bytes were transferred/));
        await assert.rejects(opens(async () => source), failure("invalid_argument", /bytes were transferred/));
      }
      await assert.rejects(open(source, { worker: true }), failure("invalid_argument", /bytes were transferred/));
    }
    const builder = await Builder.create();
    assert.throws(() => builder.addFile("a.md", copy.buffer), failure("invalid_argument", /bytes were transferred/));
  });

  test("inflates no more than the header says that there is", async () => {
    const nothing = new Uint8Array(64 << 20);
    // A gigabyte of nothing behind an index takes a megabyte, and is none of it.
    const many = new Array(16).fill(gzipSync(nothing, { level: 1 }));
    const more = Buffer.concat([gzipSync(bytes), ...many]);
    const before = process.resourceUsage().maxRSS;
    for (const opens of [open, explore]) {
      await assert.rejects(opens(more), failure("corrupt"));
      await assert.rejects(opens(Buffer.concat(many)), failure("not_an_index"));
    }
    const grown = (process.resourceUsage().maxRSS - before) / 1024;
    assert.ok(grown < 256, `it took ${grown} MiB more`);
    await finds(gzipSync(bytes));
  });

  test("closes once and for all", async () => {
    const index = await explore(bytes);
    index.close();
    index.close();
    const calls = [
      () => index.search("installer"),
      () => index.stats(),
      () => index.verify(),
      () => index.chunk("install.md#0.0"),
      () => index.documents(),
    ];
    for (const call of calls) assert.throws(call, failure("closed"));
  });

  test("tells what it holds", async () => {
    const stats = (await explore(bytes)).stats();
    assert.equal(stats.bytes, bytes.length);
    assert.equal(stats.documents, 2);
    assert.equal(stats.language, "en");
    assert.equal(stats.unit, "characters");
    assert.deepEqual(stats.levels, [
      { size: 500, overlap: 0, chunks: 2 },
      { size: 2000, overlap: 0, chunks: 2 },
    ]);
    const sections = stats.sections.reduce((sum, section) => sum + section.bytes, 0);
    assert.ok(sections > 0 && sections < bytes.length);
  });
});

describe("the WebAssembly module", () => {
  let count = 0;

  /** The package anew, without the module that others have loaded. */
  async function fresh() {
    count += 1;
    const glue = await import(new URL(`page/page.js?${count}`, PACKAGE));
    const { engine } = await import(new URL("engine/engine.js", PACKAGE));
    const { Index, opener } = await import(new URL("index/file-index.js", PACKAGE));
    return opener(engine(glue, () => new URL("page/page_bg.wasm", PACKAGE)), Index);
  }

  test("can be given as module, bytes, URL and response", async () => {
    const bytes = await built(PAGES);
    const wasm = packaged("page/page_bg.wasm");
    const answers = {
      "/right.wasm": (response) =>
        response.writeHead(200, { "content-type": "application/wasm" }).end(wasm),
      "/wrong.wasm": (response) =>
        response.writeHead(200, { "content-type": "text/plain" }).end(wasm),
    };
    await serving(answers, async (base) => {
      const sources = [
        new WebAssembly.Module(wasm),
        wasm,
        `${base}/right.wasm`,
        fetch(`${base}/wrong.wasm`),
        undefined,
      ];
      for (const source of sources) {
        const index = await (await fresh())(bytes, { wasm: source });
        assert.equal(index.search("installer").total, 1);
      }
    });
  });

  test("is tried again after it failed", async () => {
    const bytes = await built(PAGES);
    const open = await fresh();
    await assert.rejects(open(bytes, { wasm: new Uint8Array(8) }), failure("wasm_failed"));
    await assert.rejects(open(bytes, { wasm: stranger() }), failure("wasm_failed"));
    await serving({}, async (base) => {
      const missing = open(bytes, { wasm: `${base}/none.wasm` });
      await assert.rejects(missing, failure("fetch_failed", /404/));
    });
    assert.equal((await open(bytes)).search("installer").total, 1);
  });

  /** A module that imports a function `y` of a module `x`, which nobody has. */
  function stranger() {
    const head = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    const types = [1, 4, 1, 0x60, 0, 0];
    const imports = [2, 7, 1, 1, 0x78, 1, 0x79, 0, 0];
    return new WebAssembly.Module(new Uint8Array([...head, ...types, ...imports]));
  }

  test("is loaded once for many", async () => {
    const bytes = await built(PAGES);
    const open = await fresh();
    const indexes = await Promise.all([open(bytes), open(bytes), open(bytes)]);
    for (const index of indexes) assert.equal(index.search("installer").total, 1);
  });
});
