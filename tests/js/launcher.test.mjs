// The package's command, which runs the native one.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { project, put } from "../bundlers/support.mjs";
import { ALONE, COMMAND, CORPUS, NATIVE, ended, run } from "./cli-support.mjs";

const NAMED = { KINDEX_COMMAND: NATIVE };

describe("the package's command", () => {
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-launcher-"));
    await put(folder, { "site/a.md": "# A page\n\nIt has a needle.\n" });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const kindex = (variables, ...args) => ended(process.execPath, [COMMAND, ...args], { cwd: folder, env: { ...ALONE, ...variables } });

  /** A folder with a program of a name. */
  async function withProgram(name, text) {
    await put(folder, { [name]: text });
    await chmod(join(folder, name), 0o755);
    return join(folder, dirname(name));
  }

  test("is the native one, with its arguments, output and exit codes", async () => {
    for (const [code, ...args] of [
      [0, "build", "site", "-o", "site kdx.kdx"],
      [0, "search", "site kdx.kdx", "a needle"],
      [0, "--version"],
      [1, "stats", "nowhere.kdx"],
      [2, "build", "site", "--colour"],
    ]) {
      const [own, native] = [await kindex(NAMED, ...args), await ended(NATIVE, args, { cwd: folder })];
      const said = ({ code, stdout, stderr }) => [code, stdout.replace(/in [\d.]+ s/, ""), stderr];
      assert.deepEqual(said(own), said(native));
      assert.equal(own.code, code);
    }
  });

  test("hands on what it is told on standard input", async () => {
    await kindex(NAMED, "build", "site", "-q", "-o", "told.kdx");
    const child = spawn(process.execPath, [COMMAND, "mcp", "told.kdx"], { cwd: folder, env: { ...ALONE, ...NAMED }, stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    const [line] = await once(createInterface(child.stdout), "line");
    assert.deepEqual(JSON.parse(line), { jsonrpc: "2.0", id: 1, result: {} });
    assert.deepEqual(await once(child, "close"), [0, null]);
  });

  test("finds the native one on PATH, and not itself", async () => {
    const scripts = await withProgram("scripts/kindex", "#!/bin/sh\necho 'kindex 0.0.0'\n");
    await mkdir(join(folder, "linked"));
    await symlink(COMMAND, join(folder, "linked", "kindex"));
    await mkdir(join(folder, "native"));
    await copyFile(NATIVE, join(folder, "native", "kindex"));
    const path = (...folders) => ({ PATH: [...folders, ALONE.PATH].join(delimiter) });
    const others = [scripts, join(folder, "linked")];
    assert.equal((await kindex(path(...others, join(folder, "native")), "stats", "nowhere.kdx")).code, 1);
    assert.match((await kindex(path(...others, join(folder, "native")), "--version")).stdout, /^kindex \d/);
    assert.match((await kindex(path(...others), "--version")).stderr, /^kindex: error: there is no kindex command/);
  });

  test("refuses another version by name, and what is no command", async () => {
    const other = await withProgram("other/kindex", "#!/bin/sh\necho 'kindex 0.0.0'\n");
    for (const [named, said] of [
      [join(other, "kindex"), /^kindex: error: KINDEX_COMMAND: .*other\/kindex is kindex 0\.0\.0, and this package is of version [\d.]+\n$/],
      ["/nowhere", /^kindex: error: KINDEX_COMMAND: \/nowhere is not the kindex command, and this package is of version [\d.]+\n$/],
      ["/\u001b[2J", /^kindex: error: KINDEX_COMMAND: \/\ufffd\[2J is not the kindex command/],
    ]) {
      const { code, stdout, stderr } = await kindex({ KINDEX_COMMAND: named }, "--version");
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, said);
    }
  });

  test("asks itself once, by its path and on PATH", async () => {
    // Without an end of its own, one that asks again and again has none.
    const leading = `#!/bin/sh\necho asked >> "${join(folder, "asked")}"\n[ "$(wc -l < "${join(folder, "asked")}")" -lt 5 ] && exec "${process.execPath}" "${COMMAND}" "$@"\n`;
    const leads = await withProgram("leading/kindex", leading);
    for (const named of [join(leads, "kindex"), "kindex"]) {
      await writeFile(join(folder, "asked"), "");
      const { code, stdout, stderr } = await kindex({ KINDEX_COMMAND: named, PATH: [leads, ALONE.PATH].join(delimiter) }, "--version");
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^kindex: error: KINDEX_COMMAND: .*kindex is not the kindex command/);
      assert.equal(await readFile(join(folder, "asked"), "utf8"), "asked\n");
    }
  });

  test("says the ways to get the native one where there is none", async () => {
    for (const args of [["build", "site", "-o", "x.kdx"], ["--version"], ["--help"], []]) {
      const { code, stdout, stderr } = await kindex({}, ...args);
      assert.deepEqual([code, stdout], [1, ""]);
      const [fault, ...ways] = stderr.trimEnd().split("\n");
      assert.match(fault, /^kindex: error: there is no kindex command of version [\d.]+ for \w+-\w+; packages have it for linux-x64, linux-arm64, darwin-x64, darwin-arm64, win32-x64$/);
      assert.match(ways.at(-2), /^ {2}cargo install kindex-cli@[\d.]+, which builds it$/);
      assert.match(ways.at(-1), /^ {2}KINDEX_COMMAND=FILE, which names one that you have$/);
    }
  });

  const serving = async (program, ...args) => {
    const server = spawn(program, [...args, "serve", "site", "--port", "0"], { cwd: folder, env: { ...ALONE, ...NAMED }, stdio: ["ignore", "pipe", "inherit"] });
    await once(createInterface(server.stdout), "line");
    return server;
  };

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    test(`passes on ${signal}, and ends as the native one does`, async () => {
      const [own, native] = await Promise.all([serving(process.execPath, COMMAND), serving(NATIVE)]);
      const [ours, theirs] = await Promise.all([own, native].map((server) => {
        const closed = once(server, "close");
        server.kill(signal);
        return closed;
      }));
      // A process that a signal ends has no code; shells give it this one.
      const wanted = theirs[1] === null ? theirs[0] : 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[theirs[1]];
      assert.deepEqual(ours, [wanted, null]);
    });
  }

  test("runs by npx where the package is installed", async () => {
    const { folder: root } = await project();
    const { stdout } = await run("npx", ["--no-install", "kindex", "build", CORPUS, "-o", "site.kdx"], { cwd: root, env: { ...process.env, ...NAMED } });
    assert.match(stdout, /^site\.kdx: 39 documents/);
    await rm(root, { recursive: true });
  });
});
