// bench/data/debian.sh over packages that are made here, with an apt-get that copies them.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** As apt-get download does, it leaves the package in the folder in which it runs. */
const APT_GET = `#!/usr/bin/env bash
name="\${!#}"
sleep "\${SLOW:-0}"
cp "$SERVED/\${name%%=*}"_*.deb . 2>/dev/null || { echo "E: Version '\${name#*=}' for '\${name%%=*}' was not found" >&2; exit 100; }
`;

const FILES = { "usr/share/doc/one/html/index.html": "<h1>One</h1>", "usr/share/doc/one/copyright": "Free" };
const VERSION = "1:2.0+dfsg-1";
const NAME = "one_1%3a2.0+dfsg-1_all.deb";

const skip = hasDpkg() ? false : "there is no dpkg-deb";

function hasDpkg() {
  try {
    execFileSync("dpkg-deb", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("bench/data/debian.sh", { skip }, () => {
  let folder, packed;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex debian "));
    await put("made/DEBIAN/control", `Package: one\nVersion: ${VERSION}\nArchitecture: all\nMaintainer: a\nDescription: a\n`);
    for (const [path, text] of Object.entries(FILES)) await put(`made/${path}`, text);
    await symlink("index.html", join(folder, "made/usr/share/doc/one/html/start.html"));
    await mkdir(join(folder, "served"));
    await run("dpkg-deb", ["--root-owner-group", "-b", join(folder, "made"), join(folder, "served", NAME)]);
    packed = await readFile(join(folder, "served", NAME));
    await cp(join(ROOT, "bench/data/debian.sh"), join(folder, "script/debian.sh"));
    await pin(VERSION, packed);
    await chmod(await put("bin/apt-get", APT_GET), 0o755);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  async function put(path, text) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  }

  const pin = (version, bytes) => put("script/debian.txt", `one ${version} ${createHash("sha256").update(bytes).digest("hex")}\n`);

  /** What the script says. */
  async function bring(into, variables = {}, ...packages) {
    const PATH = `${join(folder, "bin")}:${process.env.PATH}`;
    const env = { ...process.env, BASH_ENV: undefined, PATH, KINDEX_CACHE: join(folder, "cache"), SERVED: join(folder, "served") };
    const given = [join(folder, into), ...packages];
    return (await run(join(folder, "script/debian.sh"), given, { env: { ...env, ...variables } })).stdout;
  }

  /** The line that it ends with. */
  async function fails(into, variables, ...packages) {
    const error = await bring(into, variables, ...packages).then(assert.fail, (error) => error);
    assert.equal(error.code, 1);
    assert.match(error.stderr, /^debian: error: .*\n$/);
    return error.stderr;
  }

  const page = "one/usr/share/doc/one/html/index.html";
  const files = async (into) => (await readdir(join(folder, into), { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory()).map(({ name }) => name).sort();

  test("loads a package once, and unpacks its pages once", async () => {
    const version = VERSION.replace(/[+.]/g, "\\$&");
    assert.match(await bring("a"), new RegExp(`^debian: loading one ${version}\ndebian: unpacking one ${version}\n$`));
    assert.equal(await readFile(join(folder, "a", page), "utf8"), "<h1>One</h1>");
    assert.deepEqual(await files("a"), [".lock", ".sum", "index.html"]);
    const before = await stat(join(folder, "a/one"));
    assert.equal(await bring("a", { SERVED: "" }), "");
    assert.equal((await stat(join(folder, "a/one"))).ino, before.ino);
    assert.match(await bring("b", { SERVED: "" }), /^debian: unpacking one .*\n$/);
    assert.deepEqual(await readdir(join(folder, "cache/debs")), [NAME]);
  });

  test("two runs for two folders load into one cache", async () => {
    const variables = { KINDEX_CACHE: join(folder, "shared"), SLOW: "0.5" };
    const first = bring("f", variables);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const said = await Promise.all([first, bring("g", variables)]);
    for (const lines of said) assert.match(lines, /^debian: loading one .*\ndebian: unpacking one .*\n$/);
    for (const into of ["f", "g"]) assert.deepEqual(await files(into), [".lock", ".sum", "index.html"]);
    assert.deepEqual(await readdir(join(folder, "shared/debs")), [NAME]);
  });

  test("takes packages that are in another folder, and what was left of a run that was ended goes", async () => {
    await put("c/.one.part/usr/half.html", "half");
    const variables = { KINDEX_CACHE: join(folder, "empty"), SERVED: "", DEBS: join(folder, "served") };
    assert.match(await bring("c", variables, "one"), /^debian: unpacking one .*\n$/);
    assert.deepEqual(await files("c"), [".lock", ".sum", "index.html"]);
    assert.deepEqual(await readdir(join(folder, "empty/debs")), []);
  });

  test("programs that are missing are named at once", async () => {
    await chmod(await put("few/tar", "#!/bin/sh\necho 'bsdtar 3.5.3'\n"), 0o755);
    for (const name of ["bash", "dirname"]) await symlink((await run("sh", ["-c", `command -v ${name}`])).stdout.trim(), join(folder, "few", name));
    const said = await fails("h", { PATH: join(folder, "few") });
    assert.equal(said, "debian: error: this machine lacks dpkg-deb, sha256sum, GNU tar as tar, which Debian has\n");
    assert.ok(!(await readdir(folder)).includes("h"));
  });

  test("a package that is damaged, gone or unknown is one line, and leaves what was there", async () => {
    const cut = Buffer.from(packed);
    cut[cut.length >> 1] ^= 1;
    await mkdir(join(folder, "cut"));
    await writeFile(join(folder, "cut", NAME), cut);
    assert.match(await fails("d", { DEBS: join(folder, "cut") }), /_all\.deb is damaged or another one: its SHA-256 is /);
    const fresh = { KINDEX_CACHE: join(folder, "fresh") };
    assert.match(await fails("d", { ...fresh, SERVED: join(folder, "cut") }), /is damaged or another one/);
    assert.match(await fails("d", { ...fresh, SERVED: "" }), /apt-get cannot load one .*: E: Version '.*' for 'one' was not found/);
    assert.deepEqual(await readdir(join(folder, "fresh/debs")), []);
    assert.match(await fails("d", {}, "two"), /no package two: one/);
    assert.deepEqual(await files("d"), [".lock"]);

    // Pages of the version before stay until those of the new one are whole.
    await bring("e");
    const torn = packed.subarray(0, packed.length - 40);
    await mkdir(join(folder, "torn"));
    await writeFile(join(folder, "torn", NAME), torn);
    await pin(VERSION, torn);
    assert.match(await fails("e", { DEBS: join(folder, "torn") }), /cannot unpack .*_all\.deb: /);
    assert.equal(await readFile(join(folder, "e", page), "utf8"), "<h1>One</h1>");
    await pin(VERSION, packed);
    assert.equal(await bring("e"), "");
  });
});
