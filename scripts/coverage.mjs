// Measures which lines of the core its tests reach, and fails where these are too few.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** The share of lines, in percent, that have to be reached. */
const LEAST = 95;

/** The line at which the tests of a file begin. They are no part of what is measured, as each of their lines runs. */
const TESTS = /^\s*#\[cfg\((all\()?test\b.*\]\n(?:\s*#\[.*\]\n)*\s*(pub(\(\w+\))? )?mod \w+ \{/m;

/** Files that are tests as a whole. */
const ONLY_TESTS = new Set(["src/analyze/conformance.rs", "src/format/forms/learn.rs"]);

/** Runs the tests of the core, and returns the file that says which lines they reach. */
function measured() {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const folder = join(target, "coverage");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "lcov.info");
  const options = ["-p", "kindex", "--lib", "--tests", "--lcov", "--output-path", file];
  // A folder of its own, as other flags of the compiler would build everything anew each time.
  const env = { ...process.env, CARGO_TARGET_DIR: folder };
  const { status } = spawnSync("cargo", ["llvm-cov", "test", "--locked", ...options], { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error("the tests failed, or cargo llvm-cov did");
  return file;
}

/** The times that each line of each file of the core ran, by the file's path. */
function lines(lcov) {
  const files = new Map();
  for (const record of lcov.split("end_of_record\n")) {
    const path = relative(ROOT, /^SF:(.*)$/m.exec(record)?.[1] ?? "");
    if (!path.startsWith("src/") || ONLY_TESTS.has(path)) continue;
    const counts = [...record.matchAll(/^DA:(\d+),(\d+)/gm)].map(([, line, count]) => [Number(line), Number(count)]);
    const end = firstOfTests(readFileSync(join(ROOT, path), "utf8"));
    files.set(path, counts.filter(([line]) => line < end));
  }
  return files;
}

function firstOfTests(source) {
  const found = TESTS.exec(source);
  return found ? source.slice(0, found.index).split("\n").length : Infinity;
}

/** Numbers that follow each other as `3-5`. */
function ranges(numbers) {
  const found = [];
  for (const number of numbers) {
    if (found.at(-1)?.[1] === number - 1) found.at(-1)[1] = number;
    else found.push([number, number]);
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(" ");
}

const share = ({ reached, all }) => (all === 0 ? 100 : (100 * reached) / all);

/** Sums by the first folder below src. */
function folders(files) {
  const sums = new Map();
  for (const [path, counts] of files) {
    const name = /^src\/([^/]+)\//.exec(path)?.[1] ?? "src";
    for (const key of [name, "all"]) {
      const sum = sums.get(key) ?? { reached: 0, all: 0 };
      sum.all += counts.length;
      sum.reached += counts.filter(([, count]) => count > 0).length;
      sums.set(key, sum);
    }
  }
  return sums;
}

function print(files, sums) {
  for (const [path, counts] of [...files].sort()) {
    const missed = counts.filter(([, count]) => count === 0).map(([line]) => line);
    if (missed.length > 0) console.log(`${path}: not reached: ${ranges(missed)}`);
  }
  console.log("");
  const all = sums.get("all");
  for (const [name, sum] of [...[...sums].filter(([name]) => name !== "all").sort(), ["all", all]]) {
    console.log(`${name.padEnd(10)} ${`${sum.reached}`.padStart(6)} of ${`${sum.all}`.padStart(6)} lines ${share(sum).toFixed(2).padStart(7)} %`);
  }
}

const files = lines(readFileSync(measured(), "utf8"));
const sums = folders(files);
if (!sums.has("all")) throw new Error("no line of the core was measured");
print(files, sums);
if (share(sums.get("all")) < LEAST) {
  console.error(`coverage: error: fewer than ${LEAST} % of the lines of the core are reached`);
  process.exitCode = 1;
}
