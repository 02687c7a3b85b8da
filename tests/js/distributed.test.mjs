// examples/distributed: an index that is built in parts.
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { writeSite } from "../distributed/site.mjs";
import { NATIVE as KINDEX, run } from "./cli-support.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Fails where its arguments have what FAILS says. */
const FAILING = `#!/usr/bin/env bash
case " $* " in *"$FAILS"*) echo "kindex: error: it was ended" >&2; exit 1 ;; esac
exec "$REAL" "$@"
`;

describe("the Makefile of examples/distributed", () => {
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-parts-"));
    await writeSite(join(folder, "site"));
    await run(KINDEX, ["build", "site", "--quiet", "--layout", "sharded", "-o", "one/"], { cwd: folder });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const make = (given, variables = {}) => {
    const line = ["-f", join(ROOT, "examples/distributed/Makefile"), "FROM=site", "LAYOUT=--layout sharded"];
    const env = { ...process.env, MAKEFLAGS: undefined, MAKELEVEL: undefined, ...variables };
    return run("make", [...line, `KINDEX=${KINDEX}`, ...given], { cwd: folder, env });
  };

  /** The folders with parts that are still there. */
  const left = async () => (await readdir(folder)).filter((name) => name.includes("parts"));

  async function bytes(name) {
    const files = (await readdir(join(folder, name))).sort();
    return Promise.all(files.map(async (file) => [file, (await readFile(join(folder, name, file))).toString("latin1")]));
  }

  for (const [parts, group] of [[1, 16], [4, 4], [11, 3]]) {
    test(`${parts} parts, merged by ${group}, are one build`, async () => {
      const to = `in-${parts}/`;
      await make([`TO=${to}`, `PARTS=${parts}`, `GROUP=${group}`]);
      assert.deepEqual(await bytes(to), await bytes("one"));
      assert.deepEqual(await left(), []);
    });
  }

  test("the command may be named from where make runs, and folders beside the index stay", async () => {
    await symlink(KINDEX, join(folder, "command"));
    await mkdir(join(folder, "new/search.parts"), { recursive: true });
    await writeFile(join(folder, "new/search.parts/keep"), "kept");
    await make(["TO=new/search/", "PARTS=5", "GROUP=2", "KINDEX=./command"]);
    assert.deepEqual(await bytes("new/search"), await bytes("one"));
    assert.deepEqual((await readdir(join(folder, "new"))).sort(), ["search", "search.parts"]);
    assert.deepEqual(await bytes("new/search.parts"), [["keep", "kept"]]);
  });

  test("a part or a merge that fails is one line, and leaves the index that was there", async () => {
    await mkdir(join(folder, "bin"));
    const program = join(folder, "bin/kindex");
    await writeFile(program, FAILING);
    await chmod(program, 0o755);
    await writeFile(join(folder, "site/new.html"), "<title>New</title><p>New.");
    await make(["TO=kept/", "PARTS=2"]);
    const before = await bytes("kept");
    // A part, a merge in the tree, and the last merge.
    for (const FAILS of [" --part 2/", " -o 1-000002.kdx ", " --layout "]) {
      const failing = make(["TO=kept/", "PARTS=5", "GROUP=3", `KINDEX=${program}`], { REAL: KINDEX, FAILS });
      const error = await failing.then(assert.fail, (error) => error);
      assert.match(error.stderr, /^kindex: error: it was ended\nmake: \*\*\* .*\n$/);
      assert.deepEqual(await bytes("kept"), before);
      assert.deepEqual(await left(), []);
    }
    for (const [given, says] of [["FROM=", "say which folder"], ["GROUP=1", "two or more"], ["PARTS=0", "PARTS must be one or more"], ["PARTS=a", "PARTS must be one or more"]]) {
      const error = await make(["TO=kept/", given]).then(assert.fail, (error) => error);
      assert.match(error.stderr, new RegExp(`^make: .*${says}.*\\nmake: \\*\\*\\* .*\\n$`));
    }
  });
});
