// What an index would take if it were stored otherwise.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../data.mjs";
import { run } from "./run.mjs";

const CRATE = join(ROOT, "bench/variants");
const TARGET = join(ROOT, "target/variants");

/** Compiles the crate. */
export function buildVariants() {
  const manifest = ["--manifest-path", join(CRATE, "Cargo.toml"), "--target-dir", TARGET];
  execFileSync("cargo", ["build", "--release", "--locked", "--quiet", ...manifest], { stdio: "inherit" });
}

/** The versions of what is compared, by the name of the crate. */
export function versionsOfVariants() {
  const lock = readFileSync(join(CRATE, "Cargo.lock"), "utf8");
  return new Map([...lock.matchAll(/name = "(.*)"\nversion = "(.*)"/g)].map(([, name, version]) => [name, version]));
}

/** Sizes in bytes: see bench/variants. */
export async function measureVariants(index) {
  return JSON.parse((await run(join(TARGET, "release/kindex-bench-variants"), [index])).printed);
}
