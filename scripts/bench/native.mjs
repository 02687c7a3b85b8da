// Kindex beside tantivy, natively, over the same children.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../data.mjs";
import { queriesFile } from "./kindex.mjs";
import { run } from "./run.mjs";

const CRATE = join(ROOT, "bench/tantivy");
const TARGET = join(ROOT, "target/tantivy");

/** Compiles the crate, which takes some minutes the first time. */
export function buildNative() {
  const manifest = ["--manifest-path", join(CRATE, "Cargo.toml"), "--target-dir", TARGET];
  execFileSync("cargo", ["build", "--release", "--locked", "--quiet", ...manifest], { stdio: "inherit" });
}

export function versionOfTantivy() {
  const lock = readFileSync(join(CRATE, "Cargo.lock"), "utf8");
  return /name = "tantivy"\nversion = "(.*)"/.exec(lock)[1];
}

/**
 * Both search the children of an index: `{ documents, kindexRank, tantivyRank, tantivyCount,
 * kindexSearch, tantivySearch }`, each of the last five `{ p50, p95 }` in milliseconds.
 */
export async function measureNative(site, index, asked) {
  const file = queriesFile({ name: `${site.name}.words` }, asked);
  const { printed } = await run(join(TARGET, "release/kindex-bench-tantivy"), [index, file]);
  return JSON.parse(printed);
}
