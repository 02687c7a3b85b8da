// `kindex inject` and `kindex init` are ended or disturbed while they write: each page is as it was or has search,
// and running the command again gives what it gives alone.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { watch } from "node:fs";
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, beforeEach, describe, test } from "node:test";
import { put } from "../bundlers/support.mjs";
import { NATIVE, run } from "./cli-support.mjs";

/** With the programs of the system. */
const ENV = { ...process.env, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };

const STRACE = ["strace", "-qqq"];

const works = (program, ...args) => run(program, args, { env: ENV }).then(() => true, () => false);
const probed = await mkdtemp(join(tmpdir(), "kindex-flock-"));
const canLock = await works("flock", probed, "true");
await rm(probed, { recursive: true });
const traced = (...inject) => works(...STRACE, "-f", "-o", "/dev/null", ...inject, "echo", "x");
const canTrace = (await traced()) && !(await traced("-e", "inject=write:error=EIO"));
assert.ok(process.platform !== "linux" || !process.env.CI || (canLock && canTrace), "flock and strace are there");

const unlessTraced = !canTrace && "SKIPPED: strace does not work here";

/** Runs a command in a folder, to its end or to that by a signal. */
async function ranIn(folder, [program, ...args]) {
  const { code = 0, signal, stderr } = await run(program, args, { cwd: folder, env: ENV }).catch((error) => error);
  return { code, signal, stderr };
}

/** A command some of whose calls of a name fail, or kill it, also those of its threads. */
function disturbed(inject, command, to = "/dev/null") {
  const [call] = inject.split(":");
  const faults = inject === call ? [] : ["-e", `inject=${inject}`];
  return [...STRACE, "-f", "-o", to, "-e", `trace=${call}`, ...faults, ...command];
}

/** All of them with CALLS=all, else a few. */
const turns = (all, few) => (process.env.CALLS === "all" ? all : few);

/** The calls of a run by their numbers. */
const upTo = (count) => Array.from({ length: count }, (_, at) => at + 1);

/** The number of calls of a name in a file that strace wrote. */
async function countOf(call, trace) {
  return (await readFile(trace, "utf8")).split("\n").filter((line) => line.includes(`${call}(`)).length;
}

const page = (number) => `<!doctype html><html><head><title>Page ${number}</title></head><body><h1>Page ${number}</h1><p>Lantern ${number}.</p></body></html>`;
const PAGES = Object.fromEntries(Array.from({ length: 5 }, (_, number) => [`site/${number % 2 ? "deep/" : ""}${number}.html`, page(number)]));

/** The calls that change files and folders. */
const RENAME = "renameat";
const CALLS = [RENAME, "fsync", "unlink", "rmdir"];

const WELL = { code: 0, signal: undefined, stderr: "" };

const made = [];
let folder;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kindex-crash-"));
  made.push(folder);
  await put(folder, PAGES);
});

after(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

describe("kindex inject while it changes pages", () => {
  const injecting = (...args) => [NATIVE, "inject", "site", "-q", ...args];
  const ran = (command) => ranIn(folder, command);
  const cut = (fault, to, args = []) => ran(disturbed(fault, injecting(...args), to));

  /** By path the bytes of each file in the site, but for those that were written aside. */
  async function contents() {
    const entries = await readdir(join(folder, "site"), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".kindex-")).map(({ parentPath, name }) => join(parentPath, name)).sort();
    return Object.fromEntries(await Promise.all(files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, "latin1")])));
  }

  const aside = async () => (await readdir(folder, { recursive: true })).filter((path) => /(^|[\\/])\.kindex-/.test(path));

  /** The site with search in it, and the number of calls of a name that put it there. */
  async function alone(call = RENAME) {
    const trace = join(folder, "trace");
    assert.deepEqual(await cut(call, trace), WELL);
    const calls = await countOf(call, trace);
    const state = await contents();
    assert.deepEqual(await ran(injecting("--remove")), WELL);
    assert.deepEqual(await contents(), PAGES);
    return { state, calls };
  }

  /** Holds that search can be put in, and taken out: in this order, or in the other one, where it is put in once more. */
  async function check(state, fault, { isTakenFirst = false } = {}) {
    const there = await contents();
    for (const path of Object.keys(PAGES)) assert.ok([PAGES[path], state[path]].includes(there[path]), `${fault}: ${path}`);
    const put = [[], state];
    const taken = [["--remove"], PAGES];
    for (const [args, wanted] of isTakenFirst ? [taken, put, taken] : [put, taken]) {
      assert.deepEqual(await ran(injecting(...args)), WELL, fault);
      assert.deepEqual(await contents(), wanted, fault);
    }
  }

  /** Makes files that were written aside an hour old, so that the next run removes them. Those in site/kindex need not be. */
  async function age(paths) {
    for (const path of paths.filter((path) => !path.startsWith("site/kindex/"))) await utimes(join(folder, path), 0, 0);
  }

  /** Kills it at calls of the names that `few` has, or with CALLS=all of each name. */
  const kills = (args, few) => async (t) => {
    const { state } = await alone();
    const isTakenFirst = args.includes("--remove");
    const prepare = async () => assert.deepEqual(await ran(injecting(...(isTakenFirst ? [] : ["--remove"]))), WELL);
    let killed = 0;
    for (const call of turns(CALLS, Object.keys(few))) {
      await prepare();
      const trace = join(folder, "trace");
      assert.deepEqual(await cut(call, trace, args), WELL);
      const count = await countOf(call, trace);
      for (const at of turns(upTo(count), few[call]?.(count))) {
        await prepare();
        const fault = `killed at ${call} ${at} of ${count}`;
        const { signal } = await cut(`${call}:signal=KILL:when=${at}`, undefined, args);
        assert.equal(signal, "SIGKILL", fault);
        killed += 1;
        const left = await aside();
        assert.ok(call === RENAME ? left.length === 1 : left.length <= 1, fault);
        await age(left);
        await check(state, fault, { isTakenFirst });
        assert.deepEqual(await aside(), [], fault);
      }
    }
    t.diagnostic(`${killed} kills`);
  };

  const pages = Object.keys(PAGES).length;
  const adding = { [RENAME]: (count) => [1, count - pages, count - 2, count] };
  const removing = { [RENAME]: () => [1], unlink: (count) => [Math.ceil(count / 2)], rmdir: (count) => [1, count] };
  test("killed leaves each page old or new", { skip: unlessTraced }, kills([], adding));
  test("killed while it takes search out leaves each page old or new", { skip: unlessTraced }, kills(["--remove"], removing));

  test("leaves each page old or new where a disk fails", { skip: unlessTraced }, async () => {
    const { state, calls: renamed } = await alone();
    for (const fault of [`${RENAME}:error=EIO:when=${renamed - 1}`, `${RENAME}:error=EROFS:when=1+`, "fsync:error=ENOSPC:when=2+"]) {
      const { code, stderr } = await cut(fault);
      assert.equal(code, 1, fault);
      assert.match(stderr, /^kindex: error: cannot write .*\n$/, fault);
      assert.deepEqual(await aside(), [], fault);
      await check(state, fault);
    }
  });

  test("takes out what was cut short before all else", { skip: unlessTraced }, async () => {
    await cut(`${RENAME}:signal=KILL:when=1`);
    assert.equal((await aside()).length, 1);
    assert.deepEqual(await ran(injecting("--remove")), WELL);
    assert.deepEqual([await aside(), await contents()], [[], PAGES]);
  });

  /** The writing of the first page takes three seconds longer. After it come four others, and two folders. */
  const delayed = (calls) => `fsync:delay_enter=3000000:when=${calls - 6}`;

  /** Waits until a page is written aside. */
  async function writing(signal) {
    const site = watch(join(folder, "site"));
    const isWritten = async () => (await readdir(join(folder, "site"))).some((name) => name.startsWith(".kindex-"));
    const changes = on(site, "change", { signal });
    while (!(await isWritten())) await changes.next();
    site.close();
  }

  test("names a page that vanishes meanwhile", { skip: unlessTraced, timeout: 60_000 }, async ({ signal }) => {
    const { calls } = await alone("fsync");
    const ended = cut(delayed(calls));
    await writing(signal);
    await rm(join(folder, "site", "0.html"));
    const { code, stderr } = await ended;
    assert.deepEqual([code, await aside()], [1, []]);
    assert.match(stderr, /^kindex: error: cannot write site[\\/]0\.html: .*\n$/);
  });

  test("waits for another that changes the same pages", { timeout: 60_000, skip: !canLock && "SKIPPED: there is no flock here" }, async () => {
    const holder = spawn("flock", ["site", "sh", "-c", "echo held; exec sleep 600"], { cwd: folder, env: ENV, detached: true });
    try {
      await once(holder.stdout, "data");
      const [file, ...args] = injecting();
      const waiting = spawn(file, args, { cwd: folder, env: ENV });
      const ended = once(waiting, "close");
      assert.deepEqual(await once(createInterface(waiting.stderr), "line"), ["kindex: waiting for another kindex that writes to site"]);
      assert.deepEqual(await contents(), PAGES);
      process.kill(-holder.pid, "SIGKILL");
      assert.deepEqual(await ended, [0, null]);
      assert.match((await contents())["site/0.html"], /data-kindex-inject/);
    } finally {
      holder.kill("SIGKILL");
    }
  });

  test("changes a page anew that is saved meanwhile", { skip: unlessTraced, timeout: 60_000 }, async ({ signal }) => {
    const { calls } = await alone("fsync");
    const ended = cut(delayed(calls));
    await writing(signal);
    await writeFile(join(folder, "site", "0.html"), page("anew"));
    assert.deepEqual(await ended, WELL);
    assert.match((await contents())["site/0.html"], /data-kindex-inject=""><\/script><\/head>.*Page anew/);
  });
});

test("kindex init leaves the old settings or the new ones", { skip: unlessTraced }, async () => {
  await put(folder, { "site/dist/index.html": page(0), "site/kindex.toml": "own = 1\n" });
  const file = join(folder, "site", "kindex.toml");
  const init = [NATIVE, "init", "site", "--force"];
  for (const fault of [`${RENAME}:signal=KILL`, `${RENAME}:error=EIO`, "fsync:error=ENOSPC"]) {
    const { code, stderr } = await ranIn(folder, disturbed(`${fault}:when=1`, init));
    if (!fault.includes("KILL")) assert.deepEqual([code, stderr.split("\n").length], [1, 2], `${fault}: ${stderr}`);
    assert.equal(await readFile(file, "utf8"), "own = 1\n", fault);
  }
  assert.deepEqual(await ranIn(folder, init), WELL);
  assert.match(await readFile(file, "utf8"), /^paths = /m);
});
