// examples/distributed: an index that is built in parts.
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { writeSite } from "../distributed/site.mjs";
import { NATIVE as KINDEX, run } from "./cli-support.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Does not build the second part. */
const FAILS_ONCE = `#!/usr/bin/env bash
case " $* " in *" --part 2/"*) echo "kindex: error: it was ended" >&2; exit 1 ;; esac
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

  async function bytes(name) {
    const files = (await readdir(join(folder, name))).sort();
    return Promise.all(files.map(async (file) => [file, (await readFile(join(folder, name, file))).toString("latin1")]));
  }

  for (const [parts, group] of [[1, 16], [4, 4], [11, 3]]) {
    test(`${parts} parts, merged by ${group}, are one build`, async () => {
      const to = `in-${parts}/`;
      await make([`TO=${to}`, `PARTS=${parts}`, `GROUP=${group}`]);
      assert.deepEqual(await bytes(to), await bytes("one"));
      assert.ok(!(await readdir(folder)).some((name) => name.endsWith(".parts")));
    });
  }

  test("a part that fails is one line, and leaves the index that was there", async () => {
    await mkdir(join(folder, "bin"));
    const program = join(folder, "bin/kindex");
    await writeFile(program, FAILS_ONCE);
    await chmod(program, 0o755);
    await writeFile(join(folder, "site/new.html"), "<title>New</title><p>New.");
    await make(["TO=kept/", "PARTS=2"]);
    const before = await bytes("kept");
    const failing = make(["TO=kept/", "PARTS=3", `KINDEX=${program}`], { REAL: KINDEX });
    const error = await failing.then(assert.fail, (error) => error);
    assert.match(error.stderr, /^kindex: error: it was ended\nmake: \*\*\* .*\n$/);
    assert.deepEqual(await bytes("kept"), before);
    assert.ok(!(await readdir(folder)).some((name) => name.endsWith(".parts")));
    await assert.rejects(make(["TO=kept/", "FROM="]), /say which folder/);
    await assert.rejects(make(["TO=kept/", "GROUP=1"]), /two or more/);
  });
});
