// The official conformance suite over HTTP, as a server of kindex/node and the native command answer it
// with the usual options: among others that no page of another name reaches them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { nativeHttp, serverOf } from "./mcp-support.mjs";
import { PACKAGE } from "./support.mjs";

const { listener } = await import(new URL("node.js", PACKAGE));

const FOLDER = new URL("../mcp/", import.meta.url);
const SUITE = fileURLToPath(new URL("node_modules/@modelcontextprotocol/conformance/dist/index.js", FOLDER));

/** The scenarios for features that only some servers have; each has to fail here. */
const BASELINE = fileURLToPath(new URL("conformance.yml", FOLDER));

/** The suite's report on a server, and its exit code. */
async function conformance(url, ...args) {
  const child = spawn(process.execPath, [SUITE, "server", "--url", url, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([
    child.stdout.setEncoding("utf8").toArray(),
    child.stderr.setEncoding("utf8").toArray(),
    once(child, "close"),
  ]);
  return { said: [...output, ...errors].join(""), code };
}

/** The servers, with what ends each. */
const SERVERS = {
  async "kindex/node"() {
    const server = createServer(listener(await serverOf())).listen(0, "127.0.0.1");
    await once(server, "listening");
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { url: `http://localhost:${server.address().port}/mcp`, close };
  },
  "the native command": () => nativeHttp(),
};

for (const [name, serve] of Object.entries(SERVERS)) {
  describe(`the conformance suite: ${name}`, () => {
    let server;
    before(async () => (server = await serve()));
    after(() => server.close());

    test("passes, but for what is not offered", { timeout: 60_000 }, async () => {
      const { said, code } = await conformance(server.url, "--suite", "active", "--expected-failures", BASELINE);
      assert.equal(code, 0, said);
      for (const name of ["server-initialize", "ping", "tools-list", "resources-list"]) {
        assert.match(said, new RegExp(`✓ ${name}: 1 passed`), said);
      }
    });

    test("finds that names of other hosts lead nowhere", { timeout: 60_000 }, async () => {
      const { said, code } = await conformance(server.url, "--scenario", "dns-rebinding-protection");
      assert.equal(code, 0, said);
      assert.match(said, /Passed: 2\/2/, said);
    });
  });
}
