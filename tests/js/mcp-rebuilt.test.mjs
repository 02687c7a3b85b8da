// Servers of the Model Context Protocol that hold an index while it is built anew.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { kindex } from "../browser/support.mjs";
import { PROGRAMS, call, createMcp } from "./mcp-support.mjs";
import { PACKAGE, explore } from "./support.mjs";

const { latest } = await import(new URL("node.js", PACKAGE));

/** Each page has a word of its own, so that a query needs a file that no other has loaded. */
const page = (word, at) => `${JSON.stringify({ id: `p${at}`, url: `/p${at}`, title: `Page ${at} of ${word}`, text: `The ${word} one has apple${at}.` })}\n`;

/** A running server, which is asked one thing after another. */
class Running {
  /** What it said besides its answers. */
  errors = "";
  #child;
  #lines;

  constructor({ command, args }, index) {
    this.#child = spawn(command, [...args, index]);
    this.#child.stderr.setEncoding("utf8").on("data", (text) => (this.errors += text));
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  /** The text that a tool answers with, or the error. */
  async call(name, args) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } })}\n`);
    const { value } = await this.#lines.next();
    const { result, error } = JSON.parse(value);
    return error ? `error ${JSON.stringify(error)}` : result.content[0].text;
  }

  async end() {
    this.#child.stdin.end();
    await once(this.#child, "close");
  }
}

describe("an index that is built anew", () => {
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-mcp-rebuilt-"));
    for (const [word, count] of [["older", 40], ["newer", 45]]) {
      await writeFile(join(folder, `${word}.jsonl`), Array.from({ length: count }, (_, at) => page(word, at)).join(""));
    }
  });

  after(() => rm(folder, { recursive: true }));

  const LAYOUTS = { "in one file": ["site.kdx"], "in several files": ["search", "--layout", "sharded"] };

  for (const [program, how] of Object.entries(PROGRAMS)) {
    for (const [layout, [name, ...flags]] of Object.entries(LAYOUTS)) {
      test(`is answered from: ${program}, ${layout}`, { timeout: 30_000 }, async (t) => {
        const output = join(folder, name);
        const build = (word) => kindex("build", join(folder, `${word}.jsonl`), "-o", output, ...flags, "-q");
        await build("older");
        const server = new Running(how, output);
        t.after(() => server.end());
        assert.match(await server.call("search_docs", { query: "apple1" }), /Page 1 of older/);
        await build("newer");
        assert.match(await server.call("search_docs", { query: "apple21" }), /Page 21 of newer/);
        assert.match(await server.call("list_pages", {}), /Page 44 of newer/);
        // The last one answers where there is none, or half of one.
        await writeFile(name === "search" ? join(output, "index.kdx") : output, "half");
        for (const at of [21, 22]) assert.match(await server.call("search_docs", { query: `apple${at}` }), new RegExp(`Page ${at} of newer`));
        // Why is said once.
        if (program === "the native command") assert.match(server.errors, /^kindex: [^\n]*; the index that was opened before goes on\n$/);
        await build("older");
        assert.match(await server.call("search_docs", { query: "apple33" }), /Page 33 of older/);
        await rm(output, { recursive: true });
      });
    }
  }

  test("is answered from beside others, whichever it is, also if it comes later", async () => {
    const at = (name) => join(folder, name);
    const build = (word, name) => kindex("build", at(`${word}.jsonl`), "-o", at(name), "-q");
    await build("older", "a.kdx");
    const index = latest([{ src: at("a.kdx"), label: "a" }, { src: at("b.kdx"), label: "b" }], explore);
    const server = createMcp({ index, structured: true });
    const found = async (query) => {
      const { structuredContent } = await call(server, "search_docs", { query });
      return [...structuredContent.passages.map(({ docs, title }) => `${docs}: ${title}`), ...(structuredContent.not_searched ?? [])];
    };
    assert.deepEqual(await found("apple21"), ["a: Page 21 of older", "b"]);
    await build("newer", "b.kdx");
    assert.deepEqual((await found("apple21")).sort(), ["a: Page 21 of older", "b: Page 21 of newer"]);
    await build("newer", "a.kdx");
    assert.deepEqual((await found("apple21")).sort(), ["a: Page 21 of newer", "b: Page 21 of newer"]);
    assert.deepEqual(await found("older"), []);
  });

  test("is answered from beside others while it is gone, or half of it is there", async () => {
    const at = (name) => join(folder, name);
    const build = (word, name) => kindex("build", at(`${word}.jsonl`), "-o", at(name), "-q");
    await Promise.all([build("older", "c.kdx"), build("older", "d.kdx")]);
    const groups = [];
    const opening = async (sources) => {
      const group = await explore(sources);
      groups.push(group);
      return group;
    };
    const server = createMcp({ index: latest([{ src: at("c.kdx"), label: "c" }, { src: at("d.kdx"), label: "d" }], opening), structured: true });
    const found = async (query) => {
      const { structuredContent } = await call(server, "search_docs", { query });
      assert.equal(structuredContent.not_searched, undefined);
      return structuredContent.passages.map(({ docs, title }) => `${docs}: ${title}`).sort();
    };
    const older = ["c: Page 21 of older", "d: Page 21 of older"];
    assert.deepEqual(await found("apple21"), older);
    await rm(at("d.kdx"));
    assert.deepEqual(await found("apple21"), older);
    assert.equal(groups.length, 1, "nothing is opened in vain");
    await writeFile(at("d.kdx"), "half");
    for (let times = 0; times < 2; times++) assert.deepEqual(await found("apple21"), older);
    assert.equal(groups.length, 2, "the same half is tried once");
    await assert.rejects(groups[1].search("apple21"), { code: "closed" });
    await build("newer", "d.kdx");
    assert.deepEqual(await found("apple21"), ["c: Page 21 of older", "d: Page 21 of newer"]);
  });

  test("is answered from beside one that is broken, of which is told why", async () => {
    const at = (name) => join(folder, name);
    const build = (word, name) => kindex("build", at(`${word}.jsonl`), "-o", at(name), "-q");
    await Promise.all([build("older", "e.kdx"), build("older", "f.kdx")]);
    const errors = [];
    let opened = 0;
    const opening = (sources) => {
      opened++;
      return explore(sources);
    };
    const index = latest([{ src: at("e.kdx"), label: "e" }, { src: at("f.kdx"), label: "f" }], opening);
    const server = createMcp({ index, structured: true, onError: ({ message }) => errors.push(message) });
    const found = async () => {
      const { structuredContent } = await call(server, "search_docs", { query: "apple21" });
      return [...structuredContent.passages.map(({ docs, title }) => `${docs}: ${title}`).sort(), ...(structuredContent.not_searched ?? [])];
    };
    assert.deepEqual(await found(), ["e: Page 21 of older", "f: Page 21 of older"]);
    await Promise.all([build("newer", "e.kdx"), writeFile(at("f.kdx"), "half")]);
    for (let times = 0; times < 2; times++) assert.deepEqual(await found(), ["e: Page 21 of newer", "f"]);
    assert.equal(opened, 2);
    assert.equal(errors.length, 1);
    assert.match(errors[0], /^f: /);
    await rm(at("f.kdx"));
    await build("older", "e.kdx");
    assert.deepEqual(await found(), ["e: Page 21 of older", "f"], "nothing waits for what was not open");
    await build("newer", "f.kdx");
    assert.deepEqual(await found(), ["e: Page 21 of older", "f: Page 21 of newer"]);
  });

  test("is answered from beside one at an address", async (t) => {
    const at = (name) => join(folder, name);
    const build = (word, name) => kindex("build", at(`${word}.jsonl`), "-o", at(name), "-q");
    await Promise.all([build("older", "g.kdx"), build("older", "h.kdx")]);
    const file = await readFile(at("h.kdx"));
    const http = createServer((_, response) => response.end(file)).listen(0, "127.0.0.1");
    t.after(() => http.close());
    await once(http, "listening");
    const sources = [{ src: at("g.kdx"), label: "g" }, { src: `http://127.0.0.1:${http.address().port}/h.kdx`, label: "h" }];
    const server = createMcp({ index: latest(sources, explore), structured: true });
    const found = async () => {
      const { structuredContent } = await call(server, "search_docs", { query: "apple21" });
      return structuredContent.passages.map(({ docs, title }) => `${docs}: ${title}`).sort();
    };
    assert.deepEqual(await found(), ["g: Page 21 of older", "h: Page 21 of older"]);
    await build("newer", "g.kdx");
    assert.deepEqual(await found(), ["g: Page 21 of newer", "h: Page 21 of older"]);
  });

  test("has its new title where its files are replaced while it is open", async () => {
    const build = async (title, word, name) => {
      const first = { id: "p0", url: "/docs/", title, text: `The ${word} start.` };
      const rest = Array.from({ length: 40 }, (_, at) => ({ id: `q${at}`, url: `/docs/q${at}`, title: `Page ${at}`, text: `The ${word} one has apple${at}.` }));
      await writeFile(join(folder, "titles.jsonl"), [first, ...rest].map((record) => `${JSON.stringify(record)}\n`).join(""));
      await kindex("build", join(folder, "titles.jsonl"), "-o", join(folder, name), "--layout", "sharded", "-q");
    };
    await build("Guide 1", "older", "i");
    await build("Manual", "older", "j");
    const sources = ["i", "j"].map((label) => ({ src: `${join(folder, label)}/`, label }));
    const server = createMcp({ index: await explore(sources), structured: true });
    const titles = async () => (await call(server, "list_docs", {})).structuredContent.docs.map(({ title }) => title);
    for (let times = 0; times < 2; times++) assert.deepEqual(await titles(), ["Guide 1", "Manual"]);
    await build("Guide 2", "newer", "i");
    const { text } = await call(server, "search_docs", { query: "newer apple33", docs: ["i"] });
    assert.match(text, /newer one has apple33/);
    assert.deepEqual(await titles(), ["Guide 2", "Manual"]);
  });
});
