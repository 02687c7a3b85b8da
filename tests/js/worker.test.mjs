// The routes of kindex/worker, in workerd.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { explore } from "./support.mjs";
import { GUIDE, encoded, started } from "./worker/support.mjs";

let worker;
let index;

before(async () => {
  worker = started("source: bundled(bytes)");
  index = await explore(GUIDE);
});

after(async () => {
  index.close();
  await worker.dispose();
});

const send = (path, init) => worker.dispatchFetch(`http://localhost${path}`, init);

async function found(path) {
  const response = await send(path);
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  assert.equal(response.headers.get("content-type"), "application/json");
  return body;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function checkMeta(meta) {
  assert.deepEqual(Object.keys(meta), ["requestId", "timestamp", "took_ms", "index_version"]);
  assert.match(meta.requestId, UUID);
  assert.ok(Math.abs(Date.now() - Date.parse(meta.timestamp)) < 60_000);
  assert.ok(meta.took_ms >= 0);
  assert.match(meta.index_version, /^[\da-f]{8}-[\da-f]{8}$/);
}

describe("/search", () => {
  test("answers with what the index finds", async () => {
    const { data, meta } = await found("/search?q=install+page+search&limit=3");
    checkMeta(meta);
    const { hits, total } = index.search("install page search", { limit: 3 });
    assert.ok(hits.length > 1);
    const results = hits.map((hit) => ({
      id: hit.id,
      content: hit.text,
      level: hit.level,
      matched_child_ids: hit.children.map(({ id }) => id),
      token_count: hit.tokens,
      document_id: hit.document,
      url: hit.anchor ? `${hit.url}#${encodeURIComponent(hit.anchor)}` : hit.url,
      title: hit.title,
      headings: hit.headings,
      score: hit.score,
      snippet: hit.snippet,
      highlights: hit.highlights,
      meta: hit.meta,
    }));
    const levels = { matched_at_level: 0, returned_at_level: 1 };
    const counts = { total, total_is_lower_bound: false, offset: 0, did_you_mean: null };
    const others = { left_out: 0, unchecked_phrases: [], facets: {}, retrieval_mode: "small_to_big" };
    const expected = { query: "install page search", ...counts, results, ...others, ...levels };
    assert.deepEqual(data, expected);
    assert.deepEqual(Object.keys(data), Object.keys(expected));
    assert.deepEqual(Object.keys(data.results[0]), Object.keys(results[0]));
  });

  test("names the phrases that were not looked for everywhere", async () => {
    const query = '"working end" "standing part" "of the" "the working" "break line"';
    const asked = `/search?q=${encodeURIComponent(query)}`;
    assert.deepEqual((await found(asked)).data.unchecked_phrases, ["break line"]);
    const one = `/search?q=${encodeURIComponent('"end working"')}`;
    const { data } = await found(one);
    assert.deepEqual([data.results, data.unchecked_phrases], [[], []]);
    const limited = started("source: bundled(bytes), limits: { phraseBytes: 1 }");
    const response = await limited.dispatchFetch(`http://localhost${one}`);
    const { results, unchecked_phrases } = (await response.json()).data;
    await limited.dispose();
    assert.deepEqual([results.length, unchecked_phrases], [2, ["end working"]]);
  });

  test("takes ten results, and as many as fit where tokens are counted", async () => {
    const all = index.search("the", { limit: 50 }).hits.length;
    assert.ok(all > 10);
    assert.equal((await found("/search?q=the")).data.results.length, 10);
    const { results } = (await found("/search?q=the&maxTokens=300")).data;
    const tokens = results.reduce((sum, { token_count }) => sum + token_count, 0);
    assert.ok(tokens > 100 && tokens <= 300, String(tokens));
    const most = index.search("the", { maxTokens: 100_000, limit: 50 }).hits.length;
    assert.equal((await found("/search?q=the&maxTokens=100000")).data.results.length, most);
    assert.ok(most > 10);
  });

  test("gives the next pages, orders and counts", async () => {
    const asked = "/search?q=fixed&sort=date:desc&facets=version&facets=author&limit=2";
    const { data } = await found(`${asked}&offset=1`);
    const { hits, total, facets } = index.search("fixed", { sort: "date:desc", facets: ["version", "author"] });
    assert.deepEqual(data.results.map(({ id }) => id), hits.slice(1, 3).map(({ id }) => id));
    assert.deepEqual([data.total, data.offset, total > 3], [total, 1, true]);
    const pairs = Object.entries(data.facets).map(([key, values]) => [key, values.map(({ value, documents }) => [value, documents])]);
    assert.deepEqual(Object.fromEntries(pairs), facets);
    assert.ok(facets.version.length > 1);
    assert.equal((await found("/search?q=confguration")).data.did_you_mean, "configuration");
    for (const [wrong, said] of [
      ["sort=nothing", "nothing"],
      ["sort=", "give a key"],
      ["facets=nothing", "nothing"],
      [Array(11).fill("facets=date").join("&"), "10"],
      ["sort=date&sort=date", "once"],
      ["offset=-1", "offset"],
    ]) {
      const response = await send(`/search?q=fixed&${wrong}`);
      assert.equal(response.status, 400, wrong);
      assert.ok((await response.json()).detail.includes(said), wrong);
    }
  });

  test("leaves content out where that is asked for", async () => {
    const { results } = (await found("/search?q=fixed&texts=false")).data;
    const { hits } = index.search("fixed", { texts: false });
    assert.deepEqual(results.map(({ id, snippet, marks }) => ({ id, snippet, marks })), hits.map(({ id, snippet, marks }) => ({ id, snippet, marks })));
    assert.ok(results.some(({ marks }) => marks.snippet.length > 0));
    for (const name of ["content", "token_count", "matched_child_ids", "highlights"]) assert.ok(!(name in results[0]), name);
    const response = await send("/search?q=fixed&texts=false&maxTokens=100");
    assert.equal(response.status, 400);
    assert.match((await response.json()).detail, /texts/);
  });

  test("returns the level that is asked for", async () => {
    for (const level of [0, 1, 2]) {
      const { data } = await found(`/search?q=install&level=${level}`);
      assert.equal(data.returned_at_level, level);
      const hits = index.search("install", { returnLevel: level }).hits;
      assert.ok(hits.length > 0);
      assert.deepEqual(data.results.map(({ id }) => id), hits.map(({ id }) => id));
    }
  });

  test("returns the chunks that match where that is asked for", async () => {
    const { data } = await found("/search?q=install&expand=false");
    assert.equal(data.returned_at_level, 0);
    const { hits } = index.search("install", { expand: false });
    assert.deepEqual(data.results.map(({ id }) => id), hits.map(({ id }) => id));
    const refused = await send("/search?q=install&expand=false&level=1");
    assert.equal(refused.status, 400);
    assert.match((await refused.json()).detail, /^expand: with false, level/);
  });

  test("groups by document", async () => {
    const { hits } = index.search("the", { group: true, limit: 3, returnLevel: 0 });
    const { results } = (await found("/search?q=the&group=true&limit=3&level=0")).data;
    assert.equal(new Set(results.map(({ document_id }) => document_id)).size, 3);
    assert.deepEqual(results.map(({ more }) => more?.map(({ id }) => id)), hits.map(({ more }) => more?.map(({ id }) => id)));
    assert.ok(results[0].more[0].content.length > 0);
    const ungrouped = (await found("/search?q=the&group=false&limit=3")).data.results;
    assert.ok(ungrouped.every((one) => !("more" in one)));
  });

  test("finds beginnings of words where that is asked", async () => {
    assert.equal((await found("/search?q=instal")).data.results.length, index.search("instal", {}).hits.length);
    const ids = (await found("/search?q=insta&prefix=true")).data.results.map(({ id }) => id);
    assert.deepEqual(ids, index.search("insta", { prefix: true }).hits.map(({ id }) => id));
  });
});

describe("/chunks", () => {
  test("answers with a chunk by its id", async () => {
    const { id } = index.search("deploy").hits[0];
    assert.match(id, /#/);
    const { data, meta } = await found(`/chunks/${encoded(id)}`);
    checkMeta(meta);
    const chunk = index.chunk(id);
    const { url, title } = index.document(id);
    assert.deepEqual(data, {
      id,
      document_id: chunk.document,
      level: chunk.level,
      position: chunk.position,
      start: chunk.start,
      end: chunk.end,
      token_count: chunk.tokens,
      url: chunk.anchor ? `${url}#${encodeURIComponent(chunk.anchor)}` : url,
      title,
      headings: chunk.headings,
      content: chunk.text,
    });
  });

  test("answers with what is around it", async () => {
    const { children } = index.search("deploy").hits[0];
    const [{ id }] = children;
    const { data } = await found(`/chunks/${encoded(id)}/hierarchy`);
    const hierarchy = index.hierarchy(id);
    assert.deepEqual(Object.keys(data), ["chunk", "ancestors", "children", "siblings", "left_out"]);
    assert.equal(data.left_out, 0);
    assert.equal(data.chunk.content, hierarchy.chunk.text);
    for (const part of ["ancestors", "children", "siblings"]) {
      const texts = hierarchy[part].map(({ id, text }) => [id, text]);
      assert.deepEqual(data[part].map(({ id, content }) => [id, content]), texts, part);
    }
    assert.ok(data.ancestors.length === 2 && data.siblings.length > 0);
    const parent = await found(`/chunks/${encoded(data.ancestors[0].id)}/hierarchy`);
    assert.ok(parent.data.children.some((child) => child.id === id));
  });
});

describe("/documents", () => {
  test("lists all, a part at a time", async () => {
    const ids = [];
    let next = 0;
    while (next !== null) {
      const { data } = await found(`/documents?from=${next}&limit=4`);
      assert.equal(data.total, index.documents().length);
      assert.ok(data.documents.length <= 4);
      ids.push(...data.documents.map(({ id }) => id));
      next = data.next;
    }
    assert.deepEqual(ids, index.documents());
    assert.ok(ids.length > 4);
    const beyond = (await found("/documents?from=100000")).data;
    assert.deepEqual([beyond.documents, beyond.next], [[], null]);
  });

  test("lists those whose address begins so", async () => {
    const urls = index.documents().map((id) => index.document(id).url);
    const prefix = urls[0].slice(0, 3);
    const { data } = await found(`/documents?prefix=${encoded(prefix)}`);
    assert.deepEqual(data.documents.map(({ url }) => url), urls.filter((url) => url.startsWith(prefix)));
    assert.ok(data.total > 0 && data.total < urls.length);
  });

  test("answers with one by its id", async () => {
    for (const id of index.documents()) {
      const { data } = await found(`/documents/${encoded(id)}`);
      assert.deepEqual(data, index.document(id));
    }
  });
});

test("/suggest says how a query may go on, and what was meant", async () => {
  const { completions } = index.search("ins", { prefix: true, completions: 3 });
  const { data } = await found("/suggest?q=ins&limit=3");
  assert.deepEqual(data, { query: "ins", completions, did_you_mean: null });
  assert.ok(completions.length > 0);
  const meant = index.search("instalation", { prefix: true }).didYouMean;
  assert.ok(meant);
  assert.equal((await found("/suggest?q=instalation")).data.did_you_mean, meant);
});

test("/filters tells keys with their values", async () => {
  const { data, meta } = await found("/filters");
  checkMeta(meta);
  assert.deepEqual(data, { filters: index.keys(), left_out: 0 });
  const tags = data.filters.find(({ key }) => key === "tags");
  assert.equal(tags.kind, "filter");
  const [{ value, documents }] = tags.values;
  const { facets } = index.search("", { filters: { tags: value }, facets: ["tags"] });
  assert.ok(facets.tags.some(([one, count]) => one === value && count === documents));
  const few = (await found("/filters?limit=1")).data.filters;
  assert.deepEqual(few, data.filters.map((one) => ({ ...one, values: one.values.slice(0, 1) })));
});

test("/status says what the index holds", async () => {
  const { data, meta } = await found("/status");
  checkMeta(meta);
  const { documents, headings, words, language, unit, levels } = index.stats();
  assert.deepEqual(data, { status: "ok", documents, headings, words, language, unit, levels });
});

test("/openapi.json describes the routes, with the bounds of this index", async () => {
  const document = await found("/openapi.json");
  assert.equal(document.openapi, "3.1.0");
  const routes = ["/search", "/suggest", "/chunks/{id}", "/chunks/{id}/hierarchy", "/documents", "/documents/{id}", "/filters", "/status", "/openapi.json"];
  assert.deepEqual(Object.keys(document.paths), routes);
  const { parameters } = document.paths["/search"].get;
  assert.deepEqual(parameters.map(({ name }) => name), ["q", "limit", "offset", "prefix", "fuzzy", "texts", "level", "expand", "group", "sort", "facets", "fold", "maxTokens", "filters", "prefer"]);
  assert.equal(parameters.find(({ name }) => name === "level").schema.maximum, 2);
});

test("HEAD has the headers of GET and no body", async () => {
  for (const path of ["/search?q=deploy", "/status", "/nowhere", "/openapi.json"]) {
    const [get, head] = [await send(path), await send(path, { method: "HEAD" })];
    assert.equal(head.status, get.status);
    assert.equal(await head.text(), "");
    for (const name of ["etag", "cache-control", "content-type"]) {
      assert.equal(head.headers.get(name), get.headers.get(name), `${path}: ${name}`);
    }
    await get.text();
  }
});

test("the answer is the same one in another runtime", async () => {
  const { createWorker, bundled } = await import(new URL("worker.js", (await import("./support.mjs")).PACKAGE));
  const here = createWorker({ source: bundled(GUIDE) });
  for (const path of ["/search?q=install+page+search", "/suggest?q=dep", "/documents", "/status"]) {
    const response = await here.fetch(new Request(`http://localhost${path}`));
    const there = await found(path);
    const { data, meta } = await response.json();
    assert.deepEqual(data, there.data);
    assert.equal(meta.index_version, there.meta.index_version);
  }
});
