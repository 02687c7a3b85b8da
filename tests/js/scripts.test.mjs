// The shell scripts, where their paths have spaces and folders hold more than documents.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { access, chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const run = promisify(execFile);

/** Writes the tools that it is told to use, and leaves the files that wasm-pack would. */
const WASM_PACK = `#!/usr/bin/env bash
printf '%s' "$CARGO_ENCODED_RUSTFLAGS" >"$SEEN"
while [ "$1" != --out-dir ]; do shift; done
mkdir -p "$2"
touch "$2"/{search,texts,full}_bg.wasm
`;

/** For wasm-opt: makes its output. */
const NODE = `#!/usr/bin/env bash
: >"\${!#}"
`;

let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kindex with spaces "));
  await cp(join(ROOT, "scripts"), join(folder, "scripts"), { recursive: true });
});

after(() => rm(folder, { recursive: true, force: true }));

async function put(path, text) {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

async function putProgram(path, text) {
  await chmod(await put(path, text), 0o755);
}

/** Runs a script with variables of the environment; undefined unsets one. */
async function runScript(name, args, variables) {
  // The files that make has every shell read would put the real tools first.
  const env = { ...process.env, BASH_ENV: undefined, ...variables };
  await run(join(folder, "scripts", name), args, { cwd: folder, env });
}

describe("build-wasm.sh in a path with spaces", () => {
  before(async () => {
    await putProgram("bin/wasm-pack", WASM_PACK);
    await putProgram("bin/node", NODE);
  });

  async function flags(variables, ...build) {
    const seen = join(folder, "seen");
    await runScript("build-wasm.sh", build.length > 0 ? build : ["small", "page"], {
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      KINDEX_WASM_BIN: undefined,
      CARGO_HOME: join(folder, "cargo home"),
      RUSTFLAGS: undefined,
      CARGO_ENCODED_RUSTFLAGS: undefined,
      SEEN: seen,
      ...variables,
    });
    return (await readFile(seen, "utf8")).split("\x1f");
  }

  const own = (stack = 64 * 1024) => [
    `-Clink-arg=-zstack-size=${stack}`,
    `--remap-path-prefix=${folder}=.`,
    `--remap-path-prefix=${join(folder, "cargo home")}=cargo`,
  ];

  test("keeps flags whole", async () => {
    assert.deepEqual(await flags({}), own());
    assert.deepEqual(await flags({}, "small", "full"), own(1024 * 1024));
    assert.deepEqual(await flags({}, "small", "texts"), own(1024 * 1024));
    assert.deepEqual(await flags({}, "quick", "page"), own(1024 * 1024));
  });

  test("keeps the user's flags", async () => {
    const given = await flags({ RUSTFLAGS: " -C  debuginfo=1 *" });
    assert.deepEqual(given, ["-C", "debuginfo=1", "*", ...own()]);
    const encoded = { RUSTFLAGS: "-Cunused", CARGO_ENCODED_RUSTFLAGS: "--cfg\x1fname=\"a b\"" };
    assert.deepEqual(await flags(encoded), ["--cfg", 'name="a b"', ...own()]);
    assert.deepEqual(await flags({ ...encoded, CARGO_ENCODED_RUSTFLAGS: "" }), own());
  });
});

describe("demo.sh with a whole project", () => {
  const page = "<title>Page</title><main><h1>Page</h1><p>A needle.</main>";

  test("leaves out what is built and installed", async () => {
    for (const path of ["www", "dist/npm", "README.md"]) {
      await cp(join(ROOT, path), join(folder, path), { recursive: true });
    }
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    for (const where of ["target/doc", "dist", "node_modules/some", "part/target", ".git"]) {
      await put(`project/${where}/page.html`, page);
      await put(`project/${where}/README.md`, "# Left out\n");
    }
    await put("project/README.md", "# Project\n\nIt has [a guide](docs/Guide.MD).\n");
    await put("project/docs/Guide.MD", "# Guide\n\nThere is a target.\n");
    await put("project/docs/targets.html", page);
    const { CARGO_TARGET_DIR = join(ROOT, "target") } = process.env;
    await runScript("demo.sh", [], { DOCS: "project", NO_SERVE: "1", RUST_DOCS: "/dev/null", CARGO_TARGET_DIR });

    const site = join(folder, "dist/demo/docs/project");
    const entries = JSON.parse(await readFile(join(folder, "dist/demo/indexes/manifest.json"), "utf8"));
    assert.equal(entries.find(({ name }) => name === "project").documents, 3);
    assert.match(await readFile(join(site, "README.html"), "utf8"), /href="docs\/Guide\.html"/);
    for (const path of ["docs/Guide.html", "docs/targets.html"]) await access(join(site, path));
    for (const path of ["target", "dist", "node_modules", "part/target", ".git", "docs/Guide.MD"]) {
      await assert.rejects(access(join(site, path)), { code: "ENOENT" }, path);
    }
  });
});
