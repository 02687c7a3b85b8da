// The servers of the Model Context Protocol answer for several indexes what tests/mcp/several.json has. The native
// command does in crates/cli/tests/cli/mcp_several.rs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { NATIVE, run } from "./cli-support.mjs";
import { call, createMcp, inWords, serverOf } from "./mcp-support.mjs";
import { BUILT, builtIndexes, indexes, openAll, reading, servers, severalServer } from "./mcp-several-support.mjs";
import { PACKAGE, explore, failure, open } from "./support.mjs";
import { serving, started } from "./worker/support.mjs";

const { createWorker } = await import(new URL("worker.js", PACKAGE));

let folder;
before(async () => (folder = await builtIndexes()));
after(() => rm(folder, { recursive: true }));

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const LISTED = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** As text, so that the order of keys counts too. */
const checkCases = async (ask, cases, meant = (answer) => answer) => {
  for (const { why, request, answer } of cases) assert.equal(JSON.stringify(await ask(request)), JSON.stringify(meant(answer)), why);
};

for (const { names, cases } of servers) {
  describe(`answers for ${names.join(", ")}`, () => {
    let index;
    before(async () => (index = await openAll(folder, names)));
    after(() => index.close());

    test("are those of the file", () => checkCases(severalServer(index).handle, cases));

    test("are words alone where no data are asked for", () => checkCases(severalServer(index, { structured: false }).handle, cases, inWords));

    test("are the same where the indexes come later, whether or not their names are said", async () => {
      for (const options of [{ index: Promise.resolve(index) }, { index: () => index }, { index: async () => index, docs: names }]) {
        await checkCases(severalServer(index, options).handle, cases);
      }
    });

    test("are the same of a Worker", async () => {
      const read = reading(folder);
      const source = names.map((name) => ({ name, source: { path: indexes[name].out, read } }));
      const worker = createWorker({ source, onError: () => {}, mcp: mounted });
      await checkCases(asking((init) => worker.fetch(new Request("http://localhost/mcp", init))), cases);
    });

    test("are the same in workerd", async () => {
      const source = names.map((name) => `{ name: "${name}", source: assets("/${indexes[name].out}") }`);
      const config = `source: [${source}], onError: () => {}, mcp: ${mounted.toString().replace("BUILT", JSON.stringify(BUILT))}`;
      const worker = started(config, { assets: { directory: folder, binding: "ASSETS", routerConfig: { has_user_worker: true } } });
      await serving(worker, (send) => checkCases(asking((init) => send("/mcp", init)), cases));
    });
  });
}

/** Mounts a server that is called as those of the other tests are. */
const mounted = ({ title: _, ...options }) => createMcp({ ...options, structured: true, built: BUILT });

/** The function that asks by HTTP. */
const asking = (send) => async (request) => {
  const { [VERSION_KEY]: version = "2025-11-25" } = request.params?._meta ?? {};
  const headers = { "content-type": "application/json", "mcp-protocol-version": version, "mcp-method": request.method };
  return (await send({ method: "POST", headers, body: JSON.stringify(request) })).json();
};

describe("several indexes", () => {
  /** Three of which files can be taken away. */
  async function leaving() {
    const lost = new Set();
    const read = reading(folder);
    const srcOf = (out) => async (file) => {
      const path = out.endsWith("/") ? out + file : out;
      return [...lost].some((one) => path.startsWith(one) && path.endsWith(".kds")) ? null : read(path);
    };
    const { names } = servers[0];
    const index = await explore(names.map((name) => ({ src: srcOf(indexes[name].out), label: name })), { cacheBytes: 0 });
    const heard = [];
    return { lost, heard, server: severalServer(index, { onError: (error) => heard.push(error.message) }) };
  }

  for (const [tool, args, key] of [
    ["search_docs", { query: "pebble" }, "not_searched"],
    ["grep_docs", { pattern: "pebble" }, "not_searched"],
    ["list_docs", {}, "not_loaded"],
  ]) {
    test(`answer without one of which files are gone: ${tool}`, async () => {
      const { lost, heard, server } = await leaving();
      lost.add("react/");
      const { structuredContent, text } = await call(server, tool, args);
      assert.deepEqual(structuredContent[key], ["react"], text);
      assert.match(text, /react\./);
      assert.ok(!text.includes("react::"), text);
      assert.equal(heard.length, 1);
      assert.match(heard[0], /^react: .*\.kds/);
      lost.clear();
      assert.equal((await call(server, tool, args)).structuredContent[key], undefined);
    });
  }

  test("answer in a Worker without one of which files are gone, and say why once for each question", async () => {
    const read = reading(folder);
    let isGone = true;
    const gone = async (path) => (isGone && path.endsWith(".kds") ? null : read(path));
    const source = servers[0].names.map((name) => ({ name, source: { path: indexes[name].out, read: gone } }));
    const heard = [];
    const worker = createWorker({ source, onError: ({ message }) => heard.push(message), mcp: mounted });
    const ask = asking((init) => worker.fetch(new Request("http://localhost/mcp", init)));
    const answered = async (name, args) => (await ask({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } })).result;
    const search = () => answered("search_docs", { query: "pebble" });
    assert.deepEqual((await search()).structuredContent.not_searched, ["react"]);
    assert.deepEqual((await answered("grep_docs", { pattern: "pebble" })).structuredContent.not_searched, ["react"]);
    const { content, isError } = await answered("read_page", { url: "react::start.md" });
    assert.deepEqual([isError, content[0].text], [true, "react cannot be loaded at the moment; there are vue, notes"]);
    assert.equal(heard.length, 3, heard.join("\n"));
    for (const message of heard) assert.match(message, /react/);
    isGone = false;
    assert.equal((await search()).structuredContent.not_searched, undefined);
  });

  test("say once why one is not open, and again when that is for another reason", async () => {
    const src = readFileSync(`${folder}/vue.kdx`);
    const group = await explore([{ src, label: "vue" }, { src: async () => null, label: "gone" }]);
    const other = await explore([{ src, label: "vue" }, { src: src.subarray(0, 100), label: "gone" }]);
    assert.deepEqual(group.errors.map((error) => error?.code), [undefined, "missing_file"]);
    const heard = [];
    let index = group;
    const server = severalServer(() => index, { onError: (error) => heard.push(error) });
    for (const args of [{ query: "pebble" }, { query: "marble" }]) await call(server, "search_docs", args);
    await call(server, "list_docs", {});
    assert.equal(heard.length, 1, heard.join());
    assert.match(heard[0].message, /^gone: /);
    assert.deepEqual([heard[0].code, heard[0].cause], ["missing_file", group.errors[1]]);
    index = other;
    await call(server, "grep_docs", { pattern: "pebble" });
    await call(server, "list_docs", {});
    assert.deepEqual(heard.map(({ code }) => code), ["missing_file", "truncated"]);
  });

  test("say of one whose files are gone that it is, and read of the others", async () => {
    const { lost, server } = await leaving();
    lost.add("react/");
    const said = await call(server, "read_page", { url: "react::start.md" });
    assert.deepEqual([said.isError, said.text], [true, "react cannot be loaded at the moment; there are vue, notes"]);
    assert.equal((await call(server, "read_page", { url: "own-vue" })).structuredContent.id, "vue::own-vue.md");
    const params = { uri: "kindex://pages/react%3A%3Astart.md" };
    const { error } = await server.handle({ jsonrpc: "2.0", id: 1, method: "resources/read", params });
    assert.equal(error.message, "there is no such resource");
  });

  test("list pages as resources on, whichever others come or go meanwhile", async () => {
    const pages = async (name) => {
      const file = join(folder, `${name}.jsonl`);
      await writeFile(file, Array.from({ length: 70 }, (_, at) => JSON.stringify({ id: `${name}${at}`, title: "a", text: "b" })).join("\n"));
      await run(NATIVE, ["build", file, "-q", "-o", `${file}.kdx`]);
      return readFileSync(`${file}.kdx`);
    };
    const [one, two] = [await pages("one"), await pages("two")];
    const opened = (first) => explore([{ src: first, label: "one" }, { src: two, label: "two" }]);
    const [both, rest] = [await opened(one), await opened(async () => null)];
    let index = both;
    const server = severalServer(() => index);
    const listed = async (cursor) => (await server.handle({ jsonrpc: "2.0", id: 1, method: "resources/list", params: { cursor } })).result;
    const { resources, nextCursor } = await listed();
    assert.deepEqual([resources.length, nextCursor], [101, "two::30"]);
    const last = await listed(nextCursor);
    assert.deepEqual([last.resources.length, last.nextCursor, last._meta], [40, undefined, undefined]);
    assert.equal(new Set([...resources, ...last.resources].map(({ uri }) => uri)).size, 141);
    index = rest;
    const without = await listed(nextCursor);
    assert.deepEqual([without.resources, without._meta], [last.resources, { not_loaded: ["one"] }]);
  });

  test("of which none can be had are an error of which no more than the code is told", async () => {
    const index = await openAll(folder, servers[0].names);
    const heard = [];
    const server = severalServer(index, { onError: (error) => heard.push(error.code) });
    index.close();
    for (const [name, args] of [["search_docs", { query: "a" }], ["list_pages", {}]]) {
      const { error } = await server.handle({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
      assert.deepEqual(error, { code: -32603, message: "the index cannot be used (closed)" });
    }
    assert.equal(heard.at(-1), "closed");
    assert.ok(heard.every((code) => code === "closed"), heard.join());
  });

  test("are built when each was", async () => {
    const index = await openAll(folder, servers[0].names);
    const { structuredContent } = await call(severalServer(index, { built: { vue: "in May", notes: "in\nJune" } }), "list_docs", {});
    assert.deepEqual(structuredContent.docs.map(({ built }) => built), ["in May", undefined, "in June"]);
  });

  test("have their titles looked for once, and then the page of each looked at", async () => {
    const src = readFileSync(`${folder}/vue.kdx`);
    const [one, two] = [await explore(src), await explore(src)];
    const limits = [];
    const { pages } = one;
    one.pages = (...args) => (limits.push(args[0].limit), pages.apply(one, args));
    const server = severalServer({ labels: ["one", "two"], indexes: [one, two], search: async () => ({ hits: [] }) });
    for (let count = 0; count < 3; count++) {
      const { structuredContent } = await call(server, "list_docs", {});
      assert.deepEqual(structuredContent.docs.map(({ title }) => title), ['Vue "3"', 'Vue "3"']);
    }
    assert.deepEqual(limits, [2 ** 32 - 1, 1, 1]);
  });

  test("are built when it is said by their names, and no others", async () => {
    const src = readFileSync(`${folder}/vue.kdx`);
    const named = await explore([{ src, label: "constructor" }, { src, label: "toString" }]);
    const { structuredContent } = await call(severalServer(named, { built: { toString: "in May" } }), "list_docs", {});
    assert.deepEqual(structuredContent.docs.map(({ built }) => built), [undefined, "in May"]);
    const one = await explore(src);
    for (const [index, built, message] of [
      [named, { vue: "in May" }, /^built: there is no index vue; there are constructor, toString$/],
      [one, {}, /^built: accepted for one index are strings$/],
      [await explore([{ src, label: "vue" }]), { vue: "in May" }, /^built: accepted for one/],
    ]) {
      assert.throws(() => createMcp({ index, built }), failure("invalid_option", message));
      const heard = [];
      const later = createMcp({ index: async () => index, built, onError: (error) => heard.push(error.message) });
      const { error } = await later.handle({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_docs" } });
      assert.deepEqual(error, { code: -32603, message: "the index cannot be used (invalid_option)" });
      assert.match(heard[0], message);
    }
  });

  test("in one are one without a name, to the order of keys", async () => {
    const { names: [name] } = servers[0];
    const one = await explore(readFileSync(`${folder}/${indexes[name].out}`));
    const group = await openAll(folder, [name]);
    const [alone, grouped] = [await serverOf(undefined, { index: one }), severalServer(group, { built: undefined })];
    for (const [at, { request }] of servers[0].cases.entries()) {
      assert.equal(JSON.stringify(await grouped.handle(request)), JSON.stringify(await alone.handle(request)), at);
    }
    assert.ok(!JSON.stringify(await grouped.handle(LISTED)).includes("Only these documentations"));
  });

  test("need names, which are those that are said, and no embedder", async () => {
    const index = await openAll(folder, ["vue", "notes"]);
    const src = readFileSync(`${folder}/vue.kdx`);
    const nameless = await explore([src, src]);
    assert.throws(() => createMcp({ index: nameless }), failure("invalid_argument", /^index: .*label/));
    const searched = await open([{ src, label: "a" }, { src, label: "b" }]);
    assert.throws(() => createMcp({ index: searched }), failure("invalid_argument", /this one can only be searched/));
    assert.throws(() => createMcp({ index, docs: ["vue"] }), failure("invalid_argument", /^index: accepted is one index/));
    assert.throws(() => createMcp({ index, docs: ["vue", "react"] }), failure("invalid_argument", /^index: .*vue, react, which docs names/));
    for (const docs of [["a", "a"], ["a b"], "vue", ["a::b"]]) assert.throws(() => createMcp({ index, docs }), failure("invalid_option", /^docs: accepted /));
    assert.throws(() => createMcp({ index, embed: () => [1] }), failure("invalid_option", /^embed: several indexes/));
    const heard = [];
    const later = createMcp({ index: async () => index, embed: () => [1], onError: (error) => heard.push(error.message) });
    const { error } = await later.handle(servers[0].cases.at(-1).request);
    assert.deepEqual(error, { code: -32603, message: "the index cannot be used (invalid_option)" });
    assert.match(heard[0], /^embed: several indexes/);
  });

  test("that do not come are told of as one, until they do", async () => {
    const index = await openAll(folder, ["vue", "notes"]);
    let isThere = false;
    const heard = [];
    const server = createMcp({
      onError: ({ message }) => heard.push(message),
      index: async () => {
        if (!isThere) throw new Error("not yet");
        return index;
      },
    });
    const named = async () => JSON.stringify(await server.handle(LISTED)).includes("vue, notes");
    assert.equal(await named(), false);
    assert.deepEqual(heard, ["not yet"]);
    isThere = true;
    assert.equal(await named(), true);
    assert.equal(heard.length, 1);
  });

  test("that cannot be served are an error before a tool is called", async () => {
    const index = await openAll(folder, ["vue", "notes"]);
    const searched = await open(readFileSync(`${folder}/vue.kdx`));
    for (const [options, message] of [
      [{ index: async () => index, embed: () => [1] }, /^embed: several indexes/],
      [{ index: async () => searched }, /this one can only be searched/],
    ]) {
      const heard = [];
      const server = createMcp({ ...options, onError: (error) => heard.push(error.message) });
      for (const [method, params] of [["initialize", { protocolVersion: "2025-11-25" }], ["tools/list", {}]]) {
        const { error } = await server.handle({ jsonrpc: "2.0", id: 1, method, params });
        assert.match(error.message, /^the index cannot be used \(invalid_/);
      }
      assert.equal(heard.length, 2);
      for (const one of heard) assert.match(one, message);
    }
  });

  test("that come later are not waited for where it is said which they are", async () => {
    const never = new Promise(() => {});
    for (const docs of [[], ["vue"], ["vue", "notes"]]) {
      const server = createMcp({ index: () => never, docs });
      const { result } = await server.handle(LISTED);
      assert.equal(JSON.stringify(result).includes("vue, notes"), docs.length > 1);
    }
  });
});
