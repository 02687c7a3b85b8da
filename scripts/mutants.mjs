// Breaks the core in small ways, and counts the breaks that no test notices:
//
//   node scripts/mutants.mjs
//
// .cargo/mutants.toml names what is broken. SHARD=k/n in the environment takes every n-th of the
// breaks, FILES the paths of some files. Quick tests come first. All tests of the core run on what
// these miss.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const { SHARD, FILES, CARGO_TARGET_DIR = join(ROOT, "target") } = process.env;
const OUT = join(CARGO_TARGET_DIR, "mutants");

/** The share of breaks, in percent, that have to be noticed. */
const LEAST = 90;

/** The tests that notice most in little time: those beside the code, and these of tests/core. */
const QUICK = ["::tests::", "analyze::", "cases::", "format::", "options::", "oracle::", "search::", "syntax::"];

/** Slow unit tests of other modules. */
const SLOW = ["analyze::words::", "explore::keys::", "format::letters::", "format::pairs::"];

/** With debug information, linking takes most of the time. */
const ENV = { ...process.env, CARGO_TARGET_DIR: join(OUT, "build"), CARGO_PROFILE_DEV_DEBUG: "false" };

/** The names of the modules where their figures are published. */
const MODULES = [
  ["BM25", /^src\/rank\/bm25/],
  ["bounds", /^src\/rank\/upper_bounds/],
  ["collapse", /^src\/rank\/collapse/],
  ["phrases", /^src\/rank\/(phrase|chain)/],
  ["postings", /^src\/format\/postings/],
  ["dictionary", /^src\/format\/dictionary/],
  ["chunking", /^src\/chunk\//],
];

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Runs cargo-mutants, and returns what became of each break by its name. */
function tried(name, { seconds, baseline }, options, env = {}) {
  const out = join(OUT, name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const limits = ["--timeout", `${seconds}`, "--build-timeout", "600"];
  const given = ["mutants", "--output", out, "--gitignore", "true", "--baseline", baseline, ...limits, ...options];
  const { status } = spawnSync("cargo", given, { cwd: ROOT, env: { ...ENV, ...env }, stdio: "inherit" });
  // 2: some were missed; 3: some went on for too long; 4: without a break tests fail, too.
  if (![0, 2, 3].includes(status)) throw new Error(`cargo mutants ended with ${status}`);
  const { outcomes } = JSON.parse(readFileSync(join(out, "mutants.out", "outcomes.json"), "utf8"));
  const mutants = outcomes.filter(({ scenario }) => scenario.Mutant);
  return new Map(mutants.map(({ scenario, summary }) => [scenario.Mutant.name, summary]));
}

/** The configuration with only the files that are asked for: options can but add to those it names. */
function narrowed(files) {
  const config = join(OUT, "mutants.toml");
  const text = readFileSync(join(ROOT, ".cargo/mutants.toml"), "utf8");
  mkdirSync(OUT, { recursive: true });
  writeFileSync(config, text.replace(/^examine_globs = \[[^\]]*\]/m, `examine_globs = ${JSON.stringify(files)}`));
  return ["--config", config];
}

const files = (FILES ?? "").split(/\s+/).filter(Boolean);
const chosen = files.length > 0 ? narrowed(files) : [];

function quickly() {
  const which = [...(SHARD ? ["--sharding", "round-robin", "--shard", SHARD] : []), ...chosen];
  const tests = ["--cargo-arg=--lib", "--cargo-arg=--test=core"];
  const skipped = SLOW.flatMap((name) => ["--skip", name]);
  // They take six seconds. On a busy machine that may be many more, but not 120.
  return tried("quick", { seconds: 120, baseline: "run" }, [...which, ...tests, "--", "--", ...QUICK, ...skipped], { PROPTEST_CASES: "16" });
}

/** All tests, on breaks of these names. cargo-mutants adds a few that it takes whatever their names. */
function thoroughly(names) {
  const which = names.flatMap((name) => ["--re", `^${escaped(name)}$`]);
  const outcomes = tried("thorough", { seconds: 1800, baseline: "skip" }, [...chosen, ...which, "--cargo-arg=--lib", "--cargo-arg=--tests"]);
  return [...outcomes].filter(([name]) => names.includes(name));
}

/** Tests that go on for ever notice a break, too. */
const isNoticed = (summary) => summary === "CaughtMutant" || summary === "Timeout";

function print(outcomes) {
  console.log("\nmodule      tried  noticed  missed");
  for (const [module, files] of [...MODULES, ["all", /./]]) {
    const all = [...outcomes].filter(([name, summary]) => files.test(name) && summary !== "Unviable");
    const noticed = all.filter(([, summary]) => isNoticed(summary)).length;
    const cells = [all.length, noticed, all.length - noticed].map((count, at) => `${count}`.padStart([5, 7, 6][at]));
    if (all.length > 0) console.log(`${module.padEnd(10)}  ${cells.join("  ")}  ${((100 * noticed) / all.length).toFixed(1)} %`);
  }
  const compiled = [...outcomes].filter(([, summary]) => summary !== "Unviable");
  return (100 * compiled.filter(([, summary]) => isNoticed(summary)).length) / compiled.length;
}

const outcomes = quickly();
if (outcomes.size === 0) throw new Error(`nothing of ${FILES ?? "the core"} can be broken; see cargo mutants --list`);
const left = [...outcomes].filter(([, summary]) => summary === "MissedMutant").map(([name]) => name);
if (left.length > 0) for (const [name, summary] of thoroughly(left)) outcomes.set(name, summary);
for (const [name, summary] of outcomes) if (summary === "MissedMutant") console.log(`missed: ${name}`);
const share = print(outcomes);
if (!(share >= LEAST)) {
  console.error(`${basename(import.meta.filename)}: error: fewer than ${LEAST} % of the breaks are noticed`);
  process.exitCode = 1;
}
