// kindex/worker with several sources of which one cannot be had, or is replaced.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import { built } from "./support.mjs";
import { NAMES, files, made, other, search } from "./worker/several.mjs";
import { encoded } from "./worker/support.mjs";

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
