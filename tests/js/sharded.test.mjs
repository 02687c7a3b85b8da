// An index in several files: the same answers as in one, and what goes wrong on the way.
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { ROOT, kindex } from "../browser/support.mjs";
import { PACKAGE, explore, failure, open, serving } from "./support.mjs";

const { open: openBuilding } = await import(new URL("build.js", PACKAGE));

const CASES = join(ROOT, "tests/cases");

/** A limit for tests that would otherwise wait for ever if they fail. */
const SOON = { timeout: 10_000 };

/** Counts what happens, and tells when it has happened so often. */
class Count {
  value = 0;
  #events = new EventEmitter();

  add() {
    this.value += 1;
    this.#events.emit("one");
  }

  async reach(count) {
    while (this.value < count) await once(this.#events, "one");
  }
}

describe("an index in several files", () => {
  let folder, whole, names;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-sharded-"));
    await kindex("build", join(ROOT, "tests/corpus"), "--pins", join(ROOT, "tests/cases/pins.yml"), "-o", folder, "--layout", "sharded", "-q");
    whole = await open(join(ROOT, "tests/golden/guide-v1.kdx"));
    names = await readdir(folder);
  });

  after(() => rm(folder, { recursive: true }));

  const file = (name) => readFile(join(folder, name));

  /** Serves the folder; `change` may answer a request itself. */
  async function served(use, change = () => false) {
    const asked = [];
    const files = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await file(name)])));
    const answers = Object.fromEntries(
      names.map((name) => [`/${name}`, (response) => {
        asked.push(name);
        if (!change(name, response)) response.end(files[name]);
      }]),
    );
    return serving(answers, (address) => use(`${address}/`, asked));
  }

  /** What one file answers. Where it may not read a phrase, several files know it by pairs of words. */
  function inOneFile(query, options) {
    const found = whole.search(query, options);
    const isKnown = found.uncheckedPhrases?.every((phrase) => phrase.includes(" "));
    return isKnown ? whole.search(query, { ...options, phraseBytes: undefined }) : found;
  }

  test("answers as in one file", async () => {
    const index = await open(`${folder}/`);
    const files = (await readdir(CASES)).filter((name) => name.endsWith(".json"));
    let compared = 0;
    for (const name of files) {
      const { cases, explore, index: of } = JSON.parse(await readFile(join(CASES, name), "utf8"));
      // Some are of other indexes.
      const isOther = explore || !of.endsWith("/guide-v1.kdx");
      for (const { query, options, refused } of isOther ? [] : cases) {
        if (refused) await assert.rejects(index.search(query, options), { code: "invalid_option", message: refused });
        else assert.deepEqual(await index.search(query, options), inOneFile(query, options), query);
        compared++;
      }
    }
    assert.ok(compared > 300);
    index.close();
  });

  test("pauses before it loads many files, and loads a few at once", SOON, async () => {
    const many = "configuration build deploy install search guide options";
    await served(async (address, asked) => {
      const index = await open(address);
      await index.search("configuration", { pause: 30_000 });
      const { length } = asked;
      const controller = new AbortController();
      const stopped = index.search(many, { pause: 30_000, signal: controller.signal });
      // Shorter than the pause: time is what this is about.
      await new Promise((resolve) => setTimeout(resolve, 50));
      controller.abort(new Error("typed on"));
      await assert.rejects(stopped, /typed on/);
      assert.equal(asked.length, length);
      const begun = performance.now();
      const found = await index.search(many, { pause: 200 });
      assert.ok(performance.now() - begun >= 195);
      assert.ok(asked.length > length);
      assert.deepEqual(await index.search(many, { pause: 30_000 }), found);
      await assert.rejects(index.search("configuration", { pause: -1 }), failure("invalid_option", /^pause: accepted are/));
      index.close();
    });
    assert.deepEqual(whole.search("configuration", { pause: 30_000 }), whole.search("configuration"));
  });

  test("pauses also before files that the second round wants", SOON, async () => {
    for (const query of ["co", "in", "pr", "re", "st", "de"]) {
      const rounds = [];
      const read = (name) => {
        if (rounds.at(-1)?.open !== true) {
          const round = { open: true, files: 0 };
          rounds.push(round);
          setImmediate(() => (round.open = false));
        }
        rounds.at(-1).files += 1;
        return readFile(join(folder, name));
      };
      const index = await open(read);
      const controller = new AbortController();
      const searching = index.search(query, { prefix: true, pause: 30_000, signal: controller.signal });
      searching.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 60));
      controller.abort(new Error("typed on"));
      assert.deepEqual(rounds.filter(({ files }) => files > 4), [], query);
      index.close();
    }
  });

  test("is explored as one file is", async () => {
    const one = await explore(join(ROOT, "tests/golden/guide-v1.kdx"));
    for (const opened of [await explore(`${folder}/`), await openBuilding(file)]) {
      assert.deepEqual(await opened.documents(), one.documents());
      assert.deepEqual(await opened.pages({ prefix: "/", from: 1, limit: 3 }), one.pages({ prefix: "/", from: 1, limit: 3 }));
      const options = { explain: true, maxTokens: 900, siblings: 1 };
      const found = await opened.search("deploy with rsync", options);
      assert.deepEqual(found, one.search("deploy with rsync", options));
      for (const { id, document, url } of found.hits) {
        for (const way of ["chunk", "parent", "children", "ancestors", "siblings", "hierarchy"]) {
          assert.deepEqual(await opened[way](id), one[way](id), way);
        }
        assert.deepEqual(await opened.ancestor(id, 2), one.ancestor(id, 2));
        assert.deepEqual(await opened.chunks(document, 0), one.chunks(document, 0));
        assert.deepEqual(await opened.document(document), one.document(document));
        assert.deepEqual(await opened.page(url), one.page(url));
      }
      assert.deepEqual(await opened.stats(), one.stats());
      assert.deepEqual(await opened.keys({ limit: 3 }), one.keys({ limit: 3 }));
      await opened.verify();
      await assert.rejects(opened.chunk("nowhere#0.0"), failure("unknown_id"));
      await assert.rejects(opened.pages({ most: 3 }), failure("invalid_option", /most.*prefix, from, limit/));
      await assert.rejects(opened.search("word", { signal: AbortSignal.abort() }), { name: "AbortError" });
      opened.close();
      await assert.rejects(opened.documents(), failure("closed"));
    }
    await assert.rejects(explore(`${folder}/`, { tenant: "a" }), failure("invalid_option", /no option tenant/));
  });

  test("searches at the same time get their own answers, and not one another's", async () => {
    const one = await explore(join(ROOT, "tests/golden/guide-v1.kdx"));
    // Nothing is kept, so each has to wait for its texts while others begin.
    const index = await explore(`${folder}/`, { cacheBytes: 0 });
    const options = [{}, { limit: 1 }, { limit: 2, prefix: true }, { explain: true, weights: { k1: 2 } }, { returnLevel: 2 }, { facets: ["tags"] }];
    const asked = ["install", "deploy with rsync", "server", "serv"].flatMap((query) => options.map((given) => [query, given]));
    const twice = [...asked, ...asked.toReversed()];
    const found = await Promise.all(twice.map(([query, given]) => index.search(query, given)));
    for (const [at, [query, given]] of twice.entries()) {
      assert.deepEqual(found[at], one.search(query, given), `${query} ${JSON.stringify(given)}`);
    }
    index.close();
  });

  test("lists its documents with one file more", async () => {
    await served(async (address, asked) => {
      const index = await explore(address);
      const { total, pages } = await index.pages();
      assert.ok(total > 5 && pages.length === total);
      assert.equal((await index.page(pages[3].url)).id, pages[3].id);
      assert.equal(asked.length, 2, "the head and the listing");
      await index.chunks(pages[3].id, 0);
      assert.equal(asked.length, 3, "and what the page is in");
      index.close();
    });
  });

  test("is opened by address, by path and by what reads its files", async () => {
    const wanted = whole.search("deploy");
    const url = pathToFileURL(`${folder}/`);
    const sources = [`${folder}/`, url, url.href, file, async (name) => new Blob([await file(name)])];
    const answered = async (source) => assert.deepEqual(await (await open(source)).search("deploy"), wanted);
    for (const source of sources) {
      await answered(source);
      assert.equal((await (await explore(source)).search("deploy")).total, wanted.total);
    }
    await served(async (address) => {
      await answered(address);
      await answered(new URL(address));
    });
    await assert.rejects(open(join(folder, "none/")), failure("read_failed"));
    for (const head of [join(folder, "index.kdx"), await file("index.kdx"), gunzipSync(await file("index.kdx"))]) {
      for (const opens of [open, explore, openBuilding]) await assert.rejects(opens(head), failure("unknown_flags", /open its folder/));
    }
  });

  test("loads each file once, whoever asks", async () => {
    await served(async (address, asked) => {
      const index = await open(address);
      assert.deepEqual(asked, ["index.kdx"]);
      const queries = ["deploy", "deploy the site", "deploy", "rsync"];
      await Promise.all(queries.map((query) => index.search(query)));
      const before = asked.length;
      assert.equal(new Set(asked).size, before);
      await Promise.all(queries.map((query) => index.search(query)));
      assert.equal(asked.length, before);
    });
  });

  test("loads a file for each that asks, where none is to wait for another", async () => {
    await served(async (address, asked) => {
      const index = await open(address, { coalesce: false });
      const both = [index.search("deploy"), index.search("deploy")];
      const found = await Promise.all(both);
      // Word, list and rules are asked for before any is there; a text may be there for the second.
      const again = asked.filter((path, at) => asked.indexOf(path) < at);
      assert.ok(again.length >= 3 && new Set(again).size === again.length, String(asked));
      const before = asked.length;
      assert.deepEqual(await index.search("deploy"), found[1]);
      assert.deepEqual(found[0], whole.search("deploy"));
      assert.equal(asked.length, before);
      const stopped = AbortSignal.abort();
      await assert.rejects(index.search("rsync", { signal: stopped }), { name: "AbortError" });
    });
  });

  test("an aborted search stops its requests, and no other's", { timeout: 60_000 }, async () => {
    const [hanging, closed] = [new Count(), new Count()];
    const hang = (name, response) => {
      if (name === "index.kdx") return false;
      hanging.add();
      response.on("close", () => closed.add());
      return true;
    };
    await served(async (address) => {
      const index = await open(address);
      const [one, other] = [new AbortController(), new AbortController()];
      const searches = [one, other].map(({ signal }) => index.search("deploy", { signal }));
      const [first, second] = searches.map((search) => assert.rejects(search, { name: "AbortError" }));
      await hanging.reach(1);
      one.abort();
      await first;
      assert.equal(closed.value, 0);
      other.abort();
      await second;
      await closed.reach(1);
      await assert.rejects(index.search("deploy", { signal: AbortSignal.abort() }), { name: "AbortError" });
    }, hang);
  });

  test("a search that needs many files hears its signal once", async () => {
    const warnings = [];
    const heard = (warning) => warnings.push(String(warning));
    process.on("warning", heard);
    await served(async (address, asked) => {
      const index = await open(address);
      const { signal } = new AbortController();
      const words = whole.search("deploy").hits.flatMap(({ text }) => text.match(/[a-z]{5,}/g));
      const query = [...new Set(words)].slice(0, 60).join(" ");
      assert.deepEqual(await index.search(query, { signal }), whole.search(query));
      assert.ok(asked.length > 12, `${asked.length} files`);
      // Warnings come after the code that is running.
      await new Promise(setImmediate);
    });
    process.off("warning", heard);
    assert.deepEqual(warnings, []);
  });

  test("a file inflates to no more than the index has", async () => {
    // A quarter of a gigabyte.
    const large = gzipSync(new Uint8Array(256 << 20), { level: 1 });
    const before = process.resourceUsage().maxRSS;
    const index = await open(async (name) => (name === "index.kdx" ? file(name) : large));
    await assert.rejects(index.search("deploy"), failure("corrupt"));
    await assert.rejects(open(() => large), failure("not_an_index"));
    const grown = (process.resourceUsage().maxRSS - before) / 1024;
    assert.ok(grown < 128, `it took ${grown} MiB more`);
  });

  test("closing stops requests, and says so to who waits for them", SOON, async () => {
    const [hanging, closed] = [new Count(), new Count()];
    const hang = (name, response) => {
      if (name === "index.kdx") return false;
      hanging.add();
      response.on("close", () => closed.add());
      return true;
    };
    await served(async (address, asked) => {
      const index = await open(address);
      const searches = ["deploy", "rsync"].map((query) => index.search(query));
      const failures = searches.map((search) => assert.rejects(search, failure("closed")));
      await hanging.reach(1);
      index.close();
      await Promise.all(failures);
      await closed.reach(asked.length - 1);
    }, hang);
  });

  test("closing ends searches whose reader hears no signal", SOON, async () => {
    const never = new Promise(() => {});
    const index = await open((name) => (name === "index.kdx" ? file(name) : never));
    const search = assert.rejects(index.search("deploy"), failure("closed"));
    index.close();
    await search;
  });

  test("a file that fails is reported while others are on their way, which are kept", SOON, async () => {
    const asked = [];
    let arrive, lost;
    const arrival = new Promise((resolve) => (arrive = resolve));
    const index = await open(async (name) => {
      asked.push(name);
      if (asked.length === 2) lost = name;
      if (name === lost) return null;
      if (name !== "index.kdx") await arrival;
      return file(name);
    });
    await assert.rejects(index.search("deploy with rsync"), failure("fetch_failed", /\.kds is not there/));
    const others = new Set(asked.filter((name) => name !== "index.kdx" && name !== lost));
    assert.ok(others.size > 0);
    arrive();
    lost = undefined;
    assert.deepEqual(await index.search("deploy with rsync"), whole.search("deploy with rsync"));
    const times = (wanted) => asked.filter((name) => name === wanted).length;
    for (const name of others) assert.equal(times(name), 1);
  });

  test("after an abort a file is asked for once more, and counted once", async () => {
    const asked = [];
    const reading = [];
    const slow = (name) => {
      asked.push(name);
      reading.push(file(name));
      return reading.at(-1);
    };
    const size = (await Promise.all(names.map(file))).reduce((sum, { length }) => sum + length, 0);
    const index = await open(slow, { cacheBytes: 20 * size });
    const first = new AbortController();
    const aborted = assert.rejects(index.search("deploy", { signal: first.signal }), { name: "AbortError" });
    first.abort();
    await aborted;
    const later = [index.search("deploy")];
    // Those of the search that was aborted, too.
    await Promise.all(reading);
    later.push(index.search("deploy"));
    await Promise.all(later);
    const before = asked.length;
    const times = asked.filter((name) => name === asked[1]).length;
    assert.equal(times, 2);
    assert.deepEqual(await index.search("deploy"), whole.search("deploy"));
    assert.equal(asked.length, before);
  });

  test("what a bucket or a folder lacks is named", async () => {
    const bucket = async (name) => (name === "index.kdx" ? file(name) : null);
    const index = await open(bucket);
    await assert.rejects(index.search("deploy"), failure("fetch_failed", /\.kds is not there.*reload/));
    const page = async (name) => (name === "index.kdx" ? file(name) : new Blob(["<!doctype html>"]));
    const other = await open(page);
    await assert.rejects(other.search("deploy"), failure("corrupt", /\.kds: .*reload/));
    await assert.rejects(open(async () => undefined), failure("missing_file"));
  });

  test("what is lost is named, the rest goes on, and it may come back", async () => {
    let lost = false;
    const lose = (name, response) => {
      if (name === "index.kdx" || !lost) return false;
      response.writeHead(404).end();
      return true;
    };
    await served(async (address) => {
      const index = await open(address);
      const knots = await index.search("bowline", { limit: 1 });
      lost = true;
      await assert.rejects(index.search("設定"), failure("fetch_failed", /[0-9a-f]{12}\.kds.* 404: .*reload/));
      assert.deepEqual(await index.search("bowline", { limit: 1 }), knots);
      lost = false;
      // Requests that failed with the first may still be on their way.
      const again = (times) => index.search("設定").catch((error) => (times > 0 ? again(times - 1) : Promise.reject(error)));
      assert.deepEqual(await again(9), whole.search("設定"));
    }, lose);
  });

  test("what was altered is refused", async () => {
    const inflate = async (name) => new Uint8Array(await new Response(new Blob([await file(name)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
    const changes = [
      (bytes) => bytes.with(0, bytes[0] ^ 1),
      (bytes) => bytes.subarray(0, bytes.length - 1),
      () => new Uint8Array([0x1f, 0x8b, 8, 0]),
      () => new Uint8Array(0),
    ];
    for (const change of changes) {
      const index = await open(async (name) =>
        name === "index.kdx" ? file(name) : change(await inflate(name)));
      await assert.rejects(index.search("deploy"), failure("corrupt"));
    }
    const head = await file("index.kdx");
    const cut = (name) => (name === "index.kdx" ? head.subarray(0, 50) : file(name));
    await assert.rejects(open(cut), failure("corrupt", /index\.kdx/));
  });

  test("keeps no more in memory than it may", async () => {
    await served(async (address, asked) => {
      const index = await open(address, { cacheBytes: 0 });
      for (let times = 0; times < 2; times++) {
        assert.deepEqual(await index.search("deploy"), whole.search("deploy"));
      }
      // Word, list and rules are asked for before any is there; a text may be there for the second.
      const again = asked.filter((path, at) => asked.indexOf(path) < at);
      assert.ok(again.length >= 3 && new Set(again).size === again.length, String(asked));
    });
  });

  test("options and the query are checked, and a closed index says so", async () => {
    const index = await open(`${folder}/`);
    await assert.rejects(index.search(7), failure("invalid_argument"));
    await assert.rejects(index.search("a", { limits: 3 }), failure("invalid_option"));
    await assert.rejects(open(`${folder}/`, { cacheBytes: -1 }), failure("invalid_option"));
    await assert.rejects(open(`${folder}/`, { coalesce: 1 }), failure("invalid_option", /coalesce/));
    assert.deepEqual(await index.search("deploy", null), whole.search("deploy"));
    index.close();
    index.close();
    await assert.rejects(index.search("deploy"), failure("closed"));
  });

  test("a folder with an index in one file is opened alike", async () => {
    const other = await mkdtemp(join(tmpdir(), "kindex-one-"));
    await cp(join(ROOT, "tests/golden/guide-v1.kdx"), join(other, "index.kdx"));
    for (const index of [await open(`${other}/`), await open((name) => readFile(join(other, name)))]) {
      assert.deepEqual(await index.search("deploy"), whole.search("deploy"));
      index.close();
    }
    await rm(other, { recursive: true });
  });

  test("one file may be compressed too", async () => {
    const path = join(folder, "site.kdx.gz");
    const bytes = await readFile(join(ROOT, "tests/golden/guide-v1.kdx"));
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
    await writeFile(path, new Uint8Array(await new Response(stream).arrayBuffer()));
    assert.deepEqual((await open(path)).search("deploy"), whole.search("deploy"));
  });
});
