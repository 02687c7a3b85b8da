// --keep-previous of kindex build leaves the shards of the build before: of the package's command as of the
// native one, from a folder or over HTTP, and for a session that is open meanwhile.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { put } from "../bundlers/support.mjs";
import { ALONE, COMMAND, NATIVE, commands, run } from "./cli-support.mjs";
import { open } from "./support.mjs";

const KEPT = "index.kdx.kept";
const DAY = 24 * 60 * 60;

/** Pages of some kilobytes each, so that there are several shards of each kind. One word in three is `of`. */
const site = (of) =>
  Object.fromEntries(
    Array.from({ length: 20 }, (_, page) => {
      const words = Array.from({ length: 100 }, (_, word) => `${of} word${((page + 1) * (word + 7)) % 1009}`);
      return [`site/${String(page).padStart(2, "0")}.md`, `# Page ${page}\n\n${words.join(" ")}\n`];
    }),
  );

const isShard = (name) => name.endsWith(".kds");

describe("the shards of the build before", () => {
  const made = [];
  let folder, ready;
  const { own, native } = commands(() => folder);

  async function newFolder() {
    folder = await mkdtemp(join(tmpdir(), "kindex-kept-"));
    made.push(folder);
  }

  /** Builds as a command does; gives its summary and what it warned of. */
  async function built(command, output, ...more) {
    const { code, stdout, stderr } = await command("build", "site", "--layout", "sharded", "-o", output, "--json", ...more);
    assert.equal(code, 0, stderr);
    return { ...JSON.parse(stdout), stderr };
  }

  // `old/` and `new/` are indexes of sites that differ in a word.
  before(async () => {
    await newFolder();
    ready = folder;
    for (const of of ["old", "new"]) {
      await put(folder, site(of));
      await built(own, `${of}/`);
    }
  });

  beforeEach(async () => {
    await newFolder();
    await cp(join(ready, "old"), join(folder, "search"), { recursive: true });
    await put(folder, site("new"));
  });

  after(() => Promise.all(made.map((name) => rm(name, { recursive: true }))));

  const shards = async (name) => (await readdir(join(folder, name))).filter(isShard).sort();
  const shardsOf = async (of) => (await readdir(join(ready, of))).filter(isShard).sort();
  const kept = async (name = "search") => JSON.parse(await readFile(join(folder, name, KEPT), "utf8"));

  /** All that both builds have, and of what is kept the names. */
  async function all() {
    const [old, fresh] = [await shardsOf("old"), await shardsOf("new")];
    return { files: [...new Set([...old, ...fresh])].sort(), left: old.filter((name) => !fresh.includes(name)).map((name) => name.slice(0, -4)) };
  }

  async function isKept(name) {
    const { files, left } = await all();
    assert.ok(left.length > 10);
    assert.deepEqual(await shards(name), files);
    const list = await kept(name);
    assert.deepEqual(list.kept.map(({ shards }) => shards), [left]);
    const [{ left: time }] = list.kept;
    assert.ok(Math.abs(Date.now() / 1000 - time) < 600, `${time}`);
    for (const command of [own, native]) {
      const { stdout, stderr } = await command("verify", name);
      assert.deepEqual([stdout, stderr], [`${name}: OK; ${left.length} shards kept of builds before\n`, ""]);
      assert.deepEqual(JSON.parse((await command("verify", name, "--json")).stdout), { ok: true, keptShards: left.length });
    }
    return left;
  }

  /** Serves the files of the folder, and notes their names. */
  async function serving(use, missing = (response) => response.writeHead(404).end()) {
    const asked = [];
    const server = createServer(async (request, response) => {
      asked.push(request.url);
      const bytes = await readFile(join(folder, request.url)).catch(() => undefined);
      if (bytes) response.end(bytes);
      else missing(response, request.url);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      return await use(`http://127.0.0.1:${server.address().port}`, asked);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  for (const [name, command] of Object.entries({ own, native })) {
    test(`stay in the folder (${name})`, async () => {
      const { keptShards, stderr } = await built(command, "search/", "--keep-previous");
      const left = await isKept("search");
      assert.deepEqual([keptShards, stderr], [left.length, ""]);
    });

    test(`come from another folder (${name})`, async () => {
      await built(command, "fresh/", "--keep-previous=search");
      await isKept("fresh");
    });

    test(`go after a day, or without the option (${name})`, async () => {
      await built(command, "search/", "--keep-previous");
      const list = await kept();
      list.kept[0].left -= DAY;
      await writeFile(join(folder, "search", KEPT), JSON.stringify(list));
      await built(command, "search/", "--keep-previous");
      const fresh = (await readdir(join(ready, "new"))).sort();
      assert.deepEqual((await readdir(join(folder, "search"))).sort(), fresh);
      await cp(join(ready, "old"), join(folder, "search"), { recursive: true });
      await built(command, "search/", "--keep-previous");
      assert.ok((await readdir(join(folder, "search"))).length > fresh.length + 1);
      await built(command, "search/");
      assert.deepEqual((await readdir(join(folder, "search"))).sort(), fresh);
    });
  }

  for (const [name, command] of Object.entries({ own, native })) {
    test(`are those of a tenant alone, in its own folder (${name})`, async () => {
      await put(folder, site("old"));
      const build = (...more) => built(command, "search-{tenant}/", "--tenant", "red", ...more);
      await build();
      await put(folder, site("new"));
      const { keptShards, stderr } = await build("--keep-previous");
      assert.deepEqual([keptShards, stderr], [(await isKept("search-red")).length, ""]);
      const { code, stderr: refusal } = await command("build", "site", "-o", "search-{tenant}/", "--tenant", "blue", "--keep-previous=search-red");
      assert.equal(code, 2);
      assert.match(refusal, /--keep-previous: with \{tenant\} in the output each index keeps the shards of its own folder/);
    });
  }

  /** Serves the files of the folder, and of a shard what `answer` gives. */
  async function servingShards(answer, use) {
    return serving(use, async (response, name) => {
      const bytes = await readFile(join(folder, name.slice("/of".length))).catch(() => undefined);
      if (!bytes) response.writeHead(404).end();
      else if (isShard(name)) answer(response, bytes);
      else response.end(bytes);
    });
  }

  for (const [name, command] of Object.entries({ own, native })) {
    test(`are listed before the head is there (${name})`, async () => {
      // A folder cannot be written as a file.
      await put(folder, { [`fresh/${KEPT}/notes.txt`]: "mine" });
      const { code, stderr } = await command("build", "site", "--layout", "sharded", "-o", "fresh/", "--keep-previous=search");
      assert.equal(code, 1);
      assert.match(stderr, /cannot write fresh.index\.kdx\.kept/);
      assert.deepEqual(await readdir(join(folder, "fresh")), [KEPT]);
    });

    test(`stay where a build follows one that was cut off (${name})`, async () => {
      await built(command, "search/", "--keep-previous");
      const list = await kept();
      await put(folder, { "search/0123456789ab.kds": "stale" });
      await built(command, "search/", "--keep-previous");
      assert.deepEqual(await kept(), list);
      await isKept("search");
    });

    test(`count from now where a list says that they were left later (${name})`, async () => {
      await built(command, "search/", "--keep-previous");
      const list = await kept();
      list.kept[0].left += 365 * DAY;
      await writeFile(join(folder, "search", KEPT), JSON.stringify(list));
      await built(command, "search/", "--keep-previous");
      await isKept("search");
    });

    test(`are no more of builds long before than a folder may have (${name})`, async () => {
      const shards = Array.from({ length: 9000 }, (_, number) => number.toString(16).padStart(12, "0"));
      const left = Math.floor(Date.now() / 1000) - 60;
      await writeFile(join(folder, "search", KEPT), JSON.stringify({ kept: [{ left: left - 60, shards: shards.slice(8000) }, { left, shards: shards.slice(0, 8000) }] }));
      const { stderr } = await built(command, "search/", "--keep-previous");
      const [over, missing] = stderr.split("\n");
      assert.equal(over, "kindex: 808 shards of builds before not kept: the list in search/ has more than 8192");
      assert.equal(missing, "kindex: 8,192 shards of the build before not kept: missing or damaged in search/");
      await isKept("search");
    });
  }

  test("are stored compressed where a host declares the compression of their files, which undoes it", async () => {
    await servingShards((response, bytes) => response.writeHead(200, { "content-encoding": "gzip" }).end(bytes), async (origin) => {
      const { stderr } = await built(own, "fresh/", `--keep-previous=${origin}/of/search/`);
      assert.equal(stderr, "");
      await isKept("fresh");
    });
  });

  test("are not waited for where a host falls silent", async () => {
    const asked = [];
    await servingShards((response) => asked.push(response), async (origin) => {
      // Whoever waits for 15 seconds waits for a tenth of one.
      const hurry = "const wait = setTimeout; globalThis.setTimeout = (act, time, ...more) => wait(act, time === 15_000 ? 100 : time, ...more)";
      const args = ["--import", `data:text/javascript,${encodeURIComponent(hurry)}`, COMMAND, "build", "site", "--layout", "sharded", "-o", "fresh/", "-q", `--keep-previous=${origin}/of/search/`];
      const { stderr } = await run(process.execPath, args, { cwd: folder, env: ALONE });
      assert.match(stderr, /^kindex: \d+ shards of the build before not kept: no more were fetched, as nothing arrived from http.*\n$/);
      assert.ok(asked.length <= 8, `${asked.length}`);
      assert.equal((await native("verify", "fresh")).stdout, "fresh: OK\n");
    });
  });

  test("come from the address at which they are published, only those that are needed", async () => {
    await serving(async (origin, asked) => {
      await built(own, "fresh/", `--keep-previous=${origin}/search`);
      const left = await isKept("fresh");
      assert.deepEqual(asked.sort(), ["/search/index.kdx", `/search/${KEPT}`, ...left.map((name) => `/search/${name}.kds`)].sort());
      // What was kept at the address is kept on, and counts from when it was left.
      const list = await kept("fresh");
      list.kept[0].left -= DAY - 600;
      await writeFile(join(folder, "fresh", KEPT), JSON.stringify(list));
      await put(folder, site("next"));
      await built(own, "next/", `--keep-previous=${origin}/fresh/`);
      assert.deepEqual((await kept("next")).kept[0], list.kept[0]);
      assert.equal((await kept("next")).kept.length, 2);
      assert.equal((await native("verify", "next")).code, 0);
    });
  });

  test("are told where they cannot be used, and the build goes on", async () => {
    const page = (response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Home</title>");
    await serving(async (origin) => {
      const { keptShards, stderr } = await built(own, "fresh/", `--keep-previous=${origin}/nowhere/`);
      assert.equal(keptShards, 0);
      assert.match(stderr, /^kindex: kept no shards of the build before: http.*nowhere\/index\.kdx: .*\n$/);
      // A shard that is gone is a page, and so is a list that there is not.
      const [gone] = (await all()).left;
      await rm(join(folder, "search", `${gone}.kds`));
      const second = await built(own, "fresh/", `--keep-previous=${origin}/search/`);
      assert.match(second.stderr, /^kindex: 1 shard of the build before not kept: missing or damaged in http.*\n$/);
      assert.equal(second.keptShards, (await all()).left.length - 1);
      assert.equal((await native("verify", "fresh")).code, 0);
      await cp(join(ready, "old"), join(folder, "search"), { recursive: true });
    }, page);
    const closed = await built(own, "fresh/", "--keep-previous=http://127.0.0.1:9/");
    assert.match(closed.stderr, /^kindex: kept no shards of the build before: cannot fetch .*\n$/);
    for (const place of ["site", "nowhere"]) {
      const [{ stderr }, other] = [await built(own, "fresh/", `--keep-previous=${place}`), await built(native, "fresh/", `--keep-previous=${place}`)];
      assert.match(stderr, /cannot read .*index\.kdx/);
      assert.equal(stderr, other.stderr);
    }
    await writeFile(join(folder, "search", KEPT), '{"kept":[{"left":1,"shards":["../../0123456789ab"]}]}');
    const [mine, others] = [await built(own, "fresh/", "--keep-previous=search"), await built(native, "fresh/", "--keep-previous=search")];
    assert.match(mine.stderr, /it is no list of shards/);
    assert.equal(mine.stderr, others.stderr);
    for (const command of [own, native]) assert.match((await command("verify", "search")).stderr, /it is no list of shards/);
  });

  test("are of no use to one file, and the native command fetches none", async () => {
    const refused = await Promise.all([own, native].map((command) => command("build", "site", "-o", "site.kdx", "--keep-previous")));
    assert.deepEqual(refused[0], refused[1]);
    assert.equal(refused[0].code, 2);
    const { code, stderr } = await native("build", "site", "-o", "search/", "--keep-previous=https://example.org/");
    assert.equal(code, 2);
    assert.match(stderr, /npx kindex build/);
  });

  test("are fetched also where kindex.toml names the address and there is a native command", async () => {
    await serving(async (origin) => {
      await put(folder, { "kindex.toml": `paths = ["site"]\noutput = "fresh/"\nlayout = "sharded"\nkeep-previous = "${origin}/search/"\n` });
      const building = (...args) => run(process.execPath, [COMMAND, "build", ...args], { cwd: folder, env: { ...ALONE, KINDEX_COMMAND: NATIVE } });
      await building();
      await isKept("fresh");
      await put(folder, { "kindex.toml": 'paths = ["site"]\noutput = "search.js"\n' });
      await building();
      assert.match(await readFile(join(folder, "search.js"), "utf8"), /^\/\*! Kindex/);
    });
  });

  test("lie in a folder that kindex.toml names from its own", async () => {
    await put(folder, { "sub/kindex.toml": 'paths = ["../site"]\noutput = "../fresh/"\nlayout = "sharded"\nkeep-previous = "../search"\n' });
    const { code, stderr } = await own("build", "-q", "--config", "sub/kindex.toml");
    assert.deepEqual([code, stderr], [0, ""]);
    await isKept("fresh");
  });

  test("let a session that is open go on, without opening anew", async () => {
    await serving(async (origin, asked) => {
      const heads = () => asked.filter((name) => name.endsWith("index.kdx")).length;
      const sessions = await Promise.all([open(`${origin}/search/`), open(`${origin}/search/`)]);
      const before = heads();
      await built(own, "search/", "--keep-previous");
      // Both words are in shards that are not loaded; of these builds only the one before has `old`.
      assert.equal((await sessions[0].search("old")).total, 20);
      assert.ok((await sessions[0].search('"word77 old"')).total > 0);
      assert.equal(heads(), before);
      await built(own, "search/");
      assert.equal((await sessions[1].search("new")).total, 20);
      assert.equal(heads(), before + 1, "without the option the new index answers");
    });
  });

  test("are those of the head as it lies in the folder", async () => {
    // A head may be stored as it is, where a host compresses.
    const head = join(folder, "search", "index.kdx");
    await writeFile(head, gunzipSync(await readFile(head)));
    for (const [name, command] of Object.entries({ own, native })) {
      await built(command, `${name}/`, "--keep-previous=search");
      await isKept(name);
    }
  });
});
