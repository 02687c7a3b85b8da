// examples/distributed/spark.py on a cluster of two executors, of which one is killed in the middle.
import assert from "node:assert/strict";
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { writeSite } from "../distributed/site.mjs";
import { NATIVE, ended, run } from "./cli-support.mjs";

const SPARK = fileURLToPath(new URL("../../examples/distributed/spark.py", import.meta.url));
const PYTHON = join(process.env.KINDEX_PYTHON_SPARK ?? "", "python");

/** Two executors with a core each. */
const MASTER = "local-cluster[2,1,1024]";
const SOON = { timeout: 300_000 };

/** Kills the executor in which it is to build the third part, the first time. */
const KILLS = `#!/usr/bin/env bash
case " $* " in
*" --part 3/"*)
    if mkdir "$KILLED" 2>/dev/null; then
        pid=$PPID
        while ! tr '\\0' ' ' </proc/$pid/cmdline | grep -q CoarseGrainedExecutorBackend; do
            pid=$(awk '$1 == "PPid:" { print $2 }' /proc/$pid/status)
            [ "$pid" -gt 1 ] || exit 3
        done
        kill -9 "$pid"
        sleep 2
    fi
    ;;
esac
exec "$REAL" "$@"
`;

/** Fails as a part of another version would. */
const FAILS = `#!/usr/bin/env bash
case " $* " in *" --part 2/"*) echo "kindex: error: it is of another version" >&2; exit 1 ;; esac
exec "$REAL" "$@"
`;

const missing = process.env.KINDEX_PYTHON_SPARK ? false : "run: make check CHECK=spark";
const skip = process.platform === "linux" ? missing : "executors are found in /proc";

describe("examples/distributed/spark.py", { skip }, () => {
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-spark-"));
    await writeSite(join(folder, "site"));
    await run(NATIVE, ["build", "site", "--quiet", "-o", "one.kdx"], { cwd: folder });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const read = (name) => readFile(join(folder, name));

  /** Builds with a command in the place of the real one. */
  async function built(source, ...more) {
    const program = join(folder, "kindex");
    await writeFile(program, source);
    await chmod(program, 0o755);
    const env = { ...process.env, PYSPARK_PYTHON: PYTHON, REAL: NATIVE, KILLED: join(folder, "killed") };
    const line = [SPARK, "site", "-o", "all.kdx", "--work", "work", "--kindex", program, "--master", MASTER, ...more];
    return ended(PYTHON, line, { cwd: folder, env });
  }

  test("an executor that dies changes no byte", SOON, async () => {
    const { code, stderr } = await built(KILLS, "--parts", "7", "--group", "3");
    assert.equal(code, 0, stderr);
    assert.ok((await readdir(folder)).includes("killed"));
    assert.match(stderr, /Lost executor \d/);
    assert.ok((await read("all.kdx")).equals(await read("one.kdx")));
    assert.ok(!(await readdir(folder)).includes("work"));
  });

  test("a part that fails is one line, and leaves the index that was there", SOON, async () => {
    await writeFile(join(folder, "all.kdx"), "before");
    const { code, stderr } = await built(FAILS, "--parts", "3");
    assert.equal(code, 1);
    assert.equal(stderr.trim().split("\n").at(-1), "kindex: error: it is of another version");
    assert.doesNotMatch(stderr, /Traceback/);
    assert.equal(String(await read("all.kdx")), "before");
    assert.deepEqual((await readdir(folder)).filter((name) => name.includes("work")), []);
  });
});
