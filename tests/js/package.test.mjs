// The package as others get it: packed, and installed somewhere else.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ENTRIES } from "../../scripts/bundles.mjs";
import { publishedPath } from "../../scripts/layout.mjs";
import { notices as makeNotices } from "../../scripts/notices.mjs";
import { PACKAGE, packaged } from "./support.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const run = promisify(execFile);

const SCRIPT = `
  import { readFile } from "node:fs/promises";
  import { KindexError, open } from "kindex";
  import * as explore from "kindex/explore";
  import * as full from "kindex/build";
  import { bundled, createWorker } from "kindex/worker";
  const builder = await full.Builder.create();
  builder.addFile("a.md", "# Title\\n\\nA needle.\\n");
  const bytes = builder.finish();
  const wasm = await readFile(new URL(import.meta.resolve("kindex/page.wasm")));
  const index = await open(bytes, { wasm: new WebAssembly.Module(wasm) });
  const other = await full.open(bytes);
  const same = index.search("needle").hits[0].score === other.search("needle").hits[0].score;
  const error = await open(new Uint8Array(9)).catch((error) => error);
  import.meta.resolve("kindex/full.wasm");
  const module = await readFile(new URL(import.meta.resolve("kindex/explore.wasm")));
  const explorer = await explore.open(bytes, { wasm: new WebAssembly.Module(module) });
  const { text } = explorer.parent(explorer.search("needle").hits[0].children[0].id);
  console.log(index.search("needle").total, same, error instanceof KindexError && error.code);
  console.log(text === index.search("needle").hits[0].text, explorer.stats().documents, other.documents()[0]);
  const answer = await createWorker({ source: bundled(bytes) }).fetch(new Request("http://localhost/search?q=needle"));
  console.log((await answer.json()).data.results[0].document_id);
`;

/** The same from the bundles, which have a class KindexError each. */
const BUNDLED = `
  import { KindexError, open } from "kindex/index.min.js";
  import * as explore from "kindex/explore.min.js";
  import * as full from "kindex/build.min.js";
  const builder = await full.Builder.create();
  builder.addFile("a.md", "# Title\\n\\nA needle.\\n");
  const bytes = builder.finish();
  const { score } = (await open(bytes)).search("needle").hits[0];
  const folder = await open(() => bytes);
  const indexes = [await explore.open(bytes), await full.open(bytes), folder];
  for (const index of indexes) console.log((await index.search("needle")).hits[0].score === score);
  for (const failing of [
    () => full.Builder.create({ sizes: 1 }),
    () => open(new Uint8Array(9)),
    () => open("nowhere/"),
    () => explore.open(7),
  ]) {
    await failing().catch((error) => console.log(error.code, error instanceof KindexError));
  }
  console.log(new TypeError() instanceof KindexError);
`;

/** The imports and addresses of files in a script, however it is written. */
const ADDRESSES = /(?:[\s}]from|\bimport|import\(|new URL\()\s*"(\.?[^":]*)"/g;

/** The crates of the largest WebAssembly module. */
const TREE = ["-p", "kindex-wasm", "--features", "build", "--target", "wasm32-unknown-unknown", "-e", "normal", "--prefix", "none"];

/** All files that a manifest exports. */
const addresses = ({ exports }) => {
  const within = (to) => (typeof to === "string" ? [to] : Object.values(to).flatMap(within));
  return within(exports);
};

const withoutComments = (text) => text.replace(/\/\*.*?\*\//gs, "");

/** Adds a file of the package, and all that it leads to. */
async function follow(file, found) {
  if (found.has(file)) return;
  found.add(file);
  if (!/\.jsx?$/.test(file)) return;
  const text = withoutComments(await readFile(new URL(file, PACKAGE), "utf8"));
  for (const [, address] of text.matchAll(ADDRESSES)) if (address.startsWith(".")) await follow(join(dirname(file), address), found);
}

/** The files that something in the package leads to: what it exports, its command, and what bundles are made of. */
async function needed(manifest) {
  const bundles = [...ENTRIES, "inline"].flatMap((name) => [`${name}.js`, `${name}.min.js`]);
  const found = new Set(["package.json"]);
  for (const file of [...addresses(manifest), ...Object.values(manifest.bin)].map((path) => path.slice(2)).concat(bundles)) await follow(file, found);
  return found;
}

/** The files that only Node loads: the command, and a plugin but for the part that pages load. */
const RUNS_IN_NODE = /^(bin\/|plugins\/(?!client\.js$))/;

describe("the packed package", () => {
  let folder;
  let files;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-pack-"));
    const npm = { cwd: folder };
    const { stdout } = await run("npm", ["pack", "--json", fileURLToPath(PACKAGE)], npm);
    const [packed] = Object.values(JSON.parse(stdout));
    files = packed.files.map((file) => file.path);
    await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    const quiet = ["--offline", "--no-audit", "--no-fund"];
    await run("npm", ["install", ...quiet, `./${packed.filename}`], npm);
  });

  after(() => rm(folder, { recursive: true }));

  test("holds what is needed and nothing else", async () => {
    const sources = await readdir(join(ROOT, "js"), { recursive: true });
    const types = sources.filter((file) => file.endsWith(".d.ts")).map(publishedPath);
    const texts = ["README.md", "LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-NOTICES.txt"];
    const manifest = JSON.parse(await readFile(new URL("package.json", PACKAGE), "utf8"));
    assert.deepEqual(files.toSorted(), [...new Set([...(await needed(manifest)), ...types, ...texts])].toSorted());
    assert.equal(manifest.dependencies, undefined);
    assert.equal(manifest.scripts, undefined);
    for (const path of addresses(manifest)) {
      assert.ok(files.includes(path.slice(2)), `${path} is missing`);
    }
    assert.ok(!(await readdir(folder)).includes(".gitignore"));
  });

  test("names each work that is compiled in, with its licence", async () => {
    const notices = await readFile(join(folder, "node_modules/kindex/THIRD-PARTY-NOTICES.txt"), "utf8");
    const works = new Map(notices.split("\n").flatMap((line) => {
      const [, work, license] = /^(\S+ \d\S*), (.+), https:/.exec(line) ?? [];
      return work ? [[work, license]] : [];
    }));
    const tree = await run("cargo", ["tree", "--locked", ...TREE], { cwd: ROOT });
    const crates = new Set(tree.stdout.trim().split("\n").map((line) => line.split(" ").slice(0, 2).join(" ").replace(" v", " ")));
    const others = [...crates].filter((crate) => !crate.startsWith("kindex"));
    assert.ok(others.length > 50);
    assert.deepEqual(others.filter((crate) => !works.has(crate)), []);
    assert.deepEqual([...works.keys()].filter((work) => !crates.has(work)), []);
    for (const name of ["The Rust standard library", ...others.map((crate) => crate.split(" ")[0])]) {
      assert.match(notices, new RegExp(`^Of (.*, )?${name}(,.*)?:$`, "m"));
    }
    for (const words of ["Mozilla Public License Version 2.0", "UNICODE LICENSE V3", "Redistribution and use in source and binary forms"]) {
      assert.ok(notices.includes(words), words);
    }
    assert.doesNotMatch(notices, /crates\.io|npmjs|docs\.rs/);
    assert.equal(notices, await makeNotices(), "it is another text each time");
  });

  test("says where it comes from", () => {
    const { homepage, repository, bugs, jsdelivr, unpkg } = JSON.parse(packaged("package.json"));
    for (const address of [homepage, repository.url, bugs.url]) assert.match(address, /^(git\+)?https:\/\/\S+/);
    for (const path of [jsdelivr, unpkg]) assert.ok(files.includes(path.slice(2)));
  });

  test("works where it is installed", async () => {
    await writeFile(join(folder, "script.mjs"), SCRIPT);
    const { stdout } = await run(process.execPath, ["script.mjs"], { cwd: folder });
    assert.equal(stdout, "1 true not_an_index\ntrue 1 a.md\na.md\n");
  });

  test("works where it is installed, in bundles", async () => {
    await writeFile(join(folder, "bundled.mjs"), BUNDLED);
    const { stdout } = await run(process.execPath, ["bundled.mjs"], { cwd: folder });
    const failed = ["invalid_option", "not_an_index", "read_failed", "invalid_argument"];
    const wanted = [...Array(3).fill("true"), ...failed.map((code) => `${code} true`), "false"];
    assert.deepEqual(stdout.trim().split("\n"), wanted);
  });

  test("has the files that its scripts name, and bundles that import none at once", async () => {
    const peers = Object.keys(JSON.parse(packaged("package.json")).peerDependencies);
    for (const file of files.filter((file) => file.endsWith(".js"))) {
      const text = await readFile(new URL(file, PACKAGE), "utf8");
      for (const [whole, address] of withoutComments(text).matchAll(ADDRESSES)) {
        if (peers.some((peer) => `${address}/`.startsWith(`${peer}/`))) continue;
        assert.ok(files.includes(join(dirname(file), address)), `${file}: ${address}`);
        if (file.endsWith(".min.js")) assert.doesNotMatch(whole, /from|import\s*"/, file);
      }
    }
  });

  test("has types where it is installed", async () => {
    const types = join(ROOT, "tests", "types");
    const config = JSON.parse(await readFile(join(types, "tsconfig.json"), "utf8"));
    delete config.compilerOptions.paths;
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    for (const name of ["use.ts", "misuse.ts"]) await cp(join(types, name), join(folder, name));
    const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const { stdout } = await run(process.execPath, [compiler, "-p", folder]).catch((error) => error);
    assert.equal(stdout, "");
  });

  test("has no import of Node's modules that a bundler would follow", async () => {
    for (const file of files.filter((file) => file.endsWith(".js") && !RUNS_IN_NODE.test(file))) {
      const text = withoutComments(await readFile(new URL(file, PACKAGE), "utf8"));
      assert.doesNotMatch(text, /(from|import\()\s*["'](node:|fs|path)/, file);
    }
  });
});
