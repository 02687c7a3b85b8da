// The packages that bring the native command, installed beside the main one as npm does it.
import assert from "node:assert/strict";
import { chmod, cp, readFile, rm, mkdtemp } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { MACHINES, RELEASED, addOptional, makePackage, packageName } from "../../scripts/npm-binaries.mjs";
import { ROOT, put, run } from "../bundlers/support.mjs";
import { ALONE, CORPUS, NATIVE } from "./cli-support.mjs";
import { PACKAGE } from "./support.mjs";

const host = /^host: (.+)$/m.exec((await run("rustc", ["-vV"])).stdout)[1];

/** A machine that this is not. */
const OTHER = host.endsWith("-darwin") ? "x86_64-pc-windows-msvc" : "aarch64-apple-darwin";

/** Prints the command that the installed package would run, or why it would run none. */
const WHICH = `
  import { neededCommand } from "./node_modules/kindex/bin/native.js";
  try {
    console.log(neededCommand(process.argv[2]));
  } catch (error) {
    console.log(error.message);
  }
`;

test("the command names the packages that a release has", async () => {
  const { MACHINES: named } = await import(new URL("bin/native.js", PACKAGE));
  assert.deepEqual(named.map((machine) => `kindex-${machine}`).toSorted(), RELEASED.map(packageName).toSorted());
});

describe("the package of this machine", { skip: !MACHINES[host] && `there is none for ${host}` }, () => {
  let folder, version;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-binaries-"));
    ({ version } = JSON.parse(await readFile(join(ROOT, "pkg.json"), "utf8")));
    await cp(join(ROOT, "dist", "npm"), join(folder, "main"), { recursive: true });
    await addOptional(join(folder, "main"), [host, OTHER]);
    const folders = [join(folder, "main"), ...(await Promise.all([host, OTHER].map((target) => makePackage(target, NATIVE, join(folder, "made")))))];
    for (const one of folders) await run("npm", ["pack", "--silent", one], { cwd: folder });
    const file = (name) => `file:${name}-${version}.tgz`;
    // In the registry they would be found by their versions; here by their files.
    const optionalDependencies = Object.fromEntries([host, OTHER].map((target) => [packageName(target), file(packageName(target))]));
    await put(folder, { "package.json": JSON.stringify({ private: true, dependencies: { kindex: file("kindex") }, optionalDependencies }), "which.mjs": WHICH });
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund"], { cwd: folder });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const there = () => join(folder, "node_modules", packageName(host), "bin", "kindex");

  async function which(variables = {}, asked = version) {
    const { stdout } = await run(process.execPath, ["which.mjs", asked], { cwd: folder, env: { ...ALONE, ...variables } });
    return stdout.trim();
  }

  test("is installed, and that of another machine is not", async () => {
    assert.ok(existsSync(there()));
    assert.ok(!existsSync(join(folder, "node_modules", packageName(OTHER))));
    const { optionalDependencies } = JSON.parse(await readFile(join(folder, "node_modules/kindex/package.json"), "utf8"));
    assert.deepEqual(optionalDependencies, { [packageName(host)]: version, [packageName(OTHER)]: version });
  });

  test("is what the command of the main one runs", async () => {
    const command = async (...args) => (await run("npx", ["--no-install", "kindex", ...args], { cwd: folder, env: ALONE })).stdout;
    assert.match(await command("build", CORPUS, "-o", "site.kdx"), /^site\.kdx: 39 documents/);
    assert.equal(await command("--version"), `kindex ${version}\n`);
  });

  test("goes before PATH, and after KINDEX_COMMAND", async () => {
    const path = [dirname(NATIVE), ALONE.PATH].join(delimiter);
    assert.equal(await which({ PATH: path }), there());
    assert.equal(await which({ KINDEX_COMMAND: NATIVE }), NATIVE);
  });

  test("is refused by its name where it is of another version", async () => {
    const other = `${there()} is kindex ${version}, and this package is of version 9.9.9; npm install ${packageName(host)}@9.9.9`;
    assert.equal(await which({}, "9.9.9"), other);
    assert.equal(await which({ KINDEX_COMMAND: NATIVE }, "9.9.9"), `KINDEX_COMMAND: ${NATIVE} is kindex ${version}, and this package is of version 9.9.9`);
    assert.match(await which({ KINDEX_COMMAND: "/nowhere" }), /^KINDEX_COMMAND: \/nowhere is not the kindex command/);
  });

  test("is passed over where it cannot run, and where there is none the ways to get one are said", async () => {
    await chmod(there(), 0o644);
    assert.equal(await which({ PATH: [dirname(NATIVE), ALONE.PATH].join(delimiter) }), NATIVE);
    const [fault, ...ways] = (await which()).split("\n");
    assert.match(fault, /^there is no kindex command of version [\d.]+ for \w+-\w+; packages have it for linux-x64, linux-arm64, darwin-x64, darwin-arm64, win32-x64$/);
    assert.deepEqual(ways.map((way) => way.trim().split(/[ =]/)[0]), ["npm", "pip", "cargo", "KINDEX_COMMAND"]);
    await chmod(there(), 0o755);
  });

  test("names what is compiled in, and has the licences", async () => {
    const text = await readFile(join(folder, "node_modules", packageName(host), "THIRD-PARTY-NOTICES.txt"), "utf8");
    for (const work of ["The Rust standard library", "clap", "tokio", "saphyr-parser"]) {
      assert.match(text, new RegExp(`^${work}[ ,]`, "m"));
      assert.match(text, new RegExp(`^Of (.*, )?${work}(,.*)?:$`, "m"));
    }
  });
});

test("a package that does not exist is not made", async () => {
  await assert.rejects(makePackage("riscv64gc-unknown-linux-gnu", NATIVE), /there is no package for riscv64gc-unknown-linux-gnu; there is one for x86_64/);
});
