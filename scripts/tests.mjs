// Runs the tests of JavaScript that tests/tiers.mjs lists, and adds their times to a file for
// scripts/slowest.sh:
//
//   node scripts/tests.mjs quick|test|full|release
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AGAIN, ASIDE, FULL, QUICK, SIZES, WHOLE } from "../tests/tiers.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** A file of tests that hangs ends then, with its name. */
const LIMIT_MS = 1_500_000;

/** In these tiers Chromium is as readers have it, in the others without its windows. */
const AS_READERS = ["full", "release"];

/** Half of the tests wait for a browser or for another program. */
const FILES_AT_A_TIME = 3;

const ALL = ["js", "browser"].flatMap((folder) =>
  readdirSync(`${ROOT}tests/${folder}`)
    .filter((file) => file.endsWith(".test.mjs"))
    .map((file) => `${folder}/${file.replace(".test.mjs", "")}`),
);

const apart = new Set([...FULL, ...SIZES, ...ASIDE]);

const TIERS = {
  quick: QUICK,
  test: ALL.filter((name) => !apart.has(name)),
  full: [...FULL, ...SIZES, ...AGAIN, ...WHOLE],
  release: [...SIZES, ...AGAIN],
};

function filesOf(tier) {
  const names = TIERS[tier];
  if (!names) throw new Error(`say which tests: ${Object.keys(TIERS).join(", ")}`);
  const unknown = [...names, ...apart].filter((name) => !ALL.includes(name));
  if (unknown.length > 0) throw new Error(`tests/tiers.mjs names ${unknown.join(", ")}, which is not there`);
  return names.map((name) => `tests/${name}.test.mjs`);
}

const files = filesOf(process.argv[2]);
mkdirSync(`${ROOT}target/times`, { recursive: true });
const args = ["--test", `--test-concurrency=${FILES_AT_A_TIME}`, `--test-timeout=${LIMIT_MS}`];
const reporters = ["spec", "stdout", "./scripts/times.mjs", `target/times/${process.argv[2]}.js`];
const flags = reporters.map((value, at) => `--test-reporter${at % 2 === 0 ? "" : "-destination"}=${value}`);
const { CARGO_TARGET_DIR = `${ROOT}target`, KINDEX_COMMAND = `${CARGO_TARGET_DIR}/debug/kindex` } = process.env;
const env = { ...process.env, KINDEX_COMMAND, ...(AS_READERS.includes(process.argv[2]) && { CHROMIUM_SHELL: "" }) };
const child = spawn(process.execPath, [...args, ...flags, ...files], { cwd: ROOT, env, stdio: "inherit" });
process.on("SIGTERM", () => child.kill());
const [code] = await once(child, "exit");
process.exitCode = code ?? 1;
