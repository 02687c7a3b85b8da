// The library for Python: its tests in Python, with NumPy, LangChain, LlamaIndex, mypy and pyright, and the command
// in it. The official client for Python of kindex mcp is beside these.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { PACKAGE } from "../python-docs/site.mjs";

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, "../..");

const { KINDEX_PYTHON_LIBRARY } = process.env;

const PYTHON = join(KINDEX_PYTHON_LIBRARY ?? "", "python");

const MISSING = "LangChain and others are missing; run: scripts/setup.sh python-library, and source env.sh as it says";

const env = {
  ...process.env,
  PYTHONPATH: PACKAGE,
  PYTHONDONTWRITEBYTECODE: "1",
  KINDEX_PYRIGHT: join(ROOT, "tests/python/node_modules/pyright/index.js"),
};

describe("the library for Python", () => {
  before(() => assert.ok(KINDEX_PYTHON_LIBRARY, MISSING));

  for (const name of ["cases", "group", "library", "mcp", "retrievers", "types"]) {
    test(`passes its tests of ${name}`, async () => {
      const { stderr } = await run(PYTHON, ["-m", "unittest", `test_${name}`], { cwd: join(ROOT, "tests/python"), env });
      assert.match(stderr, /^Ran [1-9]\d* tests?/m);
      assert.doesNotMatch(stderr, /skipped/);
    });
  }
});

describe("the command in the package for Python", () => {
  const line = ["-m", "kindex_docs"];
  let folder;

  before(async () => {
    assert.ok(KINDEX_PYTHON_LIBRARY, MISSING);
    folder = await mkdtemp(join(tmpdir(), "kindex-python-"));
    await writeFile(join(folder, "page.md"), "# Lantern\n\nIt shines.\n");
  });

  after(() => folder && rm(folder, { recursive: true, force: true }));

  const ran = (...args) => run(PYTHON, [...line, ...args], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

  test("ends with the codes of the command, and says all that it says", async () => {
    assert.match((await ran("--version")).stdout, /^kindex \d/);
    assert.equal((await ran("build", "page.md", "-o", "a.kdx")).code, 0);
    assert.match((await ran("search", "a.kdx", "shines")).stdout, /Lantern/);
    assert.match((await ran("chunks", "a.kdx")).stdout, /"embed"/);
    assert.deepEqual(await ran("search", "gone.kdx", "x"), { code: 1, stdout: "", stderr: "kindex: error: cannot read gone.kdx: no such file or directory\n" });
    assert.equal((await ran("biuld")).code, 2);
  });

  test("keeps its cache as long as the module is the same", async () => {
    const [first, second] = [await ran("build", "page.md", "-o", "c.kdx", "--update"), await ran("build", "page.md", "-o", "c.kdx", "--update")];
    assert.equal(first.code, 0, first.stderr);
    assert.doesNotMatch(second.stderr, /another version/);
    assert.match(second.stdout, /0 files? read|1 (file )?unchanged|kept/, second.stdout);
  });

  test("ends where it is interrupted", { skip: process.platform === "win32" }, async () => {
    const server = spawn(PYTHON, [...line, "serve", folder, "--port", "0"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
    await once(server.stdout, "data");
    server.kill("SIGINT");
    const [code, signal] = await once(server, "exit");
    assert.ok(signal === "SIGINT" || code === 0 || code === 130, `${code} ${signal}`);
  });
});
