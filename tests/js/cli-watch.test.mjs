// `kindex build --watch`, by the package's command, which runs the native one.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { put } from "../bundlers/support.mjs";
import { ALONE, COMMAND, NATIVE, commands } from "./cli-support.mjs";

/**
 * After a build or a save that counts for nothing no build follows, in milliseconds: a save waits for others that
 * follow it soon, so that no later one could tell.
 */
const QUIET = 1000;

/** A command that goes on, and what it says of each build. */
class Watching {
  #child;
  #said = "";

  constructor(args, options) {
    this.#child = spawn(process.execPath, [COMMAND, ...args], options);
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.setEncoding("utf8").on("data", (text) => (this.#said += text));
  }

  builds() {
    return this.#said.split("\n").filter((line) => / document.* in [\d.]+ s/.test(line)).length;
  }

  async until(count) {
    const ended = once(this.#child, "exit").then(() => assert.fail(this.#said));
    while (this.builds() < count) await Promise.race([once(this.#child.stdout, "data"), ended]);
  }

  async end() {
    this.#child.kill();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, "exit");
  }
}

describe("kindex build --watch", () => {
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-watch-"));
    await put(folder, { "site/a.md": "# Needles\n\nThey are sharp.\n" });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const { own, native } = commands(() => folder);
  const total = async (word) => JSON.parse((await own("search", "site/index.kdx", word, "--json")).stdout).total;

  const env = { ...ALONE, KINDEX_COMMAND: NATIVE };

  test("follows what is saved, but not what it writes itself", async () => {
    const word = "thimble";
    const watching = new Watching(["build", "site", "-o", "site/index.kdx", "--watch"], { cwd: folder, env });
    try {
      await watching.until(1);
      assert.equal(await total(word), 0);
      // As editors save: another file takes the place of the one there.
      for (const [at, text] of ["nothing", "little", word].entries()) {
        await writeFile(join(folder, "site/.b.md"), `# More\n\nHere is ${text}.\n`);
        await rename(join(folder, "site/.b.md"), join(folder, "site/b.md"));
        await watching.until(at + 2);
      }
      await sleep(QUIET);
      assert.equal(watching.builds(), 4);
      // A folder that comes, with what is in it, and goes.
      await put(folder, { "new/c.md": "# New\n\nA gusset.\n" });
      await rename(join(folder, "new"), join(folder, "site/new"));
      await watching.until(5);
      await writeFile(join(folder, "site/new/c.md"), "# New\n\nA gusset and a hem.\n");
      await watching.until(6);
      await rm(join(folder, "site/new"), { recursive: true });
      await watching.until(7);
      assert.equal(await total(word), 1);
    } finally {
      await watching.end();
    }
  });

  test("knows what it writes by another name, and the flags of the native command", async () => {
    await put(folder, { "real/a.md": "# Needles\n\nThey are sharp.\n" });
    await symlink("real", join(folder, "linked"));
    const flags = ["--update", "--cache", "linked/c.cache", "--boost", "a.md=2", "--exclude", "x/"];
    const watching = new Watching(["build", "linked", "-o", "real/index.kdx", ...flags, "--watch"], { cwd: folder, env });
    try {
      await watching.until(1);
      await writeFile(join(folder, "real/b.md"), "# More\n\nHere is a bobbin.\n");
      await watching.until(2);
      await sleep(QUIET);
      assert.equal(watching.builds(), 2);
    } finally {
      await watching.end();
    }
  });

  test("follows a file alone", async () => {
    await put(folder, { "alone/one.md": "# One\n\nA seam.\n", "alone/two.md": "# Two\n\nA hem.\n" });
    // With flags of another command.
    await put(folder, { "one.toml": 'paths = ["alone/one.md"]\noutput = "one.kdx"\ngolden = "golden.yaml"\nport = 4000\n' });
    const watching = new Watching(["build", "--config", "one.toml", "--watch"], { cwd: folder, env });
    try {
      await watching.until(1);
      await writeFile(join(folder, "alone/two.md"), "# Two\n\nA pleat.\n");
      await sleep(QUIET);
      assert.equal(watching.builds(), 1);
      await writeFile(join(folder, "alone/one.md"), "# One\n\nA pleat and a seam.\n");
      await watching.until(2);
      assert.equal(watching.builds(), 2);
    } finally {
      await watching.end();
    }
  });

  test("says what it cannot watch", async () => {
    const { code, stderr } = await native("build", "nowhere", "-o", "x.kdx", "--watch");
    assert.equal(code, 1);
    assert.match(stderr, /nowhere/);
  });
});
