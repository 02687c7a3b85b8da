// What ends or disturbs the package's command while it writes: another that writes to the same folder, a
// kill, a full standard output, a page that changes while it is read.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, open, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, beforeEach, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { put } from "../bundlers/support.mjs";
import { COMMAND, NATIVE, run } from "./cli-support.mjs";
import { PACKAGE } from "./support.mjs";

const { readSteady } = await import(new URL("bin/steady.js", PACKAGE));

/** With the programs of the system, and no native command. */
const ENV = { ...process.env, KINDEX_BIN: "", PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
const OWN = [process.execPath, COMMAND];

const pagesOf = (site, word) =>
  Object.fromEntries(Array.from({ length: 6 }, (_, page) => [`${site}/${page}.md`, `# Page ${page}\n\n${`${word}${page} `.repeat(60)}\n`]));

const works = (program, ...args) => run(program, args).then(() => true, () => false);
const canLock = await works("flock", "/", "true");
const canTrace = !(await works("strace", "-f", "-qqq", "-o", "/dev/null", "-e", "inject=write:error=EIO", "echo", "x"));
assert.ok(process.platform !== "linux" || !process.env.CI || (canLock && canTrace), "flock and strace are there");

describe("the package's command while it writes", () => {
  const made = [];
  let folder;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-crash-"));
    made.push(folder);
    await put(folder, { ...pagesOf("red", "crimson"), ...pagesOf("blue", "azure") });
  });

  after(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

  const ran = async ([program, ...args], env = ENV) => {
    const { code = 0, signal, stderr } = await run(program, args, { cwd: folder, env }).catch((error) => error);
    return { code, signal, stderr };
  };
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

  for (const [name, other] of Object.entries({ itself: OWN, "the native one": [NATIVE] })) {
    test(`beside ${name} leaves the index of one`, { skip: !canLock && "SKIPPED: there is no flock here" }, async () => {
      const states = await alone();
      for (let time = 0; time < 5; time += 1) {
        const first = ran(building("red"));
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

  test("waits for whoever writes to the folder", { skip: !canLock && "SKIPPED: there is no flock here" }, async () => {
    await ran(building("red"));
    const before = await contents("search");
    const holder = spawn("flock", ["search", "sleep", "60"], { cwd: folder, env: ENV, detached: true });
    await setTimeout(300);
    const waiting = ran(building("blue"));
    const first = await Promise.race([waiting, setTimeout(1500, "waits")]);
    assert.deepEqual([first, same(await contents("search"), before)], ["waits", true]);
    // Killed, it holds nothing any more.
    process.kill(-holder.pid, "SIGKILL");
    assert.deepEqual(await waiting, { code: 0, signal: undefined, stderr: "kindex: waiting for another kindex that writes to search\n" });
    assert.ok(!same(await contents("search"), before));
  });

  test("killed at a renaming or a removal leaves the old index or the new one", { skip: !canTrace && "SKIPPED: strace does not work here" }, async () => {
    const [red, blue] = await alone();
    const renamed = Object.keys(blue).filter((name) => name === "index.kdx" || !Object.hasOwn(red, name)).length;
    const removed = Object.keys(red).filter((name) => !Object.hasOwn(blue, name)).length;
    // The head comes last; after it what is stale goes.
    const faults = [...[1, 4, 7, renamed - 1, renamed].map((at) => ["rename", at]), ...[1, 3, removed].map((at) => ["unlink", at + 2])];
    for (const [call, at] of faults) {
      assert.equal((await ran(building("red"))).code, 0);
      const trace = ["strace", "-f", "-qqq", "-o", "/dev/null", "-e", `inject=${call}:signal=KILL:when=${at}`];
      // strace counts for each thread; with one all calls are in a row.
      const { signal } = await ran([...trace, ...building("blue")], { ...ENV, UV_THREADPOOL_SIZE: "1" });
      assert.equal(signal, "SIGKILL", `${call} ${at}`);
      const there = await contents("search");
      const isWhole = (state) => Object.entries(state).every(([file, bytes]) => there[file] === bytes);
      assert.ok(call === "rename" ? isWhole(red) : isWhole(blue), `${call} ${at}`);
      assert.deepEqual(await ran(building("blue")), { code: 0, signal: undefined, stderr: "" });
      assert.deepEqual(await contents("search"), blue);
    }
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

  test("reads a page again that changes meanwhile", async () => {
    const path = join(folder, "page.md");
    const texts = ["a", "b"].map((letter) => letter.repeat(3 << 20));
    await writeFile(path, texts[0]);
    let isOver = false;
    const rewriting = (async () => {
      for (let time = 0; !isOver; time += 1) {
        const file = await open(path, "r+");
        await file.write(texts[time % 2], 0);
        await file.close();
        await setTimeout(60);
      }
    })();
    for (let time = 0; time < 10; time += 1) {
      const text = (await readSteady(path)).toString();
      assert.ok(texts.includes(text), `${text.length} characters, ${text[0]} to ${text.at(-1)}`);
    }
    isOver = true;
    await rewriting;
    const always = setInterval(() => writeFile(path, "c").catch(() => {}), 2);
    await assert.rejects(async () => {
      for (let time = 0; time < 20; time += 1) await readSteady(path);
    }, { message: "it changes while it is read; build again when nothing writes to it" });
    clearInterval(always);
  });
});
