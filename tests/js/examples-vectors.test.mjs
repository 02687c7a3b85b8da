// examples/vectors as its README says it, with vectors of a real model.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { embeddingAsOpenAI } from "../frameworks/embeddings.mjs";
import { NATIVE } from "./cli-support.mjs";

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const MODEL = "all-MiniLM-L6-v2";

/** A limit for tests that would otherwise wait for ever if they fail. */
const SOON = { timeout: 60_000 };

describe("examples/vectors", () => {
  let folder, readme;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-vectors-"));
    readme = await readFile(join(ROOT, "examples/vectors/README.md"), "utf8");
  });

  after(() => rm(folder, { recursive: true }));

  /** The variables for a model at an address. npm asks nobody. */
  const variables = (address) => ({
    ...process.env,
    ...{ KINDEX: ROOT, KINDEX_COMMAND: NATIVE, OPENAI_BASE_URL: address, OPENAI_API_KEY: "key", EMBEDDING_MODEL: MODEL, PORT: "0" },
    ...{ npm_config_offline: "true", npm_config_audit: "false", npm_config_fund: "false", npm_config_update_notifier: "false" },
  });

  /** Runs lines of commands, and gives those that they write. */
  async function shell(lines, address) {
    const { stdout } = await run("bash", ["-euc", lines.join("\n")], { cwd: folder, env: variables(address) });
    return stdout.split("\n");
  }

  const ask = async (query, address) => (await shell([`node search.mjs site.kdx ${JSON.stringify(query)}`], address)).join("\n");

  test("does what its README says", SOON, async () => {
    const [, commands] = /^```sh\n(.*?)^```$/ms.exec(readme);
    const lines = commands.split("\n").filter((line) => !line.startsWith("export OPENAI_API_KEY="));
    assert.equal(lines.length, commands.split("\n").length - 1);
    await embeddingAsOpenAI(async (address, requests) => {
      const written = await shell(lines, address);
      const found = written.slice(written.indexOf("By words:"));
      assert.deepEqual(found.slice(0, 4), ["By words:", "  nothing", "By meaning too:", "  rolling-back.html#rolling-back  Rolling back"]);
      const [, count] = /^site\.kdx: (\d+) texts embedded by all-MiniLM-L6-v2, /m.exec(written.join("\n"));
      assert.equal(Number(count), 12);
      for (const { path, key, body } of requests) assert.deepEqual([path, key, body.model], ["/v1/embeddings", "Bearer key", MODEL]);
      assert.deepEqual(requests.at(-1).body.input, ["undo a bad release"]);
      assert.match(await ask("make it less bright", address), /^By words:\n {2}nothing\nBy meaning too:\n {2}dark-mode\.html/);
    });
  });

  test("gives the command vectors of a program in Python", SOON, async () => {
    const python = join(ROOT, "tests/frameworks/python.mjs");
    const variables = { ...process.env, KINDEX_COMMAND: NATIVE, PYTHON: python };
    const { stdout } = await run("sh", ["pypi.sh", "docs", "undo a bad release"], { cwd: folder, env: variables });
    assert.match(stdout, /^site\.kdx: .* vectors of 12 chunks of level 1/m);
    const found = stdout.slice(stdout.indexOf("By words:"));
    assert.match(found, /^By words:\nNothing matches .*\nBy meaning too:\n1\. Rolling back\n/);
  });

  test("embeds no text again that it has embedded", SOON, async () => {
    await embeddingAsOpenAI(async (address, requests) => {
      const again = await shell(["node_modules/.bin/kindex build docs -o site.kdx -q", "node build.mjs site.kdx"], address);
      assert.match(again.join("\n"), /^site\.kdx: 0 texts embedded/m);
      assert.equal(requests.length, 0);
      assert.match(await ask("undo a bad release", address), /By meaning too:\n {2}rolling-back/);
    });
  });

  test("answers over HTTP and by MCP", SOON, async () => {
    await embeddingAsOpenAI(async (address, requests) => {
      const server = spawn(process.execPath, ["serve.mjs", "site.kdx"], { cwd: folder, env: variables(address) });
      try {
        const [line] = await once(createInterface(server.stdout), "line");
        const { data } = await (await fetch(`${line}${encodeURIComponent("undo a bad release")}`)).json();
        assert.deepEqual([data.vector, data.results[0].url], [true, "rolling-back.html#rolling-back"]);
        const params = { name: "search_docs", arguments: { query: "undo a bad release" } };
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
        const headers = { "content-type": "application/json" };
        const { result } = await (await fetch(new URL("/mcp", line), { method: "POST", headers, body })).json();
        assert.match(result.content[0].text, /\n\[1\] .*\nurl: rolling-back\.html#rolling-back\n/);
        // The same Worker has answered both.
        assert.equal(requests.length, 1);
      } finally {
        server.kill();
        await once(server, "close");
      }
    });
  });

  test("says what the service says where that refuses", SOON, async () => {
    await embeddingAsOpenAI(async (address) => {
      const failed = await ask("nobody has recorded this", address).catch((error) => error);
      assert.match(failed.stderr, /all-MiniLM-L6-v2: 400 no vector is recorded for/);
    });
  });
});
