// The crates of bench/rust, each a workspace of its own.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";

const folderOf = (name) => join(ROOT, "bench/rust", name);
const targetOf = (name) => join(ROOT, "target", name);

/** Compiles one, which takes some minutes the first time. */
export function compile(name) {
  const manifest = ["--manifest-path", join(folderOf(name), "Cargo.toml"), "--target-dir", targetOf(name)];
  execFileSync("cargo", ["build", "--release", "--locked", "--quiet", ...manifest], { stdio: "inherit" });
}

/** The path of its program. */
export const program = (name) => join(targetOf(name), `release/kindex-bench-${name}`);

/** The versions of its dependencies, by name. */
export function versions(name) {
  const lock = readFileSync(join(folderOf(name), "Cargo.lock"), "utf8");
  return new Map([...lock.matchAll(/name = "(.*)"\nversion = "(.*)"/g)].map(([, crate, version]) => [crate, version]));
}
