// Kindex is made of works of others: where they come from, and that nothing of them runs when
// somebody installs a package. `make check CHECK=supply` looks at more.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { WEBASSEMBLY, command, notices, python } from "../../scripts/notices.mjs";
import { ROOT, integrations } from "../../scripts/release/versions.mjs";

const run = promisify(execFile);
const read = (path) => readFile(join(ROOT, path), "utf8");
const readJson = async (path) => JSON.parse(await read(path));

/** The scripts that npm runs by itself where a package is installed. */
const ON_INSTALL = ["preinstall", "install", "postinstall", "prepare", "preprepare", "postprepare"];

/** The fields that bring in packages of others. */
const BRINGS = ["dependencies", "optionalDependencies", "bundleDependencies", "bundledDependencies"];

/** The crates of others that a page loads with each build that only searches. Those that only run while it is compiled are not among them. */
const LOADED = ["cfg-if", "const-default", "libm", "once_cell", "rlsf", "wasm-bindgen", "xxhash-rust"];

/** The files of a name that are committed. */
async function committed(name) {
  const { stdout } = await run("git", ["ls-files", "--", name, `**/${name}`], { cwd: ROOT });
  return stdout.trim().split("\n");
}

async function tree({ crate, features = "", target }, ...more) {
  const options = ["-p", crate, "--features", features, "--target", target, "--prefix", "none", ...more];
  const { stdout } = await run("cargo", ["tree", "--locked", ...options], { cwd: ROOT, maxBuffer: 1 << 26 });
  const lines = stdout.trim().split("\n").map((line) => line.replace(/ \(.*/, "").replace(" v", " "));
  return [...new Set(lines)].filter((line) => !line.startsWith("kindex")).toSorted();
}

describe("what is published", () => {
  test("runs nothing where it is installed, and brings nothing along", async () => {
    const manifests = ["pkg.json", ...(await integrations())];
    assert.ok(manifests.length > 3);
    for (const path of manifests) {
      const manifest = await readJson(path);
      assert.deepEqual(ON_INSTALL.filter((name) => name in (manifest.scripts ?? {})), [], path);
      assert.deepEqual(BRINGS.filter((name) => name in manifest), [], path);
      assert.equal(manifest.gypfile, undefined, path);
    }
  });

  test("has a notice of each crate in each build", async () => {
    const text = await read("dist/npm/THIRD-PARTY-NOTICES.txt");
    for (const features of ["", "explore", "build"]) {
      const crates = await tree({ ...WEBASSEMBLY, features }, "-e", "normal");
      assert.ok(crates.length >= LOADED.length);
      assert.deepEqual(crates.filter((crate) => !text.includes(`\n${crate}, `)), [], features);
    }
  });

  for (const product of [command("x86_64-unknown-linux-musl"), command("x86_64-pc-windows-msvc"), python("x86_64-unknown-linux-gnu")]) {
    test(`has a notice of each crate in ${product.crate} for ${product.target}`, async () => {
      const text = await notices(product);
      const crates = await tree(product, "-e", "normal");
      assert.ok(crates.length > 100);
      assert.deepEqual(crates.filter((crate) => !text.includes(`\n${crate}, `)), []);
    });
  }

  test("has few crates in what a page loads", async () => {
    for (const features of ["", "explore"]) {
      const crates = await tree({ ...WEBASSEMBLY, features }, "-e", "normal,no-proc-macro");
      const beside = /^(wasm-bindgen-shared|unicode-ident) /;
      assert.deepEqual(crates.filter((crate) => !beside.test(crate)).map((crate) => crate.split(" ")[0]), LOADED);
    }
  });
});

describe("lock files", () => {
  test("of both kinds are committed", async () => {
    for (const name of ["Cargo.lock", "package-lock.json"]) assert.ok((await committed(name)).includes(name));
  });

  test("name crates of crates.io alone, with their sums", async () => {
    const locks = await committed("Cargo.lock");
    assert.equal(locks.length, 3);
    for (const path of locks) {
      const packages = (await read(path)).split("[[package]]\n").slice(1);
      const [own] = /^name = .*$/m.exec(await read(join(dirname(path), "Cargo.toml")));
      const others = packages.filter((one) => !one.startsWith(own) && !/^name = "kindex(-\w+)*"$/m.test(one));
      assert.ok(others.length > 10, path);
      for (const one of others) {
        assert.match(one, /^source = "registry\+https:\/\/github\.com\/rust-lang\/crates\.io-index"$/m, path);
        assert.match(one, /^checksum = "[0-9a-f]{64}"$/m, path);
      }
    }
  });

  test("name packages of npm with their sums, and say what the manifests ask for", async () => {
    for (const path of await committed("package-lock.json")) {
      const { packages, lockfileVersion } = await readJson(path);
      assert.equal(lockfileVersion, 3, path);
      const manifest = await readJson(join(dirname(path), "package.json"));
      for (const key of ["dependencies", "devDependencies"]) assert.deepEqual(packages[""][key], manifest[key], `${path}: ${key}`);
      const others = Object.entries(packages).filter(([name, one]) => name !== "" && !one.link && !one.inBundle);
      assert.deepEqual(others.filter(([, one]) => !/^sha512-/.test(one.integrity ?? "")).map(([name]) => name), [], path);
    }
  });

  test("are followed, and install scripts are not run", async () => {
    const files = await Promise.all(["Makefile", "scripts/setup/programs.sh"].map(read));
    const installs = files.join("\n").split("\n").filter((line) => /^[^#]*\bnpm (ci|install) /.test(line) && !line.includes("fail "));
    assert.ok(installs.length >= 2);
    for (const line of installs) assert.match(line, /--ignore-scripts/);
    const { devDependencies, dependencies } = await readJson("package.json");
    assert.equal(dependencies, undefined);
    for (const [name, version] of Object.entries(devDependencies)) assert.match(version, /^\d+\.\d+\.\d+/, name);
  });
});
