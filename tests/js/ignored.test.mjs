// The package's command leaves out what git does, but where the library of the native command differs.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PACKAGE } from "./support.mjs";

const { Planner } = await import(new URL("bin/plan.js", PACKAGE));
const planner = await Planner.create("docs");

/** Rules as a function that says of a path whether it is left out. */
function ignoring(rules) {
  const exclusions = planner.exclusions([]);
  exclusions.addGitignore("", Buffer.from(rules));
  return (path, isFolder) => exclusions.excludes(path, isFolder);
}

const PATTERNS = [
  ..."a|a.md|/a|a/|*|*.md|a*|*a|?|??|a?c|**|**/a|a/**|a/**/b|/**/b|**/b/**|a/*|a/*/c|/*/b".split("|"),
  ..."[ab]|[!ab]|[^ab]|[a-c].md|[!a-c].md|[]a]|[z-a]|[a-]|[-a]|[*]|\\a|\\*|\\!a|\\#a|#a|!a|a\\ |a |?.md".split("|"),
  ..."a/b|/a/b|b/c|./a|a//b|a**b|a***|**a|a/b/|/|//|\\|a.*.md|*.*|.a|(a)|a+|^a|a$|a|b".split("|"),
];

const PATHS = (
  "a b c ab abc axc a.md b.md d.md a.x.md a+ a{1} ^a a$ (a) .a !a #a * [ ] [ab - z\\ a/b b/a a/b/c " +
  "a/x/b a/x/y/b b/c x/a x/a.md x/b/c x/y/a x/y/b/c aa/bb/cc a.x/b é ü/é"
).split(" ");

/** Patterns that the library reads otherwise, and what it leaves out by them. */
const OTHERWISE = {
  "[ab": ["[ab"],
  "a[/]b": ["a/b", "a/b/c"],
  "a{+,$}": ["a+", "a$"],
};

let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kindex-ignored-"));
  execFileSync("git", ["init", "-q", folder]);
});

after(() => rm(folder, { recursive: true }));

/** The paths that git ignores; a folder's name ends in a slash. */
async function byGit(rules, paths) {
  await writeFile(join(folder, ".gitignore"), rules);
  const input = paths.map((path) => `${path}\0`).join("");
  const { stdout } = spawnSync("git", ["check-ignore", "--no-index", "-z", "--stdin"], { cwd: folder, input });
  return String(stdout).split("\0").filter(Boolean);
}

/** The same here; what lies in a folder that is ignored is not looked at. */
function byPackage(rules, paths) {
  const says = ignoring(rules);
  const above = (path) => path.split("/").slice(0, -1).map((_, at, parts) => parts.slice(0, at + 1).join("/"));
  return paths.filter((path) => above(path).some((one) => says(one, true)) || says(path, false));
}

for (const pattern of PATTERNS) {
  test(`leaves out by ${JSON.stringify(pattern)} what git does`, async () => {
    assert.deepEqual(byPackage(`${pattern}\n`, PATHS), await byGit(`${pattern}\n`, PATHS));
    const taken = `*\n!*/\n!${pattern}\n`;
    assert.deepEqual(byPackage(taken, PATHS), await byGit(taken, PATHS));
  });
}

for (const [pattern, paths] of Object.entries(OTHERWISE)) {
  test(`leaves out by ${JSON.stringify(pattern)} what the native command does`, async () => {
    assert.deepEqual(byPackage(pattern, PATHS), paths);
    assert.notDeepEqual(await byGit(pattern, PATHS), paths);
  });
}

test("passes over the sign that a file may begin with, and lines that say nothing", () => {
  const says = ignoring("\uFEFFa\r\n\n# b\n[z-a]\nc\n");
  assert.deepEqual(["a", "b", "c"].filter((path) => says(path, false)), ["a", "c"]);
});

test("takes no longer for what could be matched in many ways", { timeout: 5_000 }, () => {
  const says = ignoring(`${"*a".repeat(60)}b\n${"**/".repeat(60)}b\n`);
  assert.equal(says(`${"a".repeat(4000)}`, false), false);
  assert.equal(says(`${"a/".repeat(2000)}c`, false), false);
});
