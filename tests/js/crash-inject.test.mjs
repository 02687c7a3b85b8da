// `kindex inject` and `kindex init` are ended or disturbed while they write: each page is as it was or has
// search, and running the command again gives what it gives alone.
import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, describe, test } from "node:test";
import { put } from "../bundlers/support.mjs";
import { ONE_THREAD, OWN, canLock, disturbed, ranIn, unlessTraced } from "./crash-support.mjs";

const page = (number) => `<!doctype html><html><head><title>Page ${number}</title></head><body><h1>Page ${number}</h1><p>Lantern ${number}.</p></body></html>`;
const PAGES = Object.fromEntries(Array.from({ length: 5 }, (_, number) => [`site/${number % 2 ? "deep/" : ""}${number}.html`, page(number)]));

const WELL = { code: 0, signal: undefined, stderr: "" };

describe("the package's command while it changes pages", () => {
  const made = [];
  let folder;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-crash-"));
    made.push(folder);
    await put(folder, PAGES);
  });

  after(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

  const injecting = (...args) => [...OWN, "inject", "site", "-q", ...args];
  const ran = (command, env) => ranIn(folder, command, env);

  /** By path the bytes of each file in the site, but for those that were written aside. */
  async function contents() {
    const entries = await readdir(join(folder, "site"), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".kindex-")).map(({ parentPath, name }) => join(parentPath, name)).sort();
    return Object.fromEntries(await Promise.all(files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, "latin1")])));
  }

  const aside = async () => (await readdir(folder, { recursive: true })).filter((path) => /(^|[\\/])\.kindex-/.test(path));

  /** The site with search in it, and the number of renamings that put it there. */
  async function alone() {
    const trace = join(folder, "trace");
    assert.deepEqual(await ran(disturbed("rename", injecting(), trace), ONE_THREAD), WELL);
    const renamed = (await readFile(trace, "utf8")).split("\n").filter((line) => line.includes("rename(")).length;
    const state = await contents();
    assert.deepEqual(await ran(injecting("--remove")), WELL);
    assert.deepEqual(await contents(), PAGES);
    return { state, renamed };
  }

  async function check(state, fault) {
    const there = await contents();
    for (const path of Object.keys(PAGES)) assert.ok([PAGES[path], state[path]].includes(there[path]), `${fault}: ${path}`);
    assert.deepEqual(await ran(injecting()), WELL, fault);
    assert.deepEqual(await contents(), state, fault);
    assert.deepEqual(await ran(injecting("--remove")), WELL, fault);
    assert.deepEqual(await contents(), PAGES, fault);
  }

  test("leaves each page old or new where it is killed", { skip: unlessTraced }, async () => {
    const { state, renamed } = await alone();
    const pages = Object.keys(PAGES).length;
    for (const at of [1, renamed - pages, renamed - 2, renamed]) {
      const { signal } = await ran(disturbed(`rename:signal=KILL:when=${at}`, injecting()), ONE_THREAD);
      assert.equal(signal, "SIGKILL", `renaming ${at} of ${renamed}`);
      const left = await aside();
      assert.equal(left.length, 1);
      await utimes(join(folder, left[0]), 0, 0);
      await check(state, `killed at ${at} of ${renamed}`);
      assert.deepEqual(await aside(), []);
    }
  });

  test("leaves each page old or new where a disk fails", { skip: unlessTraced }, async () => {
    const { state, renamed } = await alone();
    for (const fault of [`rename:error=EIO:when=${renamed - 1}`, "rename:error=EROFS:when=1+", "fsync:error=ENOSPC:when=2+"]) {
      const { code, stderr } = await ran(disturbed(fault, injecting()), ONE_THREAD);
      assert.equal(code, 1, fault);
      assert.match(stderr, /^kindex: error: cannot write .*\n$/, fault);
      assert.deepEqual(await aside(), [], fault);
      await check(state, fault);
    }
  });

  test("beside itself puts search into each page once", { skip: !canLock && "SKIPPED: there is no flock here" }, async () => {
    assert.deepEqual(await ran(injecting()), WELL);
    const state = await contents();
    assert.deepEqual(await ran(injecting("--remove")), WELL);
    for (const { code, stderr } of await Promise.all([1, 2, 3].map(() => ran(injecting())))) {
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^(kindex: waiting for another kindex that writes to site\n)?$/);
    }
    assert.deepEqual(await contents(), state);
  });

  test("leaves the old settings or the new ones", { skip: unlessTraced }, async () => {
    await put(folder, { "site/dist/index.html": page(0), "site/kindex.toml": "own = 1\n" });
    const file = join(folder, "site", "kindex.toml");
    const init = [...OWN, "init", "site", "--force"];
    for (const fault of ["rename:signal=KILL", "rename:error=EIO", "fsync:error=ENOSPC"]) {
      const { code, stderr } = await ran(disturbed(`${fault}:when=1`, init), ONE_THREAD);
      if (!fault.includes("KILL")) assert.deepEqual([code, stderr.split("\n").length], [1, 2], `${fault}: ${stderr}`);
      assert.equal(await readFile(file, "utf8"), "own = 1\n", fault);
    }
    assert.deepEqual(await ran(init), WELL);
    assert.match(await readFile(file, "utf8"), /^paths = /m);
  });
});
