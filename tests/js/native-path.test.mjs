// The native command on PATH: a program, or the script that pip makes for it, and no launcher, which would look for itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { COMMAND, NATIVE } from "./cli-support.mjs";
import { PACKAGE, packaged } from "./support.mjs";

const { Failure, neededCommand } = await import(new URL("bin/native.js", PACKAGE));
const { version } = JSON.parse(packaged("package.json"));

const PYTHON = pythonOf();

function pythonOf() {
  try {
    return execFileSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

const PRINTS = `# -*- coding: utf-8 -*-
import sys
if __name__ == "__main__":
    print("kindex VERSION")
    sys.exit(0)
`;

/** What pip writes: the second where the path of Python has blanks or is long. */
const ofPip = (said) => PRINTS.replace("VERSION", said);
const plain = (said) => `#!${PYTHON}\n${ofPip(said)}`;
const long = (said) => `#!/bin/sh\n'''exec' "${PYTHON}" "$0" "$@"\n' '''\n${ofPip(said)}`;

describe("on PATH", { skip: process.platform === "win32" && "pip makes programs there" }, () => {
  let folder;
  const { KINDEX_COMMAND: named, PATH: path } = process.env;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-path-"));
    process.env.KINDEX_COMMAND = "";
  });

  after(async () => {
    Object.assign(process.env, { PATH: path, ...(named === undefined ? {} : { KINDEX_COMMAND: named }) });
    await rm(folder, { recursive: true, force: true });
  });

  /** Puts a script in a folder of PATH, and says where it is. */
  async function put(name, script) {
    const file = join(folder, name, "kindex");
    await mkdir(join(folder, name));
    await writeFile(file, script, { mode: 0o755 });
    return file;
  }

  const found = (...names) => {
    process.env.PATH = [...names.map((name) => join(folder, name)), path].join(delimiter);
    try {
      const command = neededCommand();
      return command.startsWith(folder) ? command : undefined;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return undefined;
    }
  };

  test("the script of pip is taken", { skip: !PYTHON && "there is no Python" }, async () => {
    assert.equal(found("pip", "long"), undefined);
    const scripts = [await put("pip", plain(version)), await put("long", long(version))];
    assert.deepEqual([found("pip"), found("long")], scripts);
  });

  test("that of another version is passed over", { skip: !PYTHON && "there is no Python" }, async () => {
    await put("old", plain("0.0.1"));
    const right = await put("right", plain(version));
    assert.equal(found("old"), undefined);
    assert.equal(found("old", "right"), right);
  });

  test("a launcher is passed over, wherever it leads", async () => {
    await put("launcher", `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
    await mkdir(join(folder, "linked"));
    await symlink(COMMAND, join(folder, "linked/kindex"));
    await mkdir(join(folder, "program"));
    await symlink(NATIVE, join(folder, "program/kindex"));
    assert.equal(found("launcher", "linked"), undefined);
    assert.equal(found("launcher", "linked", "program"), join(folder, "program/kindex"));
  });
});
