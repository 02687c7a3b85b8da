// Looks at all that Kindex is made of which others wrote: licences, versions and sources of crates
// (deny.toml), advisories, and whether the SBOMs of a release name everything.
import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { RELEASED } from "./npm-binaries.mjs";
import { WEBASSEMBLY, command, crates, python } from "./notices.mjs";
import { writeSboms } from "./release/sbom.mjs";
import { ROOT } from "./release/versions.mjs";
import { WHEELS } from "./release/wheel.mjs";

const OUT = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "sbom");

/** The messages of tools that do not reach their server. */
const UNREACHED = /failed to fetch advisory database|audit endpoint returned an error|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT/;

/** The checks whose servers were not reached. */
const unchecked = [];

const say = (text) => console.log(`supply: ${text}`);

/** Runs a check. One that does not reach its server says so and counts as none. */
function check(name, program, args, { mayFail = false } = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28, timeout: 300_000 });
  // One that waits for its server for too long is ended.
  const said = [stdout, stderr, error?.code].join("");
  if (status === 0) {
    say(`${name}: right`);
  } else if (mayFail && UNREACHED.test(said)) {
    unchecked.push(name);
    say(`${name}: cannot be reached from here; NOT CHECKED`);
  } else {
    process.stdout.write(said);
    throw new Error(`${name}: ${program} ${args.join(" ")} failed`);
  }
}

const deny = (...checks) => ["deny", "--locked", "--workspace", "--all-features", "check", "--hide-inclusion-graph", ...checks];

/** The names and versions in an SBOM. */
async function named(file) {
  const { metadata, components = [] } = JSON.parse(await readFile(join(OUT, file), "utf8"));
  return new Set([metadata.component, ...components].map(({ name, version }) => `${name} ${version}`));
}

async function namesAll(file, works) {
  const known = await named(file);
  const missing = [...works].filter((work) => !known.has(work));
  if (missing.length > 0) throw new Error(`${file} does not name ${missing.join(", ")}`);
  say(`${file} names all of ${works.size}`);
}

/** The crates of several products, by name and version. */
async function worksOf(products) {
  const all = (await Promise.all(products.map(crates))).flat();
  return new Set(all.map(({ name, version }) => `${name} ${version}`));
}

async function checkSboms() {
  await rm(OUT, { recursive: true, force: true });
  await writeSboms(OUT);
  await namesAll("kindex-cli.cdx.json", await worksOf(RELEASED.map(command)));
  await namesAll("kindex-python.cdx.json", await worksOf(WHEELS.map(python)));
  await namesAll("kindex-wasm.cdx.json", await worksOf(["", "group", "explore", "texts", "build"].map((features) => ({ ...WEBASSEMBLY, features }))));
  const { name, version, dependencies = {} } = JSON.parse(await readFile(join(ROOT, "dist/npm/package.json"), "utf8"));
  if (Object.keys(dependencies).length > 0) throw new Error("the npm package has dependencies");
  await namesAll("kindex-npm.cdx.json", new Set([`${name} ${version}`]));
}

try {
  check("licences, duplicates and sources of crates", "cargo", deny("licenses", "bans", "sources"));
  check("advisories of RustSec, and crates taken back", "cargo", deny("advisories"), { mayFail: true });
  check("advisories of npm", "npm", ["audit", "--audit-level=high"], { mayFail: true });
  await checkSboms();
  say(unchecked.length > 0 ? `done, but for ${unchecked.join("; ")}` : "done");
} catch (error) {
  console.error(`supply: error: ${error.message}`);
  process.exitCode = 1;
}
