// An open index whose files are replaced, lost or damaged: it is opened anew and answers.
import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { kindex } from "../browser/support.mjs";
import { explore, failure, open, serving } from "./support.mjs";

const HEAD = "index.kdx";

/** A site in which each page has a word of its own, so that a query needs a shard that no other has loaded. */
const pages = (word) => Array.from({ length: 40 }, (_, at) => ({ id: `p${at}`, title: `Page ${at}`, text: `The ${word} is apple${at} here.` }));

describe("an index whose files are replaced", () => {
  let folder;
  const builds = {};

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-renewal-"));
    for (const word of ["older", "newer"]) {
      const records = join(folder, `${word}.jsonl`);
      await writeFile(records, pages(word).map((page) => `${JSON.stringify(page)}\n`).join(""));
      await kindex("build", records, "-o", join(folder, word), "--layout", "sharded", "-q");
      await kindex("build", records, "-o", join(folder, `${word}.kdx`), "-q");
      const names = await readdir(join(folder, word));
      builds[word] = new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, word, name))])));
    }
  });

  after(() => rm(folder, { recursive: true }));

  /** A host with the files of one build at a time; `asked` has each name and how the cache takes part. */
  function host(first) {
    const the = { files: new Map(builds[first]), asked: [], change: (_, bytes) => bytes };
    the.read = async (name, { cache }) => {
      the.asked.push([name, cache]);
      return the.change(name, the.files.get(name) ?? null, cache);
    };
    the.deploy = (word) => (the.files = new Map(builds[word]));
    the.heads = () => the.asked.filter(([name]) => name === HEAD).map(([, cache]) => cache);
    return the;
  }

  const found = async (index, query) => (await index.search(query)).hits[0]?.document ?? "nothing";

  test("answers from the new one, which is opened once for all that need it", async () => {
    const { read, deploy, heads } = host("older");
    const index = await open(read);
    assert.equal(await found(index, "apple1"), "p1");
    deploy("newer");
    const queries = Array.from({ length: 12 }, (_, at) => `newer apple${at + 20}`);
    assert.deepEqual(await Promise.all(queries.map((query) => found(index, query))), queries.map((_, at) => `p${at + 20}`));
    assert.deepEqual(heads(), ["no-cache", "reload"]);
    // And back again.
    deploy("older");
    assert.equal(await found(index, "older apple33"), "p33");
    index.close();
    await assert.rejects(index.search("apple1"), failure("closed"));
  });

  test("is not needed where a build keeps the shards of the one before", async () => {
    const place = join(folder, "kept");
    const build = (word, ...more) => kindex("build", join(folder, `${word}.jsonl`), "-o", place, "--layout", "sharded", "-q", ...more);
    let heads = 0;
    const read = (name) => {
      if (name === HEAD) heads++;
      return readFile(join(place, name)).catch(() => null);
    };
    await build("older");
    const [first, second] = await Promise.all([open(read), open(read)]);
    await build("newer", "--keep-previous");
    // Of these builds only the one before has the word.
    assert.equal((await first.search("older")).total, 40);
    assert.equal(await found(first, "apple33"), "p33");
    assert.equal(heads, 2);
    await build("newer");
    assert.equal((await second.search("newer")).total, 40);
    assert.equal(heads, 3, "without the option the new one answers");
    first.close();
    second.close();
  });

  test("each asks for itself where none may wait for another", async () => {
    const { read, deploy } = host("older");
    const index = await open(read, { coalesce: false });
    await index.search("apple1");
    deploy("newer");
    const queries = ["newer apple20", "newer apple30"];
    assert.deepEqual(await Promise.all(queries.map((query) => found(index, query))), ["p20", "p30"]);
  });

  test("goes on exploring, in one that is explored", async () => {
    const { read, deploy } = host("older");
    const index = await explore(read);
    await index.search("apple1");
    deploy("newer");
    assert.equal((await index.document("p30")).title, "Page 30");
  });

  test("stays the old one where the head is a page, or is not there, and mends later", async () => {
    const the = host("older");
    const index = await open(the.read);
    await index.search("apple1");
    the.deploy("newer");
    for (const head of [new Blob(["<!doctype html>"]), null]) {
      the.change = (name, bytes) => (name === HEAD ? head : bytes);
      await assert.rejects(index.search("newer apple25"), failure("fetch_failed", /is not there/));
      assert.equal(await found(index, "apple1"), "p1");
    }
    the.change = (_, bytes) => bytes;
    assert.equal(await found(index, "newer apple25"), "p25");
  });

  const WRONG = {
    "a page": () => new Blob(["<!doctype html><title>Home</title>"]),
    "half of it": (bytes) => bytes.subarray(0, bytes.length >> 1),
    "nothing": () => null,
    "an empty file": () => new Uint8Array(0),
  };

  for (const [what, wrong] of Object.entries(WRONG)) {
    test(`asks once more for a shard, past the caches: ${what}`, async () => {
      const the = host("older");
      the.change = (name, bytes, cache) => (name === HEAD || cache === "reload" ? bytes : wrong(bytes));
      const index = await open(the.read);
      assert.equal(await found(index, "apple7"), "p7");
      assert.deepEqual(the.heads(), ["no-cache"]);
    });
  }

  for (const [what, wrong] of Object.entries(WRONG).slice(0, 2)) {
    test(`asks once more for the head, past the caches: ${what}`, async () => {
      const the = host("older");
      the.change = (name, bytes, cache) => (name === HEAD && cache !== "reload" ? wrong(bytes) : bytes);
      assert.equal(await found(await open(the.read), "apple7"), "p7");
      assert.deepEqual(the.heads(), ["no-cache", "reload"]);
    });
  }

  test("ends with an error where two builds take turns", async () => {
    const the = host("older");
    const index = await open(the.read);
    let turns = 0;
    // Each head comes with the shards of the other build.
    the.change = (name) => {
      if (name === HEAD) turns += 1;
      const [head, shards] = turns % 2 ? ["newer", "older"] : ["older", "newer"];
      return builds[name === HEAD ? head : shards].get(name) ?? null;
    };
    await assert.rejects(index.search("apple9"), failure("fetch_failed", /is not there/));
    assert.equal(turns, 1);
  });

  for (const worker of [false, true]) {
    test(`answers over HTTP and from a folder${worker ? ", in a thread" : ""}`, async () => {
      const place = join(folder, "current");
      const put = async (word) => {
        await rm(place, { recursive: true, force: true });
        await kindex("build", join(folder, `${word}.jsonl`), "-o", place, "--layout", "sharded", "-q");
      };
      await put("older");
      const index = await open(`${place}/`, { worker });
      assert.equal(await found(index, "apple1"), "p1");
      await put("newer");
      assert.equal(await found(index, "newer apple21"), "p21");
      index.close();
      const names = new Set([...builds.older.keys(), ...builds.newer.keys()]);
      let now = builds.older;
      const answers = Object.fromEntries([...names].map((name) => [`/${name}`, (response) => (now.has(name) ? response.end(now.get(name)) : response.writeHead(404).end())]));
      await serving(answers, async (address) => {
        const over = await open(`${address}/`, { worker });
        assert.equal(await found(over, "apple1"), "p1");
        now = builds.newer;
        assert.equal(await found(over, "newer apple22"), "p22");
        over.close();
      });
    });
  }

  test("a folder with one file that was damaged on the way is opened anew, once", async () => {
    const bytes = await readFile(join(folder, "older.kdx"));
    const damaged = bytes.map((byte, at) => (at < bytes.length / 3 ? byte : byte ^ 0x55));
    let asked = 0;
    const index = await open((_, { cache }) => ((asked += 1), cache === "reload" ? bytes : damaged));
    assert.equal(await found(index, "apple7"), "p7");
    assert.equal(asked, 2);
    // One that is damaged where it lies is not asked for with each letter.
    let times = 0;
    const never = await open(() => ((times += 1), damaged));
    for (const query of ["apple7", "apple8", "apple9"]) await assert.rejects(never.search(query), failure("corrupt"));
    assert.equal(times, 2);
  });
});
