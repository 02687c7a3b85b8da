// scripts/demo.sh while it serves: what joins the page, what fails, and what is left when it ends.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { access, chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { CARGO_TARGET_DIR = join(ROOT, "target"), KINDEX_COMMAND = join(CARGO_TARGET_DIR, "debug/kindex") } = process.env;

/** A page as rustdoc makes them. */
const rustdoc = (title, text) =>
  `<!DOCTYPE html><html lang="en"><head><meta name="generator" content="rustdoc"><title>${title}</title>` +
  `<meta name="rustdoc-vars" data-channel="1.2.3" ></head><body class="rustdoc mod"><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

/** Makes the module that was left out of the package, and says with which arguments it was called. */
const BUILDS = `#!/usr/bin/env bash
mkdir "$PACKAGE/full"
touch "$PACKAGE/full/full.js" "$PACKAGE/full/full_bg.wasm"
echo new >"$PACKAGE/README.md"
echo "called with $*"
`;

const FAILS = "#!/usr/bin/env bash\nexit 2\n";

/** Says which process it is, and goes on for ever. */
const LASTS = '#!/usr/bin/env bash\necho $$ >"$PACKAGE/../process.new"\nmv "$PACKAGE/../process.new" "$PACKAGE/../process"\nexec sleep 1000000\n';

describe("demo.sh while it serves", () => {
  let folder, demo;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex demo "));
    const left = join(ROOT, "dist/npm/full");
    const filter = (path) => path !== left;
    for (const path of ["scripts", "www", "dist/npm", "README.md"]) {
      await cp(join(ROOT, path), join(folder, path), { recursive: true, filter });
    }
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    await put("rust/std/all.html", rustdoc("List of all items", "vec"));
    await put("rust/std/index.html", rustdoc("Crate std", "The standard library."));
    await put("rust/std/vec/index.html", rustdoc("Module vec", "Sort a vector."));
  });

  beforeEach(() => rm(join(folder, "dist/npm/full"), { recursive: true, force: true }));
  afterEach(() => demo?.end());
  after(() => rm(folder, { recursive: true, force: true }));

  async function put(path, text) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await chmod(file, 0o755);
    return file;
  }

  const environment = (more) => ({
    ...process.env,
    // The files that make has every shell read would put the real tools first.
    BASH_ENV: undefined,
    PACKAGE: join(folder, "dist/npm"),
    MAKE: join(folder, "bin/make"),
    DATA: "/dev/null",
    RUST_DOCS: join(folder, "rust"),
    CARGO_TARGET_DIR: join(folder, "target"),
    KINDEX_COMMAND,
    PORT: "0",
    ...more,
  });

  /** Starts it, and gives what it prints, line by line, and its end. */
  function start(more) {
    const child = spawn(join(folder, "scripts/demo.sh"), { env: environment(more), stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise((resolve) => child.once("close", (code) => resolve(code)));
    const lines = [];
    const waiting = new Set();
    const take = (line) => {
      lines.push(line);
      for (const look of waiting) look(line);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on("line", take);
    /** Waits for a line that matches. */
    const line = (pattern) =>
      new Promise((resolve, reject) => {
        const look = (one) => pattern.test(one) && resolve(pattern.exec(one));
        lines.forEach(look);
        waiting.add(look);
        ended.then(() => reject(new Error(`it ended without ${pattern}:\n${lines.join("\n")}`)));
      });
    return { lines, line, end: (signal = "SIGTERM") => (child.kill(signal), ended) };
  }

  const served = async () => (await demo.line(/^Serving .* at (http:\S+)$/))[1];
  const listAt = async (address) => (await fetch(`${address}indexes/manifest.json`)).json();
  const written = async () => JSON.parse(await readFile(join(folder, "dist/demo/indexes/manifest.json"), "utf8"));
  const isThere = (path) => access(join(folder, path)).then(() => true, () => false);

  test("opens on the project's documents, and takes up what is made", async () => {
    await put("bin/make", BUILDS);
    demo = start();
    const address = await served();
    assert.equal((await listAt(address))[0].name, "kindex");
    await demo.line(/^demo: builds what indexes your own files; the page takes it by itself$/);
    await demo.line(/^demo: The standard library: 2 documents$/);
    await demo.line(/^demo: the page indexes your own files$/);
    const [own, std, ...others] = await listAt(address);
    assert.equal(own.name, "kindex");
    assert.deepEqual([std.name, std.documents, std.queries.length, others], ["std", 2, 5, []]);
    assert.equal((await fetch(`${address}${std.index}index.kdx`)).status, 200);
    assert.equal((await fetch(`${address}kindex/full/full_bg.wasm`)).status, 200);
    assert.equal(await (await fetch(`${address}kindex/README.md`)).text(), "new\n");
    const log = await readFile(join(folder, "target/demo/package.log"), "utf8");
    assert.equal(log, `called with -C ${folder} dist/.packaged-test\n`);
  });

  test("leads from the standard library to its pages in the version that is there", async () => {
    await put("bin/make", BUILDS);
    const run = promisify(execFile);
    await run(join(folder, "scripts/demo.sh"), { env: environment({ NO_SERVE: "1" }) });
    const index = join(folder, "dist/demo/indexes/std");
    const { stdout } = await run(KINDEX_COMMAND, ["search", index, "vector", "--json"]);
    assert.match(stdout, /"https:\/\/doc\.rust-lang\.org\/1\.2\.3\/std\/vec\/(index\.html)?"/);
    assert.deepEqual((await written()).map(({ name }) => name), ["kindex", "std"]);
    assert.equal(await isThere("dist/demo/kindex/full/full.js"), true);
    assert.equal(await isThere("dist/demo/.making"), false);
  });

  test("says in a line what failed, and serves on", async () => {
    await put("bin/make", FAILS);
    const archive = await put("data/docs/mdn-en.tar.xz", "no archive");
    demo = start({ DATA: dirname(dirname(archive)) });
    const address = await served();
    await demo.line(/^demo: MDN Web Docs failed: .+$/);
    await demo.line(/^demo: Building what indexes your own files failed: see .*\/demo\/package\.log$/);
    assert.deepEqual((await listAt(address)).map(({ name, coming }) => [name, coming]), [["kindex", undefined], ["std", undefined]]);
    assert.equal(demo.lines.filter((line) => / failed: /.test(line)).length, 2);
  });

  for (const signal of ["SIGINT", "SIGTERM"]) {
    test(`leaves no process and nothing half done: ${signal}`, async () => {
      await put("bin/make", LASTS);
      await rm(join(folder, "dist/process"), { force: true });
      demo = start();
      const address = await served();
      await demo.line(/^demo: The standard library: /);
      assert.deepEqual((await listAt(address)).filter(({ coming }) => coming).map(({ name }) => name), ["own"]);
      while (!(await isThere("dist/process")));
      const builder = Number(await readFile(join(folder, "dist/process"), "utf8"));
      assert.equal(await demo.end(signal), 0);
      assert.throws(() => process.kill(builder, 0), { code: "ESRCH" });
      await assert.rejects(fetch(address));
      assert.deepEqual((await written()).map(({ name }) => name), ["kindex", "std"]);
      assert.equal(await isThere("dist/demo/.making"), false);
      const kept = await readdir(join(folder, "target/demo"));
      assert.deepEqual(kept.filter((name) => name.startsWith("unfinished")), []);
    });
  }
});
