// An index in several files, written by the package's command: the files of the native one, and what
// becomes of those that lay there.
import assert from "node:assert/strict";
import { copyFile, cp, lstat, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { put } from "../bundlers/support.mjs";
import { ALONE, COMMAND, CORPUS, commands, run } from "./cli-support.mjs";
import { open } from "./support.mjs";

const SHARDED = ["--layout", "sharded"];

/** Pages of some kilobytes each, so that there are several shards of each kind. */
const SITE = Object.fromEntries(
  Array.from({ length: 40 }, (_, page) => {
    const words = Array.from({ length: 300 }, (_, word) => `word${((page + 1) * (word + 7)) % 6007}`);
    return [`site/${String(page).padStart(2, "0")}.md`, `# Page ${page}\n\n${words.join(" ")}\n`];
  }),
);

const isShard = (name) => /^[\da-f]{12}\.kds$/.test(name);

describe("an index in several files, by the package's command", () => {
  const made = [];
  let folder, ready;
  const { own, native } = commands(() => folder);

  async function newFolder() {
    folder = await mkdtemp(join(tmpdir(), "kindex-folder-"));
    made.push(folder);
    await put(folder, SITE);
    return folder;
  }

  // What most tests begin with is built once: `search`, and `other` of the site with other words.
  before(async () => {
    ready = await newFolder();
    await built();
    await editWords();
    await built("site", "-o", "other");
  });

  beforeEach(newFolder);

  const take = (name) => cp(join(ready, name), join(folder, name), { recursive: true });

  after(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

  async function built(...args) {
    const { code, stdout, stderr } = await own("build", ...(args.length > 0 ? args : ["site", "-o", "search"]), ...SHARDED);
    assert.deepEqual([code, stderr], [0, ""]);
    return stdout;
  }

  async function edit(change) {
    for (const [path, text] of Object.entries(SITE)) await writeFile(join(folder, path), change(text, path));
  }

  const editWords = () => edit((text) => text.replaceAll("word", "vord"));

  /** By name: the bytes of each file, and what changes when it is written again. */
  async function contents(name) {
    const files = (await readdir(join(folder, name))).sort().map(async (file) => {
      const path = join(folder, name, file);
      const { ino, mtimeNs } = await stat(path, { bigint: true });
      return [file, { bytes: await readFile(path), written: `${ino} ${mtimeNs}` }];
    });
    return new Map(await Promise.all(files));
  }

  const shards = async () => (await readdir(join(folder, "search"))).filter(isShard).sort();
  const inflated = async (name) => [...(await contents(name))].map(([file, { bytes }]) => [file, gunzipSync(bytes)]);

  const SITES = {
    "a site": ["site"],
    "the corpus": [CORPUS],
    "the corpus without pairs of words": [CORPUS, "--no-pairs"],
    "other chunks": [CORPUS, "--levels", "800,200", "--language", "de"],
  };
  for (const [name, args] of Object.entries(SITES)) {
    test(`has the files that the native one makes: ${name}`, async () => {
      await built(...args, "-o", "own");
      await native("build", ...args, "-o", "other", "-q", ...SHARDED);
      const [files, others] = [await inflated("own"), await inflated("other")];
      assert.ok(files.length > 10);
      assert.deepEqual(files, others);
    });
  }

  test("answers as the index in one file", async () => {
    await take("search");
    await own("build", "site", "-o", "site.kdx");
    assert.deepEqual(await native("verify", "search"), { code: 0, stdout: "search: OK\n", stderr: "" });
    const indexes = await Promise.all(["search/", "site.kdx"].map((name) => open(join(folder, name))));
    for (const query of ["word7", "word77 word9", '"word14 word16"', "pagge 12", "page 12", ""]) {
      for (const command of [native, own]) {
        const ask = (index) => command("search", index, query, "--json");
        const { code, stdout } = await ask("search");
        assert.deepEqual([code, stdout], [0, (await ask("site.kdx")).stdout]);
      }
      const [sharded, whole] = await Promise.all(indexes.map((index) => index.search(query)));
      assert.deepEqual(sharded, whole);
      assert.ok(query === "" || whole.total > 0, query);
    }
  });

  test("says what it wrote", async () => {
    const said = await built();
    const sizes = [...(await contents("search"))].map(([name, { bytes }]) => [name, bytes.length]);
    const of = (count) => `${count.toLocaleString("en")} bytes`;
    const sum = sizes.reduce((sum, [, size]) => sum + size, 0);
    const head = sizes.find(([name]) => name === "index.kdx")[1];
    const largest = Math.max(...sizes.filter(([name]) => isShard(name)).map(([, size]) => size));
    const wanted = `search: 40 documents, ${of(sum)} in ${sizes.length} files, of which pages load index.kdx (${of(head)}) and what a query needs (up to ${of(largest)} each); built in `;
    assert.ok(said.startsWith(wanted), said);
    assert.equal(await built("site", "-o", "search", "--quiet"), "");
  });

  test("leaves the files of what did not change as they are", async () => {
    await take("search");
    const old = await contents("search");
    await edit((text, path) => (path.endsWith("20.md") ? text.replace("word", "word7 word") : text));
    await built();
    const files = await contents("search");
    const changed = [...old].filter(([name, { written }]) => files.get(name)?.written !== written).map(([name]) => name);
    assert.ok(changed.includes("index.kdx"));
    // The head, and the groups of the checksums of pages, of the word, of its list and of the text; so
    // few shards are a few groups.
    assert.ok(changed.length >= 4 && changed.length < old.size && files.size === old.size, `${changed} of ${old.size}`);
    assert.equal((await native("verify", "search")).code, 0);
    // The native command takes them over too, and the other way round.
    await native("build", "site", "-o", "search", "-q", ...SHARDED);
    const after = await contents("search");
    assert.deepEqual([...after].filter(([name, { written }]) => files.get(name)?.written !== written).map(([name]) => name), ["index.kdx"]);
  });

  test("removes stale shards, and nothing else", async () => {
    await take("search");
    const stale = await shards();
    const others = ["notes.kds", "0123456789AB.kds", "0123456789ab.kds.txt", "page.html"].map((name) => `search/${name}`);
    await put(folder, Object.fromEntries([...others, "search/fedcba987654.kds"].map((name) => [name, "mine"])));
    await mkdir(join(folder, "search", "0123456789ab.kds"));
    await symlink("page.html", join(folder, "search", "0123456789ac.kds"));
    await edit((_, path) => `# Other ${path}\n\nRestart.\n`);
    await built();
    const left = await readdir(join(folder, "search"));
    assert.deepEqual(stale.filter((name) => left.includes(name)), []);
    assert.equal(left.includes("fedcba987654.kds"), false);
    assert.ok((await lstat(join(folder, "search", "0123456789ab.kds"))).isDirectory());
    assert.ok((await lstat(join(folder, "search", "0123456789ac.kds"))).isSymbolicLink());
    for (const name of others) assert.equal(await readFile(join(folder, name), "utf8"), "mine");
    assert.deepEqual(left.filter((name) => name.startsWith(".")), []);
    assert.equal((await native("verify", "search")).code, 0);
  });

  test("removes what a build that was killed left an hour ago", async () => {
    await take("search");
    const ages = { ".kindex-1.tmp": 2, ".kindex-2.tmp": 0.5, "notes.tmp": 2 };
    await mkdir(join(folder, "search/.kindex-3.tmp"));
    await utimes(join(folder, "search/.kindex-3.tmp"), 0, 0);
    for (const [name, hours] of Object.entries(ages)) {
      const path = join(folder, "search", name);
      await writeFile(path, "");
      const time = Date.now() / 1000 - hours * 3600;
      await utimes(path, time, time);
    }
    await built();
    const left = (await readdir(join(folder, "search"))).filter((name) => name.endsWith(".tmp"));
    assert.deepEqual(left.sort(), [".kindex-2.tmp", "notes.tmp"]);
  });

  test("writes shards again that are damaged", async () => {
    await take("search");
    const [first, second, third, fourth] = await shards();
    const path = (name) => join(folder, "search", name);
    const good = await contents("search");
    const bytes = (name) => good.get(name).bytes;
    await writeFile(path(first), "broken");
    await writeFile(path(second), Buffer.concat([bytes(second), Buffer.alloc(9)]));
    await writeFile(path(third), gzipSync(gunzipSync(bytes(third)).map((byte) => byte ^ 1)));
    await writeFile(path(fourth), gunzipSync(bytes(fourth)));
    await built();
    for (const [name, { bytes }] of await contents("search")) assert.ok(bytes.equals(good.get(name).bytes), name);
    // Another compression of the same bytes is the same shard.
    const other = gzipSync(gunzipSync(bytes(first)), { level: 1 });
    await writeFile(path(first), other);
    await built();
    assert.ok((await readFile(path(first))).equals(other));
  });

  test("leaves the old index where it fails", async () => {
    await take("search");
    const old = await contents("search");
    await put(folder, { "site/bad.md": "" });
    await writeFile(join(folder, "site", "bad.md"), Buffer.from([0xff, 0]));
    const failed = await own("build", "site", "-o", "search", "--strict", ...SHARDED);
    assert.match(failed.stderr, /1 skipped, as named above; with --strict nothing is written\n$/);
    const record = (tenant) => `${JSON.stringify({ id: tenant, text: "b", tenant })}\n`;
    await put(folder, { "two.jsonl": record("red") + record("blue") });
    const tenants = await own("build", "two.jsonl", "-o", "search", ...SHARDED);
    assert.match(tenants.stderr, /--output: an index is of one tenant/);
    assert.deepEqual(await contents("search"), old);
  });

  test("leaves the old index where a shard cannot be written", async () => {
    await take("search");
    const answer = () => native("search", "search", "word7", "--json");
    const [old, head] = [await answer(), await readFile(join(folder, "search", "index.kdx"))];
    await editWords();
    await take("other");
    const kept = await shards();
    const name = (await readdir(join(folder, "other"))).find((name) => isShard(name) && !kept.includes(name));
    await mkdir(join(folder, "search", name));
    const { code, stdout, stderr } = await own("build", "site", "-o", "search", ...SHARDED);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, new RegExp(`^kindex: error: cannot write search/${name}: .*directory\n$`));
    assert.ok((await readFile(join(folder, "search", "index.kdx"))).equals(head));
    assert.deepEqual(await answer(), old);
    assert.deepEqual((await readdir(join(folder, "search"))).filter((name) => name.startsWith(".")), []);
    await rm(join(folder, "search", name), { recursive: true });
    await built();
    assert.deepEqual(await inflated("search"), await inflated("other"));
  });

  // As the new shards are there already, the head is all that is to be written.
  test("leaves the old index where the head cannot be written", { skip: process.platform === "win32" }, async () => {
    await take("search");
    const answer = () => native("search", "search", "word7", "--json");
    const old = await answer();
    await editWords();
    await take("other");
    for (const name of (await readdir(join(folder, "other"))).filter(isShard)) {
      await copyFile(join(folder, "other", name), join(folder, "search", name));
    }
    const before = await contents("search");
    const { code, stderr } = await limited(0, "search");
    assert.equal(code, 1);
    assert.equal(stderr, "kindex: error: cannot write search/index.kdx: file too large\n");
    assert.deepEqual(await contents("search"), before);
    assert.deepEqual(await answer(), old);
  });

  /** Builds where no file can have more than some units of 512 bytes. */
  function limited(units, output) {
    const script = `trap '' XFSZ; ulimit -f ${units}; exec "$0" "$@"`;
    const args = [process.execPath, COMMAND, "build", "site", "-o", output, ...SHARDED];
    return run("/bin/sh", ["-c", script, ...args], { cwd: folder, env: ALONE }).catch((error) => error);
  }

  /** Makes the disk full after some files. */
  const FULL = `
    import fs from "node:fs/promises";
    import { syncBuiltinESMExports } from "node:module";
    const { writeFile } = fs;
    let left = Number(process.env.FILES);
    fs.writeFile = async (path, bytes, options) => {
      if (bytes.length === 0 || left-- > 0) return writeFile(path, bytes, options);
      await writeFile(path, bytes.subarray(0, 100), options);
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    };
    syncBuiltinESMExports();`;

  /** Builds on a disk that has room for some files. */
  function crowded(files, output) {
    const loaded = `data:text/javascript,${encodeURIComponent(FULL)}`;
    const args = ["--import", loaded, COMMAND, "build", "site", "-o", output, ...SHARDED];
    return run(process.execPath, args, { cwd: folder, env: { ...ALONE, FILES: files } }).catch((error) => error);
  }

  test("leaves nothing where the disk is too full, be it for a shard or for the head", async () => {
    await take("search");
    const old = await contents("search");
    await editWords();
    await take("other");
    const count = (await readdir(join(folder, "other"))).filter((name) => isShard(name) && !old.has(name)).length;
    assert.ok(count > 10);
    for (const [output, files] of [["search", 5], ["search", count], ["fresh", 10]]) {
      const { code, stderr } = await crowded(files, output);
      assert.equal(code, 1, stderr);
      const name = files === count ? "index\\.kdx" : "[\\da-f]{12}\\.kds";
      assert.match(stderr, new RegExp(`^kindex: error: cannot write ${output}/${name}: no space left on device\n$`));
      assert.deepEqual(await contents("search"), old);
    }
    assert.deepEqual((await readdir(folder)).sort(), ["other", "search", "site"]);
    await built();
    assert.equal((await native("verify", "search")).code, 0);
  });
});
