// kindex/worker with several sources, which answer as one index.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { PACKAGE, built, explore } from "./support.mjs";
import { NAMES, bare, calling, files, made, said, search, whole } from "./worker/several.mjs";
import { answering, encoded, serving, source, started, whileLeaving } from "./worker/support.mjs";

const { bundled, createWorker } = await import(new URL("worker.js", PACKAGE));
const { createMcp } = await import(new URL("mcp.js", PACKAGE));
const { settingsOf } = await import(new URL("http/settings.js", PACKAGE));

const QUERIES = ["install page search", "configuration", "deploy", "theme -dark", "how do I move my site", "templates dates"];

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
