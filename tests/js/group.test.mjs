// Several indexes that are searched as one.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { ROOT, kindex } from "../browser/support.mjs";
import { PAGES, built, explore, failure, open } from "./support.mjs";

const CORPUS = join(ROOT, "tests/corpus");
const CASES = join(ROOT, "tests/cases");

/**
 * The queries of the cases whose answers are not quite those of one index. Of `base_url`, `sitemap` and the like other
 * spellings stand in another part. Rules take words of two parts for one stem: `Größe` and `gross`. Bytes of lists,
 * which do not add up, order completions.
 */
const OTHERWISE = [
  ...['"base de donnees"', '"base_url without a trailing"', '"base_url"', "+sitem*", "How to  Inst", "PEBBLE_BASE_URL"],
  ...["Straße Größe", "base_", "base_url", "bowl sitem", "can I copy it to my own server?", "faster", "fo", "größe", "inst"],
  ...["s", "sitem", "sitem*", "sitem* feed", "siteap", "sitmap", "strasse grosse ubung", "title:insta", "twenty newest"],
];

/** The answer of a group in the form of that of one index. */
function asOfOne(results) {
  const plain = ({ index: _, more, ...hit }) => ({ ...hit, ...(more && { more: more.map(plain) }) });
  return { ...results, hits: results.hits.map(plain) };
}

describe("several indexes as one", () => {
  let folder, whole;
  const at = (name) => join(folder, name);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-group-"));
    const entries = (await readdir(CORPUS)).sort();
    const parts = ["first", "second", "third"];
    for (const part of parts) {
      await mkdir(at(part));
      for (const entry of entries.filter((_, number) => parts[number % 3] === part)) {
        await cp(join(CORPUS, entry), join(at(part), entry), { recursive: true });
      }
      await kindex("build", at(part), "--mergeable", "-o", at(`${part}.kdx`), "-q");
    }
    await kindex("build", at("third"), "--layout", "sharded", "-o", at("shards"), "-q");
    await kindex("merge", ...parts.map((part) => at(`${part}.kdx`)), "-o", at("whole.kdx"), "-q");
    whole = await open(at("whole.kdx"));
  });

  after(() => rm(folder, { recursive: true }));

  const sources = () => [at("first.kdx"), at("second.kdx"), `${at("shards")}/`];

  test("answer what one index of all documents answers", async () => {
    const index = await open(sources());
    const files = (await readdir(CASES)).filter((name) => name.endsWith(".json"));
    const other = new Set();
    let compared = 0;
    for (const name of files) {
      const { cases, explore, index: of } = JSON.parse(await readFile(join(CASES, name), "utf8"));
      for (const { query, options, refused } of explore || !of.endsWith("/guide-v1.kdx") ? [] : cases) {
        if (refused) await assert.rejects(index.search(query, options), { code: "invalid_option", message: refused });
        else if (!isDeepStrictEqual(asOfOne(await index.search(query, options)), whole.search(query, options))) other.add(query);
        compared++;
      }
    }
    assert.ok(compared > 700);
    assert.deepEqual([...other].sort(), OTHERWISE.toSorted());
    index.close();
  });

  test("say which index each hit is from", async () => {
    const [first, second, third] = sources();
    const index = await open([first, { src: second, label: "Second" }, { src: third, label: "Third", weight: 1 }]);
    const { hits } = await index.search("configuration", { limit: 30, group: true });
    assert.deepEqual([...new Set(hits.map((hit) => hit.index))].sort(), [0, 1, 2]);
    for (const hit of hits) {
      assert.equal(hit.label, [undefined, "Second", "Third"][hit.index]);
      for (const more of hit.more ?? []) assert.deepEqual([more.index, more.label], [hit.index, hit.label]);
      assert.equal((await index.indexes[hit.index].search(hit.title)).hits.some(({ document }) => document === hit.document), true);
    }
    index.close();
    await assert.rejects(index.search("configuration"), failure("closed"));
    index.close();
  });

  test("count as much as is said", async () => {
    const [first, second, third] = sources();
    const halved = await open([first, { src: second, weight: 0.5 }, third]);
    const index = await open(sources());
    const scores = async (group) => new Map((await group.search("configuration", { limit: 100 })).hits.map((hit) => [hit.id, hit]));
    const before = await scores(index);
    const after = await scores(halved);
    assert.equal(after.size, before.size);
    for (const [id, { index, score }] of before) assert.equal(after.get(id).score, index === 1 ? score / 2 : score, id);
    for (const one of [index, halved]) one.close();
  });

  test("answer by the ways of kindex/explore, and each by itself", async () => {
    const index = await explore(sources());
    const { hits } = await index.search("configuration", { maxTokens: 2000, explain: true });
    assert.ok(hits.length > 3 && hits.every(({ explanation, tokens }) => explanation && tokens > 0));
    const [best] = hits;
    assert.equal((await index.indexes[best.index].chunk(best.id)).text, best.text);
    index.close();
  });

  test("name the index of what did not fit too, by its place among all sources", async () => {
    const [first, second, third] = sources();
    const index = await explore([at("nothing.kdx"), { src: first, label: "A" }, { src: second, label: "B" }, { src: third, label: "C" }]);
    const { leftOut } = await index.search("configuration", { maxTokens: 150, limit: 30 });
    assert.deepEqual([...new Set(leftOut.map(({ index, label }) => index + label))].sort(), ["2B", "3C"]);
    for (const { index: at, id } of leftOut) assert.equal((await index.indexes[at].chunk(id)).id, id);
    index.close();
  });

  test("answer in another thread", async () => {
    const here = await open(sources());
    const index = await open([...sources(), { src: at("nothing.kdx"), label: "Gone" }], { worker: true });
    const { unavailable, ...results } = await index.search("configuration", { limit: 3 });
    assert.deepEqual(results, await here.search("configuration", { limit: 3 }));
    assert.deepEqual(unavailable.map(({ index, label, code }) => [index, label, code]), [[3, "Gone", "read_failed"]]);
    const asked = { indexes: [2, "Gone"], limit: 3 };
    assert.deepEqual((await index.search("configuration", asked)).hits, (await here.search("configuration", { ...asked, indexes: [2] })).hits);
    const lost = await open([...sources(), new Response("", { status: 404 })], { worker: true });
    assert.deepEqual((await lost.search("configuration")).unavailable.map(({ index, code }) => [index, code]), [[3, "fetch_failed"]]);
    lost.close();
    for (const one of [index, here]) one.close();
    await assert.rejects(index.search("configuration"), failure("closed"));
  });

  test("are asked for together, in as many rounds as the slowest of them takes", async () => {
    const shards = [];
    for (const part of ["first", "second"]) {
      await kindex("build", at(part), "--layout", "sharded", "-o", at(`${part}-shards`), "-q");
      shards.push(at(`${part}-shards`));
    }
    /** Counts how often files are asked for while none is on its way. */
    const rounds = async (folders) => {
      let count = 0;
      let pending = 0;
      const reader = (folder) => async (name) => {
        count += pending === 0 ? 1 : 0;
        pending += 1;
        const bytes = await readFile(join(folder, name));
        await new Promise((resolve) => setTimeout(resolve, 5));
        pending -= 1;
        return bytes;
      };
      const index = await open(folders.length > 1 ? folders.map(reader) : reader(folders[0]));
      await index.search("configuration of the server");
      index.close();
      return count;
    };
    const alone = Math.max(await rounds([shards[0]]), await rounds([shards[1]]));
    const together = await rounds(shards);
    assert.ok(together <= alone + 1, `${together} rounds, and one of them alone takes ${alone}`);
  });

  test("pause before many files of all are loaded, and stop then", { timeout: 10_000 }, async () => {
    const asked = [];
    const read = (name) => {
      asked.push(name);
      return readFile(join(at("shards"), name));
    };
    const index = await open([read, read]);
    const controller = new AbortController();
    const stopped = index.search("configuration build deploy install search guide", { pause: 30_000, signal: controller.signal });
    setTimeout(() => controller.abort(new Error("typed on")), 30);
    await assert.rejects(stopped, /typed on/);
    assert.deepEqual(asked, ["index.kdx", "index.kdx"]);
    index.close();
  });

  test("of which one cannot be opened name it, and the rest answers", async () => {
    const [first, second] = sources();
    const rest = await open([first, second]);
    const expected = await rest.search("configuration");
    const damaged = (await readFile(first)).slice(0, 200);
    for (const [src, code] of [[at("nothing.kdx"), "read_failed"], [damaged, "truncated"], [new TextEncoder().encode("<!doctype html>"), "not_an_index"]]) {
      const index = await open([first, { src, label: "Blog" }, second]);
      const { unavailable, hits, ...results } = await index.search("configuration");
      const positions = hits.map((hit) => ({ ...hit, index: hit.index && 1 }));
      assert.deepEqual({ ...results, hits: positions }, expected);
      assert.deepEqual(unavailable.map(({ index, label, code }) => [index, label, code]), [[1, "Blog", code]]);
      assert.deepEqual(index.indexes.map(Boolean), [true, false, true]);
      index.close();
    }
    rest.close();
    await assert.rejects(open([at("nothing.kdx"), damaged]), failure("read_failed", /nothing\.kdx/));
  });

  test("of which one cannot be opened try it again after half a minute", async (t) => {
    const [first, second] = sources();
    let asked = 0;
    const read = async () => (asked++ === 0 ? null : readFile(second));
    const index = await open([first, { src: read, label: "Late" }]);
    const codes = async () => (await index.search("configuration")).unavailable?.map(({ label, code }) => [label, code]);
    const missing = [["Late", "missing_file"]];
    assert.deepEqual([await codes(), asked], [missing, 1]);
    const now = performance.now();
    t.mock.method(performance, "now", () => now + 31_000);
    // This search begins to open it, and does not wait.
    assert.deepEqual(await codes(), missing);
    while (!index.indexes[1]) await new Promise((next) => setTimeout(next, 5));
    assert.deepEqual([await codes(), asked], [undefined, 2]);
    index.close();
  });

  test("of which a file is gone are searched without that one, as long as it is gone", async () => {
    const names = await readdir(at("shards"));
    let isGone = true;
    const read = async (name) => (isGone && name.endsWith(".kds") ? null : names.includes(name) && readFile(join(at("shards"), name)));
    const index = await open([at("first.kdx"), { src: read, label: "Shards" }]);
    const found = await index.search("configuration");
    assert.deepEqual(found.unavailable.map(({ label, code }) => [label, code]), [["Shards", "fetch_failed"]]);
    assert.ok(found.hits.length > 0 && found.hits.every((hit) => hit.index === 0));
    isGone = false;
    const later = await index.search("configuration", { limit: 100 });
    assert.equal(later.unavailable, undefined);
    assert.ok(later.hits.some((hit) => hit.index === 1));
    index.close();
    isGone = true;
    const alone = await open([read]);
    await assert.rejects(alone.search("configuration"), failure("fetch_failed"));
    alone.close();
  });

  test("of which another one is in the place of one of them answer from that", async () => {
    const build = async (name, word) => {
      const pages = Array.from({ length: 40 }, (_, n) => ({ id: `p${n}`, title: `Page ${n}`, text: `The ${word} is apple${n} here.` }));
      await writeFile(at(`${name}.jsonl`), pages.map((page) => `${JSON.stringify(page)}\n`).join(""));
      await kindex("build", at(`${name}.jsonl`), "--layout", "sharded", "-o", at(name), "-q");
    };
    await build("older", "old");
    await build("newer", "new");
    let now = "older";
    const read = (name) => readFile(join(at(now), name)).catch(() => null);
    const index = await open([read, at("first.kdx")]);
    await index.search("apple1");
    now = "newer";
    const { hits, unavailable } = await index.search("new apple33");
    assert.deepEqual([hits[0].document, hits[0].index, unavailable], ["p33", 0, undefined]);
    index.close();
  });

  test("of which one is damaged open that anew, once, and go on without it", async () => {
    const right = await readFile(at("first.kdx"));
    // The checksum of the head is looked at when it is opened, that of a part when it is read.
    const broken = Uint8Array.from(right);
    broken.fill(255, broken.length / 2, broken.length / 2 + 4000);
    for (const [answers, wanted] of [[[broken, right], undefined], [[broken, broken], "corrupt"]]) {
      const files = [...answers];
      const index = await open([() => files.shift() ?? answers.at(-1), { src: at("second.kdx"), label: "Second" }]);
      const { hits, unavailable } = await index.search("configuration", { limit: 100 });
      assert.equal(unavailable?.[0].code, wanted);
      assert.equal(hits.some(({ index }) => index === 0), !wanted);
      assert.ok(hits.some(({ label }) => label === "Second"));
      index.close();
    }
  });

  test("go on without one whose reader fails without a reason, and without one that was closed", async () => {
    const shards = (name) => readFile(join(at("shards"), name));
    const failing = (name) => (name.endsWith(".kds") ? Promise.reject() : shards(name));
    const index = await open([at("first.kdx"), failing]);
    const found = await index.search("configuration");
    assert.deepEqual(found.unavailable.map(({ index, code }) => [index, code]), [[1, "read_failed"]]);
    index.indexes[1].close();
    assert.deepEqual((await index.search("configuration")).unavailable.map(({ code }) => code), ["closed"]);
    index.indexes[0].close();
    await assert.rejects(index.search("configuration"), failure("closed"));
    index.close();
  });

  test("are no longer waited for once a search is stopped", { timeout: 10_000 }, async () => {
    let isOpened = false;
    const read = (name) => {
      if (name.endsWith(".kds")) return null;
      if (isOpened) return new Promise(() => {});
      isOpened = true;
      return readFile(join(at("shards"), name));
    };
    for (const sources of [read, [read, at("first.kdx")]]) {
      isOpened = false;
      const index = await open(sources);
      const controller = new AbortController();
      const stopped = index.search("configuration", { signal: controller.signal });
      setTimeout(() => controller.abort(new Error("typed on")), 20);
      await assert.rejects(stopped, /typed on/);
      index.close();
    }
  });

  test("that are cut in another way are left out by name", async () => {
    const [bytes, others] = [await built(PAGES), await built(PAGES, { levels: [100, 300] })];
    const index = await open([bytes, { src: others, label: "Other" }]);
    const { hits, unavailable } = await index.search("installer");
    assert.ok(hits.length > 0);
    assert.deepEqual(unavailable.map(({ label, code }) => [label, code]), [["Other", "invalid_option"]]);
    assert.match(unavailable[0].message, /other chunks than the first/);
    index.close();
  });

  test("may be one index twice", async () => {
    const bytes = await built(PAGES);
    const index = await open([bytes, bytes]);
    assert.deepEqual((await index.search("installer")).hits.map((hit) => [hit.index, hit.document]), [[0, "install.md"], [1, "install.md"]]);
    index.close();
  });

  test("are refused where what is said of them cannot be meant", async () => {
    const refused = [
      [[], "invalid_argument", /at least one index/],
      [[{ src: "a.kdx", labl: "x" }], "invalid_option", /^source 1: there is no option labl, but label/],
      [["a.kdx", { src: "b.kdx", weight: 0 }], "invalid_option", /^source 2: weight: accepted are numbers above 0/],
      [["a.kdx", { src: "b.kdx", weight: NaN }], "invalid_option", /^source 2: weight/],
      [["a.kdx", { src: "b.kdx", weight: "1" }], "invalid_option", /^source 2: weight/],
      [["a.kdx", { label: "No source" }], "invalid_argument", /^source( 2: src)?: accepted is/],
      [[null, "a.kdx"], "invalid_argument", /^source/],
      [["a.kdx", { src: "b.kdx", label: 2 }], "invalid_option", /^source 2: label: accepted are strings/],
    ];
    for (const [sources, code, message] of refused) {
      for (const options of [{}, { worker: true }]) await assert.rejects(open(sources, options), failure(code, message));
    }
    const index = await open([await built(PAGES)]);
    await assert.rejects(index.search("installer", { nothing: 1 }), failure("invalid_option", /there is no option nothing/));
    await assert.rejects(index.search("installer", { indexes: [1] }), failure("invalid_option", /^indexes: accepted are lists of 0$/));
    await assert.rejects(index.search(1), failure("invalid_argument"));
    await assert.rejects(index.search("installer", { signal: AbortSignal.abort(new Error("stopped")) }), /stopped/);
    index.close();
  });
});
