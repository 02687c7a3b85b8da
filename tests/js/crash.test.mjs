// The package's command is ended or disturbed while it writes: by another that writes to the same folder, a
// kill, a full standard output, a page that changes while it is read.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, open, readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { put } from "../bundlers/support.mjs";
import { NATIVE } from "./cli-support.mjs";
import { ENV, ONE_THREAD, OWN, canLock, countOf, disturbed, ranIn, turns, unlessTraced, upTo } from "./crash-support.mjs";
import { PACKAGE } from "./support.mjs";

const { readSteady } = await import(new URL("bin/steady.js", PACKAGE));

const pagesOf = (site, word) =>
  Object.fromEntries(Array.from({ length: 6 }, (_, page) => [`${site}/${page}.md`, `# Page ${page}\n\n${`${word}${page} `.repeat(60)}\n`]));

describe("the package's command while it writes", () => {
  const made = [];
  let folder;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-crash-"));
    made.push(folder);
    await put(folder, { ...pagesOf("red", "crimson"), ...pagesOf("blue", "azure") });
  });

  after(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

  const ran = (command, env) => ranIn(folder, command, env);
  const building = (site, output = "search", command = OWN) => [...command, "build", site, "-q", "-o", output, "--layout", "sharded"];

  /** By name the bytes of each file of an index, inflated: both commands compress in their own ways. */
  async function contents(name) {
    const files = (await readdir(join(folder, name))).filter((file) => !file.startsWith(".kindex-")).sort();
    return Object.fromEntries(await Promise.all(files.map(async (file) => [file, gunzipSync(await readFile(join(folder, name, file))).toString("base64")])));
  }

  async function alone() {
    const states = [];
    for (const site of ["red", "blue"]) {
      assert.deepEqual(await ran(building(site, `${site}-alone`)), { code: 0, signal: undefined, stderr: "" });
      states.push(await contents(`${site}-alone`));
    }
    return states;
  }

  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  /** A run in which calls of a name fail that lead to the folder of the index. */
  const failing = (call, error, args, env) => ran(disturbed(`${call}:error=${error}`, ["-P", join(folder, "search"), ...args]), env);

  for (const [name, other] of Object.entries({ itself: OWN, "the native one": [NATIVE] })) {
    test(`beside ${name} leaves the index of one`, { skip: !canLock && "SKIPPED: there is no flock here" }, async () => {
      const states = await alone();
      for (let time = 0; time < 5; time += 1) {
        const first = ran(building("red"));
        // At another moment of the first one's life each time.
        await setTimeout(time * 40);
        for (const { code, stderr } of await Promise.all([first, ran(building("blue", "search", other))])) {
          assert.equal(code, 0, stderr);
          assert.match(stderr, /^(kindex: waiting for another kindex that writes to search\n)?$/);
        }
        const there = await contents("search");
        assert.ok(states.some((state) => same(state, there)), `${name}, time ${time}: ${Object.keys(there)}`);
      }
    });
  }

  test("waits for another process that writes to the folder", { skip: !canLock && "SKIPPED: there is no flock here" }, async () => {
    await ran(building("red"));
    const before = await contents("search");
    const holder = spawn("flock", ["search", "sh", "-c", "echo held; exec sleep 600"], { cwd: folder, env: ENV, detached: true });
    try {
      await once(holder.stdout, "data");
      const [program, ...args] = building("blue");
      const waiting = spawn(program, args, { cwd: folder, env: ENV });
      const ended = once(waiting, "close");
      assert.equal(`${await once(waiting.stderr, "data")}`, "kindex: waiting for another kindex that writes to search\n");
      // Another one has all the time that it needs.
      assert.equal((await ran(building("blue", "meanwhile"))).code, 0);
      assert.deepEqual([waiting.exitCode, same(await contents("search"), before)], [null, true]);
      // Killed, it holds nothing any more.
      process.kill(-holder.pid, "SIGKILL");
      assert.deepEqual(await ended, [0, null]);
      assert.ok(!same(await contents("search"), before));
    } finally {
      holder.kill("SIGKILL");
    }
  });

  test("killed while it writes leaves the old index or the new one", { skip: unlessTraced }, async (t) => {
    const [red, blue] = await alone();
    let killed = 0;
    // The head comes last; after it what is stale goes, which two removals of tries came before.
    const few = { rename: (count) => [1, count - 1, count], unlink: (count) => [3, count], fsync: (count) => [count - 1, count] };
    const left = { rename: () => red, unlink: (at) => (at > 2 ? blue : red), fsync: (at, count) => (at < count ? red : blue) };
    for (const [call, some] of Object.entries(few)) {
      assert.equal((await ran(building("red"))).code, 0);
      const trace = join(folder, "trace");
      assert.equal((await ran(disturbed(call, building("blue"), { to: trace }), ONE_THREAD)).code, 0);
      const count = await countOf(call, trace);
      for (const at of turns(upTo(count), some(count))) {
        assert.equal((await ran(building("red"))).code, 0);
        const { signal } = await ran(disturbed(`${call}:signal=KILL:when=${at}`, building("blue")), ONE_THREAD);
        assert.equal(signal, "SIGKILL", `${call} ${at}`);
        killed += 1;
        const there = await contents("search");
        const isWhole = Object.entries(left[call](at, count)).every(([file, bytes]) => there[file] === bytes);
        assert.ok(isWhole, `${call} ${at} of ${count}`);
        assert.deepEqual(await ran(building("blue")), { code: 0, signal: undefined, stderr: "" });
        assert.deepEqual(await contents("search"), blue);
      }
    }
    t.diagnostic(`${killed} kills`);
  });

  test("says where a disk does not keep the names of files", { skip: unlessTraced }, async () => {
    const [red, blue] = await alone();
    for (const [error, said] of Object.entries({ EIO: "i/o error", EINVAL: "" })) {
      assert.equal((await ran(building("red"))).code, 0);
      const stderr = said && `kindex: error: cannot write search: ${said}\n`;
      assert.deepEqual(await failing("fsync", error, building("blue")), { code: said ? 1 : 0, signal: said ? null : undefined, stderr });
      // Not every system can sync a folder.
      assert.deepEqual(await contents("search"), said ? red : blue);
    }
  });

  test("leaves the new index where a disk may lose the name of its head", { skip: unlessTraced }, async () => {
    const [red, blue] = await alone();
    assert.equal((await ran(building("red"))).code, 0);
    // The first is for the shards.
    const stderr = "kindex: error: cannot write search: i/o error\n";
    assert.deepEqual(await failing("fsync", "EIO:when=2", building("blue"), ONE_THREAD), { code: 1, signal: null, stderr });
    // The old shards stay, as the old head may come back.
    assert.deepEqual(await contents("search"), { ...red, ...blue });
  });

  test("goes on without a lock where nothing can be locked", { skip: unlessTraced }, async () => {
    const [, blue] = await alone();
    await put(folder, { "bin/flock": "#!/bin/sh\nexit 69\n" });
    await chmod(join(folder, "bin", "flock"), 0o755);
    const unable = { ...ENV, PATH: `${join(folder, "bin")}:${ENV.PATH}` };
    // Such a file system may number folders anew each time.
    assert.deepEqual(await failing("statx", "ENOENT", building("blue"), unable), { code: 0, signal: undefined, stderr: "" });
    assert.deepEqual(await contents("search"), blue);
  });

  test("gives up where the folder is another one each time it is locked", { skip: unlessTraced }, async () => {
    const said = "whenever it is locked, another folder is in its place; write to another one";
    const stderr = `kindex: error: cannot write search: ${said}\n`;
    assert.deepEqual(await failing("statx", "ENOENT", building("blue")), { code: 1, signal: null, stderr });
    assert.deepEqual(await contents("search"), {});
  });

  for (const args of [["--help"], ["build", "red", "-o", "a.kdx"], ["build", "red", "-o", "a.kdx", "--json"], ["stats", "site.kdx"], ["verify", "site.kdx"], ["search", "site.kdx", "azure1"]]) {
    test(`says that standard output is full, and nothing where nobody reads it: ${args.join(" ")}`, { skip: process.platform !== "linux" }, async () => {
      assert.equal((await ran([...OWN, "build", "blue", "-q", "-o", "site.kdx"])).code, 0);
      const printing = (to) => ran(["sh", "-c", `"$0" "$@" ${to}`, ...OWN, ...args]);
      assert.deepEqual(await printing("> /dev/full"), {
        code: 1,
        signal: null,
        stderr: "kindex: error: cannot write to standard output: no space left on device\n",
      });
      assert.equal((await printing("| true")).stderr, "");
    });
  }

  for (const output of ["site.kdx", "site.kdx.gz", "site.js"]) {
    test(`leaves the old ${output} or the new one`, { skip: unlessTraced }, async () => {
      const build = (site) => [...OWN, "build", site, "-q", "-o", output];
      const bytes = () => readFile(join(folder, output), "base64");
      const [, red] = [await ran(build("red")), await bytes()];
      for (const fault of ["rename:signal=KILL", "rename:error=EROFS", "fsync:error=ENOSPC"]) {
        const { code, signal, stderr } = await ran(disturbed(`${fault}:when=1`, build("blue")), ONE_THREAD);
        assert.deepEqual([code, signal], fault.includes("KILL") ? [null, "SIGKILL"] : [1, null], `${fault}: ${stderr}`);
        assert.match(stderr, fault.includes("KILL") ? /^$/ : /^kindex: error: cannot write .*\n$/);
        assert.equal(await bytes(), red, fault);
      }
      const aside = (await readdir(folder)).filter((name) => name.startsWith(".kindex-"));
      assert.equal(aside.length, 1, "only what was killed leaves a file");
      await utimes(join(folder, aside[0]), 0, 0);
      assert.deepEqual(await ran(build("blue")), { code: 0, signal: undefined, stderr: "" });
      assert.ok((await bytes()) !== red);
      assert.deepEqual((await readdir(folder)).filter((name) => name.startsWith(".kindex-")), []);
    });
  }

  test("reads a page again that changes meanwhile", async (t) => {
    const path = join(folder, "page.md");
    await writeFile(path, "text 0");
    const handle = await open(path);
    const { readFile: whole } = handle;
    await handle.close();
    let [times, most] = [0, 3];
    // Something is written when the bytes are read already: at first of another length, then of the same.
    t.mock.method(Object.getPrototypeOf(handle), "readFile", async function () {
      const bytes = await whole.call(this);
      if (++times <= most) await writeFile(path, `texts ${times % 10}`);
      return bytes;
    });
    assert.equal((await readSteady(path)).toString(), "texts 3");
    assert.ok(times > most, `${times}`);
    most = Infinity;
    await assert.rejects(readSteady(path), { message: "it changes while it is read; run this again when nothing writes to it" });
  });

  test("reads a page again that was written to just before", async (t) => {
    const path = join(folder, "page.md");
    await writeFile(path, "text");
    const { mtimeMs } = await stat(path, { bigint: true });
    const looked = async (...ages) => {
      const times = ages.flat().map((age) => Number(mtimeMs) + age);
      const { mock } = t.mock.method(Date, "now", () => times.shift());
      assert.equal((await readSteady(path)).toString(), "text");
      mock.restore();
      assert.equal(times.length, 0);
    };
    // Before each look and after it: it was changed just before, then while it was looked at, and then it rests.
    await looked([10, 10], [-30, 0], [30]);
    // The clock of its disk runs ahead.
    await looked([-30, -30]);
  });
});
