// The crates as they would be published.
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, run } from "../bundlers/support.mjs";

const CRATES = ["kindex", "kindex-cli", "kindex-conversations", "kindex-extract", "kindex-ir-metrics", "kindex-mcp", "kindex-text"];

test("the crates can be packaged, with their licences", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kindex-crates-"));
  const options = ["--workspace", ...["wasm", "python", "fuzz"].flatMap((name) => ["--exclude", `kindex-${name}`]), "--no-verify", "--locked", "--allow-dirty"];
  const { stderr } = await run("cargo", ["package", ...options, "--target-dir", folder], { cwd: ROOT });
  assert.doesNotMatch(stderr, /has no documentation, homepage or repository/);
  const packed = (await readdir(join(folder, "package"))).filter((name) => name.endsWith(".crate")).toSorted();
  assert.deepEqual(packed.map((name) => name.replace(/-\d[\d.]*\.crate$/, "")), CRATES);
  for (const name of packed) {
    const { stdout } = await run("tar", ["-tzf", join(folder, "package", name)]);
    for (const license of ["LICENSE-APACHE", "LICENSE-MIT"]) assert.match(stdout, new RegExp(`/${license}$`, "m"));
  }
  await rm(folder, { recursive: true });
});
