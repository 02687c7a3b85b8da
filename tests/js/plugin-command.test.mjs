// What plugins start ends: with the generator, and where another takes its place.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { developmentIndex } from "../../integrations/docusaurus/lib/development-index.js";
import { PACKAGE, packaged } from "./support.mjs";

const { version } = JSON.parse(packaged("package.json"));
const { siteIndex } = await import(new URL("plugins/site.js", PACKAGE));

/** A command of this version that only notes its process, and does not end by itself. */
const COMMAND = `#!/bin/sh
if [ "$1" = --version ]; then echo "kindex ${version}"; exit; fi
echo $$ >>"$0.begun"
exec sleep 120
`;

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function until(fits, what) {
  for (let tries = 0; tries < 1000; tries++) {
    const found = await fits();
    if (found) return found;
    await wait(20);
  }
  throw new Error(`in vain was waited until ${what}`);
}

describe("a command that a plugin started", { skip: process.platform === "win32" && "it has no scripts of a shell" }, () => {
  let folder, command;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-plugin-command-"));
    command = process.env.KINDEX_COMMAND = join(folder, "command");
    await writeFile(command, COMMAND, { mode: 0o755 });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  /** The processes that were begun, as soon as there are `count`. */
  const begun = (count) =>
    until(async () => {
      const pids = (await readFile(`${command}.begun`, "utf8").catch(() => "")).split("\n").filter(Boolean).map(Number);
      return pids.length === count && pids;
    }, `there are ${count}`);

  const ended = (pid) => until(() => !isAlive(pid), `${pid} ends`);

  for (const [name, call] of [
    ["siteIndex", `siteIndex().write(${JSON.stringify(tmpdir())})`],
    ["siteSearch", `siteSearch().write(${JSON.stringify(tmpdir())})`],
  ]) {
    test(`once ends with a generator that ends while ${name} works`, async () => {
      await rm(`${command}.begun`, { force: true });
      // Generators have such a handler, or end by themselves after a fault.
      const program = `
        import { siteIndex, siteSearch } from ${JSON.stringify(String(new URL("plugins/site.js", PACKAGE)))};
        process.on("SIGTERM", () => process.exit(3));
        await ${call};
      `;
      const generator = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "inherit", cwd: folder });
      const over = once(generator, "exit");
      const [pid] = await begun(1);
      assert.ok(isAlive(pid));
      generator.kill();
      assert.deepEqual(await over, [3, null]);
      await ended(pid);
    });
  }

  test("to follow the sources of Docusaurus ends before another one begins", async () => {
    await rm(`${command}.begun`, { force: true });
    const did = [];
    const real = siteIndex({ baseUrl: "/" });
    const index = {
      follow(...given) {
        did.push("begin");
        const sources = real.follow(...given);
        return { close: () => (did.push("end"), sources.close()) };
      },
    };
    const page = (name) => ({ file: join(folder, `${name}.md`), permalink: `/${name}`, tag: "default" });
    const task = { siteDir: folder, outDir: join(folder, "out"), file: join(folder, "made/site.kdx") };
    const first = developmentIndex(index, task);
    first.make([page("a")]);
    const [one] = await begun(1);
    first.make([page("a")]);
    assert.deepEqual(did, ["begin"]);
    first.make([page("a"), page("b")]);
    const [, two] = await begun(2);
    await ended(one);
    assert.ok(isAlive(two));
    // Docusaurus makes the plugin anew when its configuration changes.
    const second = developmentIndex(index, task);
    second.make([page("a")]);
    const [, , three] = await begun(3);
    await ended(two);
    assert.ok(isAlive(three));
    second.close();
    await ended(three);
    assert.deepEqual(did, ["begin", "end", "begin", "end", "begin", "end"]);
  });
});
