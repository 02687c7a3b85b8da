// kindex/worker with several sources, which answer as one index.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { kindex } from "../browser/support.mjs";
import { PACKAGE, PAGES, built, explore } from "./support.mjs";
import { answering, encoded, serving, source, started, whileLeaving } from "./worker/support.mjs";

const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));
const { createMcp } = await import(new URL("mcp.js", PACKAGE));
const { settingsOf } = await import(new URL("http/settings.js", PACKAGE));

const CORPUS = fileURLToPath(new URL("../corpus", import.meta.url));

const NAMES = ["first", "second", "third"];

const QUERIES = ["install page search", "configuration", "deploy", "theme -dark", "how do I move my site", "templates dates"];

let folder;
/** The bytes of files by their paths: two indexes in one file each, and one in several. */
let files;
/** The one index of all that is in these, and one that is cut in another way. */
let whole, other;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kindex-several-"));
  const at = (name) => join(folder, name);
  const entries = (await readdir(CORPUS)).sort();
  for (const part of NAMES) {
    await mkdir(at(part));
    for (const entry of entries.filter((_, number) => NAMES[number % 3] === part)) await cp(join(CORPUS, entry), join(at(part), entry), { recursive: true });
    await kindex("build", at(part), "--mergeable", "-o", at(`${part}.kdx`), "-q");
  }
  await kindex("build", at("third"), "--layout", "sharded", "-o", at("shards"), "-q");
  await kindex("merge", ...NAMES.map((part) => at(`${part}.kdx`)), "-o", at("whole.kdx"), "-q");
  whole = await explore(await readFile(at("whole.kdx")));
  other = await built(PAGES, { levels: [100, 300] });
  const shards = await readdir(at("shards"));
  const all = ["first.kdx", "second.kdx", ...shards.map((name) => `shards/${name}`)];
  files = new Map(await Promise.all(all.map(async (name) => [name.replace("shards/", "third/"), await readFile(at(name))])));
});

after(async () => {
  whole.close();
  await rm(folder, { recursive: true });
});

/** A message to /mcp that calls a tool. */
const calling = (name, args, headers = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
});

/** What a tool says. */
const said = async (response) => {
  const { result, error } = await response.json();
  assert.equal(error, undefined);
  return { text: result.content[0].text, isError: result.isError === true };
};

/** A Worker of three sources that reads from `state.files`, which a stamp tells apart. */
function made(options = {}, own = files) {
  const state = { files: new Map(own), reads: [], errors: [], stamp: 0 };
  const read = async (path) => {
    state.reads.push(path);
    return state.files.get(path);
  };
  const sourceAt = (path) => ({ path, read, stamp: () => state.stamp });
  const source = [sourceAt("first.kdx"), { name: "second", source: sourceAt("second.kdx") }, { name: "third", source: sourceAt("third/"), weight: 1 }];
  const worker = createWorker({ source, onError: (error) => state.errors.push(error), ...options });
  const send = (path, init) => worker.fetch(new Request(`http://localhost${path}`, init));
  const found = async (path, init) => {
    const response = await send(path, init);
    const body = await response.json();
    assert.equal(response.status, 200, JSON.stringify(body));
    return { ...body, headers: response.headers };
  };
  const refused = async (path, status, detail, init) => {
    const response = await send(path, init);
    assert.equal(response.status, status, path);
    assert.match((await response.json()).detail, detail);
  };
  const tool = async (name, args) => said(await send("/mcp", calling(name, args)));
  return { state, send, found, refused, tool, sourceAt };
}

const search = (query, more = "") => `/search?q=${encoded(query)}${more}`;

/** An id without the name of its index. */
const bare = (id) => id.replace(/^(first|second|third)::/, "");

describe("several sources", () => {
  test("answer what one index of all pages does", async () => {
    const { found, state } = made();
    for (const query of QUERIES) {
      const { data } = await found(search(query, "&limit=20&facets=tags"));
      const { hits, total, facets } = whole.search(query, { limit: 20, facets: ["tags"] });
      assert.ok(hits.length > 0, query);
      assert.deepEqual([data.total, data.unavailable], [total, []]);
      assert.deepEqual(data.results.map(({ id, score }) => [bare(id), score]), hits.map(({ id, score }) => [id, score]), query);
      assert.deepEqual(data.facets.tags.map(({ value, documents }) => [value, documents]), facets.tags);
    }
    assert.deepEqual(state.errors, []);
  });

  test("are told apart in results, whose addresses are as their index has them", async () => {
    const { found } = made();
    const { data } = await found(search("configuration", "&limit=30&group=true"));
    assert.deepEqual([...new Set(data.results.map(({ index }) => index))].sort(), NAMES);
    for (const one of data.results.flatMap((result) => [result, ...(result.more ?? [])])) {
      for (const id of [one.id, one.document_id, ...one.matched_child_ids]) assert.ok(id.startsWith(`${one.index}::`), id);
      const { url } = whole.document(bare(one.document_id));
      assert.equal(one.url.split("#")[0], url);
    }
  });

  test("are asked alone, or some of them", async () => {
    const { found, refused } = made();
    const indexesOf = async (more) => [...new Set((await found(search("configuration", `&limit=50${more}`))).data.results.map(({ index }) => index))].sort();
    assert.deepEqual(await indexesOf("&index=second"), ["second"]);
    assert.deepEqual(await indexesOf("&index=third&index=first"), ["first", "third"]);
    assert.deepEqual(await indexesOf("&index=second&index=second"), ["second"]);
    const alone = await explore(files.get("second.kdx"));
    const { data, meta } = await found(search("configuration", "&index=second"));
    const { hits, total } = alone.search("configuration");
    assert.deepEqual([data.total, data.results.map(({ id, score }) => [id, score])], [total, hits.map(({ id, score }) => [`second::${id}`, score])]);
    assert.match(meta.index_version, /^second=[\da-f]{8}-[\da-f]{8}$/);
    alone.close();
    for (const route of [search("a", "&index=fourth"), "/suggest?q=a&index=", search("a", "&index=first,second")]) {
      await refused(route, 400, /^index: accepted are first, second, third\.$/);
    }
    await refused(search("a", "&index=first".repeat(4)), 400, /^index: it may be given up to 3 times/);
    await refused("/documents?index=first", 400, /no parameter "index"/);
  });

  test("suggest how a query goes on in all of them", async () => {
    const { found } = made();
    // The order of completions is that of a group, which may be another one than that of a merged index.
    const group = await explore(["first.kdx", "second.kdx", "third/index.kdx"].map((path) => (name) => files.get(path.replace("index.kdx", name))));
    for (const query of ["conf", "instal", "configurtion"]) {
      const { completions = [], didYouMean = null } = await group.search(query, { prefix: true, completions: 5, limit: 0 });
      assert.ok(completions.length > 0 || didYouMean);
      assert.deepEqual((await found(`/suggest?q=${query}`)).data, { query, completions, did_you_mean: didYouMean, unavailable: [] });
    }
    group.close();
    const alone = await explore(files.get("first.kdx"));
    const [all, some] = await Promise.all(["", "&index=first"].map(async (more) => (await found(`/suggest?q=co&limit=20${more}`)).data.completions));
    assert.deepEqual(some, alone.search("co", { prefix: true, completions: 20, limit: 0 }).completions);
    assert.notDeepEqual(some, all);
    alone.close();
  });

  test("are led back to by the ids of every route", async () => {
    const { found, refused } = made();
    const { data } = await found(search("configuration", "&limit=10"));
    for (const { id, index, content, document_id } of data.results) {
      const chunk = (await found(`/chunks/${encoded(id)}`)).data;
      assert.deepEqual([chunk.id, chunk.index, chunk.content, chunk.document_id], [id, index, content, document_id]);
      const around = (await found(`/chunks/${encoded(id)}/hierarchy`)).data;
      assert.equal(around.chunk.content, content);
      for (const one of [...around.ancestors, ...around.children, ...around.siblings]) {
        assert.deepEqual([one.index, (await found(`/chunks/${encoded(one.id)}`)).data.content], [index, one.content]);
      }
      const { id: named, ...document } = (await found(`/documents/${encoded(document_id)}`)).data;
      const { id: own, url, title } = whole.document(bare(document_id));
      assert.deepEqual([named, document.index, document.url, document.title], [`${index}::${own}`, index, url, title]);
    }
    const [{ id, document_id }] = data.results;
    await refused(`/chunks/${encoded(bare(id))}`, 404, /^Nothing in the indexes has the id .*: ids begin with the name of one, as first::\.$/);
    await refused(`/chunks/${encoded(`fourth::${bare(id)}`)}`, 404, /ids begin with the name of one/);
    await refused(`/chunks/${encoded("first::nothing#0.0")}`, 404, /^Nothing in the index has the id nothing#0\.0\.$/);
    await refused(`/documents/${encoded(id)}`, 404, /that of a chunk belongs to \/chunks/);
    await refused(`/documents/${encoded(bare(document_id))}`, 404, /ids begin with the name of one/);
  });

  test("list the pages of one after another", async () => {
    const { found } = made();
    const ids = [];
    for (let from = 0; from !== null; ) {
      const { total, next, documents } = (await found(`/documents?limit=7&from=${from}`)).data;
      assert.equal(total, whole.stats().documents);
      ids.push(...documents.map(({ id, index }) => [id, index]));
      from = next;
    }
    assert.equal(ids.length, new Set(ids.map(([id]) => id)).size);
    assert.deepEqual(ids.map(([id]) => bare(id)).sort(), whole.documents().sort());
    assert.deepEqual([...new Set(ids.map(([, index]) => index))], NAMES);
    const [id] = ids.find(([, index]) => index === "third");
    const { url } = (await found(`/documents/${encoded(id)}`)).data;
    for (const prefix of [`third::${url}`, "third::"]) {
      const { documents } = (await found(`/documents?limit=500&prefix=${encoded(prefix)}`)).data;
      assert.ok(documents.some((one) => one.id === id) && documents.every(({ index }) => index === "third"));
    }
    assert.equal((await found(`/documents?prefix=${encoded("first::no such")}`)).data.total, 0);
  });

  test("count together", async () => {
    const { found } = made();
    const { filters, left_out } = (await found("/filters?limit=500")).data;
    assert.deepEqual([filters, left_out], [whole.keys({ limit: 500 }), 0]);
    const { data, meta } = await found("/status");
    const { documents, headings, levels } = whole.stats();
    assert.deepEqual([data.status, data.documents, data.headings, data.levels, data.unavailable], ["ok", documents, headings, levels, []]);
    assert.deepEqual(data.indexes.map(({ index }) => index), NAMES);
    for (const name of ["documents", "headings", "words"]) assert.equal(data.indexes.reduce((sum, one) => sum + one[name], 0), data[name]);
    assert.match(meta.index_version, /^first=.*,second=.*,third=/);
  });

  test("weigh as much as is said", async () => {
    const { found, sourceAt } = made();
    const halved = made({ source: [sourceAt("first.kdx"), { source: sourceAt("second.kdx"), weight: 0.5 }, sourceAt("third/")] });
    const scores = ({ data }) => new Map(data.results.map((one) => [one.id, one]));
    const before = scores(await found(search("configuration", "&limit=50")));
    const after = scores(await halved.found(search("configuration", "&limit=50")));
    assert.equal(after.size, before.size);
    for (const [id, { index, score }] of before) assert.equal(after.get(id).score, index === "second" ? score / 2 : score, id);
  });

  test("are one of them where there is one, in all that it answers", async () => {
    const alone = createWorker({ source: bundled(files.get("first.kdx")) });
    const listed = createWorker({ source: [{ name: "any", source: bundled(files.get("first.kdx")) }] });
    const text = async (worker, path) => {
      const response = await worker.fetch(new Request(`http://localhost${path}`));
      return [response.status, response.headers.get("etag"), (await response.text()).replace(/"(meta|requestId)":.*/, "")];
    };
    for (const path of [search("configuration"), search("a", "&index=any"), "/documents", "/filters", "/status", "/openapi.json", "/chunks/any::a"]) {
      assert.deepEqual(await text(listed, path), await text(alone, path));
    }
  });
});

describe("one of several sources that cannot be had", () => {
  const damaged = () => new Map([...files].map(([name, bytes]) => [name, name === "second.kdx" ? bytes.subarray(0, 200) : bytes]));
  const gone = () => new Map([...files].filter(([name]) => name !== "second.kdx"));
  const page = () => new Map([...files, ["second.kdx", new TextEncoder().encode("<!doctype html>")]]);

  for (const [what, own] of Object.entries({ "is cut off": damaged, "is not there": gone, "is another file": page })) {
    test(`because it ${what} is named, and the rest answers`, async () => {
      const { found, refused, state, sourceAt } = made({}, own());
      const rest = made({ source: [sourceAt("first.kdx"), sourceAt("third/")] });
      for (const path of [search("configuration"), "/suggest?q=conf", "/documents", "/filters", "/status"]) {
        const { data, headers } = await found(path);
        assert.deepEqual(data, { ...(await rest.found(path)).data, unavailable: ["second"] }, path);
        assert.equal(headers.get("cache-control"), "no-store");
      }
      assert.deepEqual((await found("/documents?prefix=third::")).data.unavailable, []);
      await refused(search("configuration", "&index=second"), 503, /cannot be read at the moment/);
      await refused("/chunks/second::a", 503, /cannot be read at the moment/);
      await refused("/documents?prefix=second::", 503, /cannot be read at the moment/);
      // It is told once, and not tried again at once.
      assert.match(state.errors[0].message, /^the index second cannot be read, so that answers are without it: /);
      assert.equal(state.reads.filter((name) => name === "second.kdx").length, 1);
    });
  }

  test("answers again soon after it is there", async (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const { found, state } = made({}, gone());
    const version = (await found("/status")).meta.index_version;
    state.files = new Map(files);
    assert.deepEqual((await found(search("configuration"))).data.unavailable, ["second"]);
    context.mock.timers.tick(6000);
    const { data, meta } = await found(search("configuration", "&limit=50"));
    assert.deepEqual([data.unavailable, data.results.some(({ index }) => index === "second")], [[], true]);
    assert.equal(meta.index_version.replace(/second=[^,]*,/, ""), version);
  });

  test("because it does not open in time is named, not waited for again, and there once it has opened", async (context) => {
    context.mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.now() });
    const { state, sourceAt } = made();
    let arrive;
    const arrived = new Promise((resolve) => (arrive = resolve));
    const slow = { ...sourceAt("second.kdx"), read: (path) => (state.reads.push(path), arrived) };
    const { found, send } = made({ source: [sourceAt("first.kdx"), slow, sourceAt("third/")], onError: (error) => state.errors.push(error) });
    const ids = (await found(search("configuration", "&index=first"))).data.results.map(({ id }) => id);
    // Nothing that is asked of others waits.
    for (const path of [search("configuration", "&index=third"), `/chunks/${encoded(ids[0])}`, `/chunks/${encoded(ids[0])}/hierarchy`, "/documents?prefix=third::"]) await found(path);
    assert.deepEqual(state.reads.filter((name) => name === "second.kdx"), []);
    const first = found(search("configuration"));
    while (!state.reads.includes("second.kdx")) await immediate();
    context.mock.timers.tick(10_501);
    assert.deepEqual((await first).data.unavailable, ["second"]);
    assert.match(state.errors[0].message, /^the index second cannot be read, so that answers are without it: it did not open in time$/);
    assert.deepEqual((await found("/filters")).data.unavailable, ["second"]);
    // Another try, for which nobody waits.
    context.mock.timers.tick(6000);
    const again = found(search("configuration"));
    for (let turn = 0; turn < 20; turn++) await immediate();
    context.mock.timers.tick(1);
    assert.deepEqual((await again).data.unavailable, ["second"]);
    assert.equal((await send("/chunks/second::a")).status, 503);
    arrive(files.get("second.kdx"));
    for (let turn = 0; turn < 200; turn++) await immediate();
    assert.deepEqual((await found(search("configuration"))).data.unavailable, []);
    assert.equal(state.errors.length, 2);
  });

  test("because it fails after that time is not waited for again either, and not tried again at once", async (context) => {
    const { state, sourceAt } = made();
    const MANY_TURNS = 50_000;
    const failing = [];
    const late = { ...sourceAt("second.kdx"), read: () => new Promise((_, reject) => failing.push(reject)) };
    const { found, send } = made({ source: [sourceAt("first.kdx"), late, sourceAt("third/")], onError: (error) => state.errors.push(error) });
    for (const name of ["first", "third"]) await found(search("configuration", `&index=${name}`));
    context.mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.now() });
    /** What is unavailable, once some milliseconds are over; nothing where the answer takes longer. */
    const missingAfter = async (milliseconds, tries) => {
      const answers = [];
      send(search("configuration")).then(async (response) => answers.push(await response.json()));
      for (let turn = 0; turn < 200 || (turn < MANY_TURNS && failing.length < tries); turn++) await immediate();
      assert.equal(failing.length, tries);
      context.mock.timers.tick(milliseconds);
      for (let turn = 0; turn < MANY_TURNS && answers.length === 0; turn++) await immediate();
      return answers[0]?.data.unavailable;
    };
    const fail = async () => {
      context.mock.timers.tick(3000);
      failing.at(-1)(new Error("it failed late"));
      for (let turn = 0; turn < 200; turn++) await immediate();
    };
    assert.deepEqual(await missingAfter(10_501, 1), ["second"]);
    for (const tries of [1, 2, 3]) {
      await fail();
      // The pause begins when it fails.
      context.mock.timers.tick(4000);
      assert.deepEqual(await missingAfter(0, tries), ["second"]);
      context.mock.timers.tick(1001);
      assert.deepEqual(await missingAfter(1, tries + 1), ["second"]);
    }
    assert.deepEqual(state.errors.map(({ message }) => message), ["the index second cannot be read, so that answers are without it: it did not open in time"]);
  });

  test("as most others cannot is asked once, so that the rest answers within the files of a request", async () => {
    const names = Array.from({ length: 9 }, (_, at) => `part${at}`);
    const parts = [...files].filter(([name]) => name.startsWith("third/"));
    const all = new Map(names.flatMap((name) => parts.map(([path, bytes]) => [path.replace("third", name), bytes])));
    const { state, sourceAt } = made({}, all);
    const options = { onError: (error) => state.errors.push(error) };
    const source = names.map((name) => sourceAt(`${name}/`));
    const { found, refused } = made({ source, ...options });
    const rest = made({ source: [{ name: "part0", source: sourceAt("part0/") }, { name: "part0b", source: sourceAt("part0/") }] });
    await found("/openapi.json");
    const lacking = names.slice(1);
    state.files = new Map([...all].filter(([name]) => name.startsWith("part0/") || !name.endsWith(".kds")));
    const { data } = await found("/filters");
    assert.deepEqual(data.unavailable, lacking);
    const counted = (filters) => filters.map(({ key, documents }) => [key, documents]);
    const twice = (await rest.found("/filters")).data.filters;
    assert.deepEqual(counted(data.filters), counted(twice).map(([key, documents]) => [key, documents / 2]));
    const reads = state.reads.filter((path) => path.endsWith(".kds") && !path.startsWith("part0/"));
    // A file that cannot be had is read once more, past what is kept on the way.
    assert.equal(reads.length, 2 * new Set(reads).size);
    assert.deepEqual(state.errors.map(({ message }) => message.split(" ")[2]), lacking);
    // Where all are lost, there is nothing to answer from.
    const none = made({ source: source.slice(1), ...options });
    await none.refused("/filters", 503, /cannot be read at the moment/);
    await refused("/documents?prefix=part1::", 503, /cannot be read at the moment/);
  });

  const ROUTES = [search("configuration"), "/suggest?q=conf", "/documents", "/filters"];
  const lost = (bytes) => (bytes ? bytes.map((byte, at) => (at > 40 ? byte ^ 255 : byte)) : undefined);
  const withShards = (change) => new Map([...files].map(([name, bytes]) => [name, name.endsWith(".kds") ? change(bytes) : bytes]));

  for (const [what, change] of Object.entries({ missing: () => undefined, damaged: lost })) {
    for (const route of ROUTES) {
      test(`because a file is ${what} while it is open is named in ${route}, and the rest answers`, async () => {
        const { found: before, sourceAt } = made();
        const { found, refused, state } = made();
        const rest = made({ source: [sourceAt("first.kdx"), sourceAt("second.kdx")] });
        const alone = await rest.found(route);
        const id = encoded((await before(search("configuration", "&index=third"))).data.results[0].id);
        await found("/openapi.json");
        state.files = withShards(change);
        const { data, meta, headers } = await found(route);
        assert.deepEqual(data, { ...alone.data, unavailable: ["third"] });
        assert.equal(headers.get("cache-control"), "no-store");
        // A search says the versions of all that were open.
        if (!/^.(search|suggest)/.test(route)) assert.equal(meta.index_version, alone.meta.index_version);
        assert.match(state.errors.at(-1).message, /^the index third cannot be read, so that answers are without it: (?!The index cannot)/);
        for (const path of [`/chunks/${id}`, `/chunks/${id}/hierarchy`, "/documents?prefix=third::"]) await refused(path, 503, /cannot be read at the moment/);
        // What the first file says is known.
        assert.deepEqual((await found("/status")).data.unavailable, []);
        state.files = new Map(files);
        assert.deepEqual((await found(route)).data.unavailable, []);
      });
    }
  }

  test("is told of once, and where none can be had nothing is answered", async () => {
    const { refused, state } = made({}, new Map());
    await refused(search("configuration"), 503, /cannot be read at the moment/);
    assert.deepEqual(NAMES.map((name) => state.errors.some(({ message }) => message.includes(`the index ${name} `))), [true, true, true]);
  });

  test("because a file of it is missing is named, and answers again once it is there", async (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const { found, state } = made();
    await found("/openapi.json");
    state.files = new Map([...files].filter(([name]) => !name.endsWith(".kds")));
    const { data, headers } = await found(search("configuration"));
    assert.deepEqual([data.unavailable, data.results.some(({ index }) => index === "third")], [["third"], false]);
    assert.ok(data.results.length > 0);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.match(state.errors[0].message, /^the index third cannot be read/);
    const heads = () => state.reads.filter((name) => name === "third/index.kdx").length;
    const before = heads();
    await found(search("configuration"));
    assert.equal(heads(), before);
    state.files = new Map(files);
    assert.deepEqual((await found(search("configuration"))).data.unavailable, []);
  });

  test("because a file of it is damaged is named", async () => {
    const shards = [...files].map(([name, bytes]) => [name, name.endsWith(".kds") ? bytes.map((byte, at) => (at > 40 ? byte ^ 255 : byte)) : bytes]);
    const { found, state } = made({}, new Map(shards));
    const { data } = await found(search("configuration"));
    assert.deepEqual([data.unavailable, data.results.length > 0], [["third"], true]);
    assert.equal(state.errors.length > 0, true);
  });

  test("because it is cut in another way is named each time, told of once, and found in by itself", async () => {
    const { found, state } = made({}, new Map([...files, ["second.kdx", other]]));
    for (let time = 0; time < 2; time++) {
      const { data, headers } = await found(search("installer", `&limit=${time + 1}`));
      assert.deepEqual(data.unavailable, ["second"]);
      assert.equal(headers.get("cache-control"), "public, max-age=300");
    }
    const message = "the index second is searched by itself only, as it was built with other chunks than first: build both with the same levels, overlap, unit, chunker and parents";
    assert.deepEqual(state.errors.map(({ message }) => message), [message]);
    // The measure is the first that is open.
    const without = made({}, new Map([...files, ["second.kdx", other]].filter(([name]) => name !== "first.kdx")));
    assert.deepEqual((await without.found(search("installer"))).data.unavailable, ["first", "third"]);
    assert.match(without.state.errors.at(-1).message, /^the index third is searched by itself only, as it was built with other chunks than second: /);
    const { data } = await found(search("installer", "&index=second"));
    assert.deepEqual([data.unavailable, data.results[0].document_id], [[], "second::install.md"]);
    assert.equal((await found("/chunks/second::install.md%231.0")).data.index, "second");
  });
});

describe("one of several sources that is replaced", () => {
  const pages = [{ id: "new.md", url: "/new", title: "New", text: "# New\n\nA configuration that is new, as is the quokka.\n" }];

  test("is noticed after a while, and changes the version", async (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const { found, send, state } = made({ refresh: 10 });
    const path = search("quokka");
    const before = await found(path);
    assert.equal((await send(path, { headers: { "if-none-match": before.headers.get("etag") } })).status, 304);
    state.files.set("second.kdx", await built(pages));
    state.stamp = 1;
    assert.deepEqual((await found(path)).data, before.data);
    context.mock.timers.tick(11_000);
    const { data, meta, headers } = await found(path);
    assert.deepEqual(data.results.map(({ id }) => id), ["second::new.md#1.0"]);
    assert.notEqual(headers.get("etag"), before.headers.get("etag"));
    const versions = [before.meta, meta].map(({ index_version }) => index_version.split(","));
    assert.deepEqual(versions[0].map((one, at) => one === versions[1][at]), [true, false, true]);
    assert.equal((await found(`/chunks/${encoded("second::new.md#1.0")}`)).data.index, "second");
  });

  test("answers from what it has as long as nobody says whether it was", async (context) => {
    context.mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.now() });
    const { state, sourceAt } = made();
    let isAsked = false;
    const source = [sourceAt("first.kdx"), { ...sourceAt("second.kdx"), stamp: () => isAsked && new Promise(() => {}) }];
    const { found } = made({ source, refresh: 10, onError: (error) => state.errors.push(error) });
    const before = await found(search("configuration"));
    isAsked = true;
    context.mock.timers.tick(10_001);
    const waiting = found(search("configuration"));
    for (let turn = 0; turn < 50; turn++) await immediate();
    context.mock.timers.tick(5001);
    assert.deepEqual((await waiting).data, before.data);
    assert.deepEqual((await found(search("configuration"))).data, before.data);
    assert.deepEqual(state.errors, []);
  });

  test("in several files is opened again when the old ones are gone", async () => {
    const { found, state } = made();
    const before = (await found("/status")).meta.index_version;
    state.files = new Map([...files].filter(([name]) => !name.startsWith("third/")));
    state.files.set("third/index.kdx", await built(pages));
    const all = await Promise.all([1, 2, 3].map(() => found(search("configuration", "&limit=50"))));
    for (const { data, meta } of all) {
      assert.deepEqual(data.unavailable, []);
      assert.deepEqual(data.results.filter(({ index }) => index === "third").map(({ id }) => id), ["third::new.md#1.0"]);
      assert.notEqual(meta.index_version, before);
    }
    assert.equal(state.reads.filter((name) => name === "third/index.kdx").length, 2);
    assert.deepEqual(state.errors, []);
  });

  test("is found in by its id, too", async () => {
    const { found, state } = made();
    const [{ id }] = (await found("/documents?prefix=third::")).data.documents;
    state.files = new Map([...files].filter(([name]) => !name.startsWith("third/")));
    state.files.set("third/index.kdx", await built(pages));
    const { data } = await found(`/chunks/${encoded(`${id}#0.0`)}`).catch(() => found("/chunks/third::new.md%230.0"));
    assert.equal(data.id, "third::new.md#0.0");
  });

  test("is asked alone as with others", async () => {
    const { found, state } = made();
    await found("/status");
    state.files = new Map([...files].filter(([name]) => !name.startsWith("third/")));
    state.files.set("third/index.kdx", await built(pages));
    const { data, meta } = await found(search("quokka", "&index=third"));
    assert.deepEqual(data.results.map(({ id }) => id), ["third::new.md#1.0"]);
    assert.match(meta.index_version, /third=/);
  });
});

describe("the files that a request to several sources may read", () => {
  /** Two indexes in several files. */
  const sharded = () => new Map([...files].flatMap(([name, bytes]) => [[name, bytes], [name.replace("third/", "fourth/"), bytes]]));
  const sources = ({ sourceAt }) => [sourceAt("third/"), sourceAt("fourth/")];
  const shards = () => [...files.keys()].filter((name) => name.endsWith(".kds")).length;
  const read = ({ state }) => state.reads.filter((name) => name.endsWith(".kds")).length;

  test("are those of all together, and none is left out for the want of them", async () => {
    const worker = made({}, sharded());
    const free = made({ source: sources(worker) }, sharded());
    await free.found(search("configuration install deploy theme"));
    const needed = read(worker);
    assert.ok(needed > 6, `${needed}`);
    const bounded = (limit) => {
      const of = made({}, sharded());
      return { of, worker: made({ source: sources(of), limits: { files: limit } }) };
    };
    const exactly = bounded(needed);
    await exactly.worker.found(search("configuration install deploy theme"));
    const few = bounded(needed - 1);
    await few.worker.refused(search("configuration install deploy theme"), 400, /^More of the index is needed than may be read for one request/);
    assert.equal(read(few.of), needed - 1);
    // What was read is kept.
    assert.deepEqual((await few.worker.found(search("configuration install deploy theme"))).data.unavailable, []);
  });

  test("say whether short words may be beginnings: those of all that are asked", async () => {
    const of = made({}, sharded());
    const { found } = made({ source: sources(of), limits: { files: shards() + 1 } });
    assert.deepEqual((await found("/suggest?q=co")).data.completions, []);
    assert.notDeepEqual((await found("/suggest?q=co&index=fourth")).data.completions, []);
  });
});

describe("several sources by MCP", () => {
  const QUERY = "configuration install deploy theme";
  /** Two indexes in several files, without stamps. */
  const folders = () => new Map([...files].flatMap(([name, bytes]) => (name.startsWith("third/") ? [[name, bytes], [name.replace("third/", "fourth/"), bytes]] : [])));
  const of = (options) => {
    const { state, sourceAt } = made({}, folders());
    const source = ["third/", "fourth/"].map((path) => ({ ...sourceAt(path), stamp: undefined }));
    return { ...made({ source, mcp: createMcp, onError: (error) => state.errors.push(error), ...options }), state };
  };
  const shards = ({ state }) => state.reads.filter((name) => name.endsWith(".kds")).length;

  test("read each file once for a request", async () => {
    const free = of({ limits: { files: 500 } });
    assert.equal((await free.tool("search_docs", { query: QUERY })).isError, false);
    const needed = shards(free);
    assert.ok(needed > 6, `${needed}`);
    const exactly = of({ limits: { files: needed } });
    assert.equal((await exactly.tool("search_docs", { query: QUERY })).isError, false);
    assert.equal(shards(exactly), needed);
    const few = of({ limits: { files: needed - 1 } });
    assert.equal((await few.tool("search_docs", { query: QUERY })).isError, true);
  });

  test("are opened again where one was replaced that has no stamp", async () => {
    const { tool, state } = of({ limits: { files: 500 } });
    await tool("search_docs", { query: "install" });
    state.files = new Map([...state.files].filter(([name]) => !name.startsWith("fourth/")));
    state.files.set("fourth/index.kdx", await built([{ id: "new.md", url: "/new", title: "New", text: "# New\n\nThe configuration of a quokka.\n" }]));
    const { text } = await tool("search_docs", { query: "quokka configuration" });
    assert.match(text, /fourth::\/new/);
    assert.doesNotMatch(text, /not loaded/i);
    assert.deepEqual(state.errors, []);
  });

  test("stay open while they are searched", async () => {
    const hashOf = (token) => createHash("sha256").update(token).digest("hex");
    const own = folders();
    const reads = [];
    const read = async (path) => {
      reads.push(path);
      const [tenant, ...rest] = path.split("/");
      if (tenant === "one" && path.endsWith(".kds")) await sleep(100);
      return own.get(rest.join("/"));
    };
    const source = ["third/", "fourth/"].map((path) => ({ path: `{tenant}/${path}`, read }));
    const tokens = { [hashOf("t1")]: "one", [hashOf("t2")]: "two" };
    const { send } = made({ source, tokens, mcp: createMcp, limits: { indexes: 1, files: 500 } });
    const as = (token) => ({ authorization: `Bearer ${token}` });
    const searching = send("/mcp", calling("search_docs", { query: QUERY }, as("t1")));
    while (!reads.some((name) => name.startsWith("one/") && name.endsWith(".kds"))) await sleep(5);
    const [answer, other] = await Promise.all([searching, send(search(QUERY), { headers: as("t2") })]);
    const { text, isError } = await said(answer);
    assert.equal(isError, false, text);
    assert.deepEqual((await other.json()).data.unavailable, []);
    const heads = reads.filter((name) => name.startsWith("one/") && name.endsWith("index.kdx"));
    assert.deepEqual(heads.sort(), ["one/fourth/index.kdx", "one/third/index.kdx"]);
  });
});

test("the sources share what one may keep", () => {
  const sources = (count) => Array.from({ length: count }, (_, at) => ({ name: `n${at}`, source: { path: "a/", read() {} } }));
  const kept = (source, more) => settingsOf({ source, ...more }).cacheBytes;
  assert.equal(kept(sources(4)), kept(sources(1)) / 4);
  assert.equal(kept(sources(3), { cacheBytes: 10 }), 3);
  const ofTenants = [{ name: "own", source: { path: "{tenant}/", read() {} } }, { name: "all", source: { path: "{tenant}/all/", read() {} } }];
  assert.equal(kept(ofTenants, { tokens: "T" }), kept(sources(1)) / 8 / 2);
});

describe("tenants of several sources", () => {
  const hashOf = (token) => createHash("sha256").update(token).digest("hex");
  const tokens = { [hashOf("t1")]: "one", [hashOf("t2")]: "two" };
  const page = (word) => built([{ id: "a.md", url: "/a", title: "A", text: `# A\n\nThe needle of ${word}.\n` }]);

  test("have their own in each, and nothing of others", async () => {
    const own = new Map();
    for (const tenant of ["one", "two"]) for (const part of ["docs", "notes"]) own.set(`${tenant}/${part}.kdx`, await page(`${tenant} ${part}`));
    own.delete("two/notes.kdx");
    const { state, sourceAt } = made({}, own);
    const { found, refused } = made({ source: [sourceAt("{tenant}/docs.kdx"), sourceAt("{tenant}/notes.kdx")], tokens });
    const as = (token) => ({ headers: { authorization: `Bearer ${token}` } });
    const texts = async (token) => (await found(search("needle"), as(token))).data.results.map(({ id, content }) => `${id} ${content}`).sort();
    assert.deepEqual((await texts("t1")).map((text) => text.replace(/\n/g, " ")), ["docs::a.md#1.0 # A  The needle of one docs. ", "notes::a.md#1.0 # A  The needle of one notes. "]);
    assert.ok(state.reads.every((name) => name.startsWith("one/")));
    assert.deepEqual((await texts("t2")).map((text) => text.replace(/\n/g, " ")), ["docs::a.md#1.0 # A  The needle of two docs. "]);
    assert.deepEqual((await found("/status", as("t2"))).data.unavailable, ["notes"]);
    assert.deepEqual((await found("/status", as("t1"))).data.unavailable, []);
    assert.equal((await found(search("needle"), as("t1"))).headers.get("cache-control"), "private, max-age=60");
    await refused(search("needle"), 401, /A token is needed/);
  });

  test("are closed in each source for others, and opened again", async () => {
    const own = new Map();
    for (const tenant of ["one", "two"]) for (const part of ["docs", "notes"]) own.set(`${tenant}/${part}.kdx`, await page(`${tenant} ${part}`));
    const { sourceAt } = made({}, own);
    const { found } = made({ source: [sourceAt("{tenant}/docs.kdx"), sourceAt("{tenant}/notes.kdx")], tokens, limits: { indexes: 1 } });
    const all = Array.from({ length: 12 }, async (_, at) => {
      const tenant = at % 2 === 0 ? "one" : "two";
      const { data } = await found(search("needle"), { headers: { authorization: `Bearer t${(at % 2) + 1}` } });
      assert.deepEqual([data.unavailable, data.results.length, data.results.every(({ content }) => content.includes(tenant))], [[], 2, true]);
    });
    await Promise.all(all);
  });
});

test("one of several sources without a place is asked again at once", async (context) => {
  context.mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.now() });
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await immediate();
  };
  const hashOf = (token) => createHash("sha256").update(token).digest("hex");
  const own = new Map([...files].flatMap(([name, bytes]) => ["one", "two"].map((tenant) => [`${tenant}/${name}`, bytes])));
  const slow = {};
  const { state, sourceAt } = made({}, own);
  const source = ["{tenant}/first.kdx", "{tenant}/third/"].map((path) => {
    const { read } = sourceAt(path);
    return { path, read: async (name) => (/one.*kds$/.test(name) && (await slow.read), read(name)) };
  });
  const tokens = { [hashOf("t1")]: "one", [hashOf("t2")]: "two" };
  const { send, found } = made({ source, tokens, limits: { indexes: 1 }, onError: (error) => state.errors.push(error) });
  const as = (token) => ({ headers: { authorization: `Bearer ${token}` } });
  await found("/status", as("t1"));
  slow.read = new Promise((resolve) => (slow.end = resolve));
  send(search("configuration", "&index=third"), as("t1"));
  await settle();
  const waiting = found(search("configuration"), as("t2"));
  for (let turn = 0; turn < 44; turn++) {
    await settle();
    context.mock.timers.tick(250);
    // Another one works with the index, too.
    send(search("configuration", "&index=third"), as("t1"));
  }
  assert.deepEqual((await waiting).data.unavailable, ["third"]);
  assert.match(state.errors[0].message, /^the index third cannot be read, so that answers are without it: as many indexes as limits\.indexes, 1, are in use$/);
  slow.end();
  const again = found(search("configuration"), as("t2"));
  for (let turn = 0; turn < 10; turn++) {
    await settle();
    context.mock.timers.tick(64);
  }
  assert.deepEqual((await again).data.unavailable, []);
});

describe("several sources that cannot be meant", () => {
  const source = { path: "docs/site.kdx", read() {} };
  const cases = {
    "at least one": [[], /^source: a list has at least one source$/],
    "a source each": [[source, { name: "a" }], /^source 2: give bundled\(bytes\), assets\(path\) or bucket\(path\)$/],
    "something each": [[source, null], /^source 2: give/],
    "more than a path each": [["docs/"], /^source 1: give bundled\(bytes\), assets\(path\) or bucket\(path\)$/],
    "more than bytes each": [[source, new Uint8Array(8)], /^source 2: give/],
    "a path each": [[source, { read() {} }], /^source 2: give/],
    "known options": [[source, { name: "a", src: source }], /^source 2: there is no option src; accepted are name, source, weight$/],
    "names of letters and digits": [[source, { name: "a b", source }], /^source 2: name: accepted are up to 64 letters/],
    "names where paths have none": [[{ path: "{tenant}/", read() {} }, source], /^source 1: name: accepted are/],
    "other names": [[{ name: "site", source }, { name: "a", source }, source], /^source 3: name: site is that of source 1 too; give it another one$/],
    "weights that are numbers": [[source, { name: "a", source, weight: 0 }], /^source 2: weight: accepted are numbers above 0, up to 100$/],
  };
  for (const [what, [all, message]] of Object.entries(cases)) {
    test(`are told that they need ${what}`, () => assert.throws(() => createWorker({ source: all }), { name: "TypeError", message }));
  }

  test("are told that they are ranked by words alone, and which are not of a tenant", () => {
    const all = [source, { name: "other", source }];
    assert.throws(() => createWorker({ source: all, embed: () => [1] }), { name: "TypeError", message: /^embed: several sources are ranked by words alone; leave it out$/ });
    const tokens = { ["0".repeat(64)]: "acme" };
    assert.throws(() => createWorker({ source: [{ path: "{tenant}/a.kdx", read() {} }, source], tokens }), { message: /^source: there is one index at docs\/site\.kdx/ });
  });

  test("have the names of their files and folders", () => {
    const paths = { "/vue/": "vue", "docs/react.kdx": "react", "{tenant}/site.kdx.gz": "site", "a/{tenant}/": "a", "b.gz": "b" };
    const all = Object.keys(paths).map((path) => ({ path, read() {} }));
    assert.deepEqual(settingsOf({ source: all }).sources.map(({ name }) => name), Object.values(paths));
  });
});

/** What of a value is not as its schema says. */
function faults(schemas, schema, value, at = "") {
  if (Object.keys(schema).length === 0) return [];
  if (schema.$ref) return faults(schemas, schemas[schema.$ref.split("/").at(-1)], value, at);
  if (Array.isArray(value)) return schema.type === "array" ? value.flatMap((one, index) => faults(schemas, schema.items ?? schema.prefixItems[index], one, `${at}/${index}`)) : [at];
  if (typeof value !== "object" || value === null) return [schema.type].flat().includes("object") || schema.type === "array" ? [at] : [];
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${at}/${name} is missing`);
  const each = Object.entries(value).flatMap(([name, one]) => {
    if (properties[name]) return faults(schemas, properties[name], one, `${at}/${name}`);
    return additionalProperties ? faults(schemas, additionalProperties, one, `${at}/${name}`) : [`${at}/${name} is unknown`];
  });
  return schema.type === "object" ? [...missing, ...each] : [at];
}

test("the OpenAPI document says what several sources answer", async () => {
  const { found, send } = made({}, new Map([...files].filter(([name]) => name !== "second.kdx")));
  const document = await (await send("/openapi.json")).json();
  const { schemas } = document.components;
  const parameters = (path) => Object.fromEntries(document.paths[path].get.parameters.map((one) => [one.name, one]));
  for (const path of ["/search", "/suggest"]) {
    assert.deepEqual(parameters(path).index.schema, { type: "array", items: { enum: NAMES }, maxItems: 3 });
    assert.match(parameters(path).index.description, /name of an index/);
  }
  const { data } = await found(search("configuration", "&group=true"));
  const [{ id, document_id }] = data.results;
  const routes = {
    "/search": search("configuration", "&group=true&facets=tags"),
    "/suggest": "/suggest?q=conf",
    "/chunks/{id}": `/chunks/${encoded(id)}`,
    "/chunks/{id}/hierarchy": `/chunks/${encoded(id)}/hierarchy`,
    "/documents": "/documents",
    "/documents/{id}": `/documents/${encoded(document_id)}`,
    "/filters": "/filters",
    "/status": "/status",
  };
  assert.deepEqual(Object.keys(document.paths), [...Object.keys(routes), "/openapi.json"]);
  for (const [path, asked] of Object.entries(routes)) {
    const { schema } = document.paths[path].get.responses[200].content["application/json"];
    assert.deepEqual(faults(schemas, schema, await (await send(asked)).json()), [], path);
  }
});

test("several sources answer in workerd, to many at the same time", async () => {
  const config = 'source: [{ name: "first", source: bucket("docs/first.kdx") }, bucket("docs/second.kdx"), bucket("docs/third/"), bucket("docs/gone.kdx")], onError() {}';
  const worker = started(config, { r2Buckets: ["BUCKET"] });
  const bucket = await worker.getR2Bucket("BUCKET");
  for (const [name, bytes] of files) await bucket.put(`docs/${name}`, new Uint8Array(bytes).buffer);
  await serving(worker, async (send) => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => send(search(QUERIES[at % QUERIES.length]))));
    for (const [at, response] of all.entries()) {
      const { data } = await response.json();
      const { hits } = whole.search(QUERIES[at % QUERIES.length]);
      assert.deepEqual(data.unavailable, ["gone"]);
      assert.deepEqual(data.results.map(({ id, score }) => [bare(id), score]), hits.map(({ id, score }) => [id, score]));
      const chunk = await send(`/chunks/${encoded(data.results[0].id)}`);
      assert.equal((await chunk.json()).data.content, data.results[0].content);
    }
  });
});

test("several sources are opened for others where the one is gone who asked first", async () => {
  const { state, options } = answering(files);
  state.delay = 300;
  const worker = started(`source: [${["first.kdx", "second.kdx", "third/"].map(source)}], onError() {}`, options);
  await serving(worker, async (send) => {
    await whileLeaving(worker, send, state, search("configuration"));
    const { data } = await (await send(search("configuration"))).json();
    assert.deepEqual([data.unavailable, data.results.map(({ score }) => score)], [[], whole.search("configuration").hits.map(({ score }) => score)]);
  });
});
