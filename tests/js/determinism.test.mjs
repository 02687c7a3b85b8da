// The same documents give the same bytes: natively and in WebAssembly, in one thread and in several, in
// any order of the file system, wherever they lie.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { archiveOf, unpack } from "../../bench/data/archives.mjs";
import { OUT, ROOT } from "../../bench/paths.mjs";
import { FURTHEST, build, copied, filesOf, shim, ways } from "../determinism/builds.mjs";
import { ALONE, NATIVE, run } from "./cli-support.mjs";
import { Builder } from "./support.mjs";

const inside = (...names) => Object.fromEntries(names.map((name) => [name, join(ROOT, name)]));

/** Documents that are always there: the folders by their names, and options; some are the native command's alone. */
const HERE = {
  "the documents": { parts: inside("docs", "tests/corpus") },
  "documents with other chunks and pins": { parts: inside("tests/corpus"), options: ["--levels", "800,200", "--pins", join(ROOT, "tests/cases/pins.yml")] },
  "programs, tables and texts": { parts: inside("tests/corpus", "js/engine", "src/analyze"), options: ["--include", "all"] },
  "dates": { parts: inside("docs/decisions", "tests/corpus"), options: ["--recency", "365"], native: true },
};

/** Sites of DATA. Nobody has to have those that are tried where none is named. */
const { SITES } = process.env;

/** The sites that are tried where none is named. Of the large one there are but two builds, as they take long. */
const USUAL = { "rust-book": {}, "mdn-en": { briefly: true } };

const LAYOUTS = { "one file": ["index.kdx"], "several files": ["index", "--layout", "sharded"] };

/** Another file system, where there is one in memory. Large sites may not fit into it. */
const MEMORY = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/**
 * @param {{ options?: string[], native?: boolean, briefly?: boolean }} how the options of all builds; whether they are
 *   the native command's alone; whether there is just one other build, in the way that differs most
 */
function holds(name, partsOf, { options = [], native = false, briefly = false } = {}) {
  const layouts = Object.entries(LAYOUTS).slice(0, briefly ? 1 : undefined);
  describe(`of ${name} the index is the same`, () => {
    const made = [];
    let here, moved, all;
    const wanted = {};

    before(async () => {
      for (const place of [tmpdir(), briefly ? tmpdir() : MEMORY]) made.push(await mkdtemp(join(place, "kindex-same-")));
      [here, moved] = made;
      await copied(partsOf(), join(here, "site"), 1);
      await copied(partsOf(), join(moved, "further", "down", "site"), 2);
      all = await ways(here, native);
      for (const [layout, [output, ...args]] of layouts) {
        await build(all["natively again"].how, ["site", "-o", `wanted-${output}`, ...args, ...options], here);
        wanted[layout] = await filesOf(join(here, `wanted-${output}`));
      }
    });

    after(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

    /** In each way, of the one place or of the other. */
    const inAllWays = (layout, [output, ...args]) => async (t) => {
      assert.ok(wanted[layout].reduce((sum, [, { length }]) => sum + length, 0) > 50_000);
      for (const way of briefly ? [FURTHEST] : Object.keys(all)) {
        const { how, moved: isMoved } = all[way];
        await t.test(way, async () => {
          const site = isMoved ? join(moved, "further", "down", "site") : "site";
          const path = join(here, output);
          await build(how, [site, "-o", path, ...args, ...options], here);
          assert.ok(same(await filesOf(path), wanted[layout]), "other bytes");
          await rm(path, { recursive: true });
        });
      }
    };

    const updated = (layout, [output, ...args]) => async () => {
      const update = async () => {
        await build(all["natively again"].how, ["site", "-o", output, "--update", "--cache", "cache", ...args, ...options], here);
        return same(await filesOf(join(here, output)), wanted[layout]);
      };
      await holdsAfterChanges(await markdown(join(here, "site")), update);
    };

    for (const [layout, output] of layouts) {
      test(`in ${layout}`, inAllWays(layout, output));
      if (!briefly) test(`in ${layout}, if only what changed is read again`, updated(layout, output));
    }
  });
}

/** Changes a page and takes another away, and undoes that: the index is another one, and then as before. */
async function holdsAfterChanges([first, second, ...others], update) {
  const text = await readFile(first);
  await writeFile(first, `${text}\nneedle\n`);
  await rename(second, `${second}.aside`);
  assert.ok(!(await update()), "the bytes say nothing of a page that changed");
  await writeFile(first, text);
  await rename(`${second}.aside`, second);
  assert.ok(others.length > 0 && (await update()), "other bytes");
}

const same = (some, others) => some.length === others.length && some.every(([name, bytes], at) => name === others[at][0] && bytes.equals(others[at][1]));

async function markdown(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".md"));
  return files.sort().map((name) => join(folder, name));
}

for (const [name, { parts, ...more }] of Object.entries(HERE)) holds(name, () => parts, more);

const sites = SITES ? Object.fromEntries(SITES.split(",").map((site) => [site, {}])) : USUAL;

for (const [site, how] of Object.entries(sites)) {
  if (SITES || existsSync(archiveOf(site))) holds(site, () => ({ "": unpack(site, OUT) }), how);
  else test(`of ${site} the index is the same`, { skip: `${archiveOf(site)} is not there; DATA names another folder` }, () => {});
}

test("documents that are added in the same order make the same index, and in another one another", async () => {
  const pages = (await markdown(join(ROOT, "docs"))).map((path) => [path.slice(ROOT.length), readFileSync(path)]);
  const indexOf = async (list) => {
    const builder = await Builder.create();
    for (const [name, bytes] of list) builder.addFile(name, bytes);
    return builder.finish();
  };
  const [bytes, again, others] = await Promise.all([pages, pages, pages.toReversed()].map(indexOf));
  assert.deepEqual(again, bytes);
  assert.notDeepEqual(others, bytes);
});

test("the order of folders is another one where that is to be tried", { skip: process.platform !== "linux" }, async () => {
  const work = await mkdtemp(join(tmpdir(), "kindex-order-"));
  const ordered = await shim(work);
  const listed = async (env) => (await run("ls", ["-U", join(ROOT, "docs")], { env })).stdout.trim().split("\n");
  const lists = await Promise.all([ALONE, ordered(1), ordered(2)].map((env) => listed({ ...env, PATH: process.env.PATH })));
  assert.equal(new Set(lists.map(String)).size, 3);
  for (const list of lists) assert.deepEqual(list.sort(), readdirSync(join(ROOT, "docs")).filter((name) => !name.startsWith(".")).sort());
  // The native command sees what the library gives it.
  const blind = build({ program: NATIVE, before: [], env: ordered("none") }, [join(ROOT, "docs"), "-o", join(work, "none.kdx")], work);
  await assert.rejects(blind, /nothing|no document|no file/i);
  await rm(work, { recursive: true });
});
