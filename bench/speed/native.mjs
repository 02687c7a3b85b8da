// Kindex beside tantivy, natively, over the same children.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";
import { queriesFile } from "./kindex.mjs";
import { run } from "./run.mjs";

/** A workspace of its own. */
const FOLDER = join(ROOT, "bench/rust/tantivy");
const TARGET = join(ROOT, "target/tantivy");

/** Compiles it, which takes some minutes the first time. */
export function buildNative() {
  const manifest = ["--manifest-path", join(FOLDER, "Cargo.toml"), "--target-dir", TARGET];
  execFileSync("cargo", ["build", "--release", "--locked", "--quiet", ...manifest], { stdio: "inherit" });
}

export const versionOfTantivy = () => /name = "tantivy"\nversion = "(.*)"/.exec(readFileSync(join(FOLDER, "Cargo.lock"), "utf8"))[1];

/**
 * Both search the children of an index: `{ documents, kindexRank, tantivyRank, tantivyCount,
 * kindexSearch, tantivySearch }`, each of the last five `{ p50, p95 }` in milliseconds.
 */
export async function measureNative(site, index, asked) {
  const file = queriesFile({ name: `${site.name}.words` }, asked);
  const program = join(TARGET, "release/kindex-bench-tantivy");
  return JSON.parse((await run(program, [index, file])).printed);
}
