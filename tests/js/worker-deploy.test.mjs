// The folder that users copy, with wrangler: run as it is in development, and bundled as it is deployed.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createHash } from "node:crypto";
import { Miniflare } from "miniflare";
import { kindex } from "../browser/support.mjs";
import { PACKAGE } from "./support.mjs";
import { GUIDE, serving } from "./worker/support.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TOOLS = join(ROOT, "tests/worker/node_modules");

const run = promisify(execFile);

const TOKEN = "token-of-acme";
const TOKENS = JSON.stringify({ [createHash("sha256").update(TOKEN).digest("hex")]: "acme" });

/** By configuration, what else the bundle needs in Miniflare. */
const CONFIGURATIONS = {
  "wrangler.jsonc": (folder) => ({
    assets: { directory: join(folder, "public"), binding: "ASSETS", routerConfig: { has_user_worker: true } },
    ratelimits: { LIMIT: { simple: { limit: 100, period: 60 } } },
  }),
  "wrangler.bundled.jsonc": () => ({}),
  "wrangler.bucket.jsonc": () => ({ r2Buckets: ["BUCKET"], bindings: { TOKENS } }),
};

let folder;

/** Nothing is reported to anybody, and no newer version is looked for. */
const env = { ...process.env, WRANGLER_SEND_METRICS: "false", NO_UPDATE_NOTIFIER: "1", CI: "1", NO_COLOR: "1", FORCE_COLOR: "0" };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kindex-deploy-"));
  await cp(join(ROOT, "worker"), folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
  await mkdir(join(folder, "node_modules"));
  await symlink(fileURLToPath(PACKAGE), join(folder, "node_modules/kindex"));
  await symlink(join(TOOLS, "wrangler"), join(folder, "node_modules/wrangler"));
  await kindex("build", join(ROOT, "tests/corpus"), "-o", join(folder, "public/search"), "--layout", "sharded", "-q");
  await writeFile(join(folder, "site.kdx"), GUIDE);
  await writeFile(join(folder, ".dev.vars"), `TOKENS='${TOKENS}'\n`);
});

after(() => rm(folder, { recursive: true }));

const wrangler = (...args) => [process.execPath, [join(TOOLS, "wrangler/bin/wrangler.js"), ...args], { cwd: folder, env }];

async function checkAnswers(send) {
  const response = await send("/search?q=install+page", { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  assert.ok(JSON.parse(text).data.results.length > 0);
  const refused = await send("/search", { headers: { authorization: `Bearer ${TOKEN}` } });
  assert.equal(refused.status, 400);
  await checkTools(send, JSON.parse(text).data.results[0].id);
}

/** What a language model gets of the same index. */
async function checkTools(send, best) {
  const params = { name: "search_docs", arguments: { query: "install page" } };
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2025-11-25",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const response = await send("/mcp", { method: "POST", headers, body });
  const { result } = await response.json();
  assert.equal(result.structuredContent.passages[0].id, best);
  assert.ok(result.content[0].text.includes(best));
}

/** The modules that wrangler would upload. */
async function uploaded(out) {
  const names = (await readdir(out)).filter((name) => !/\.map$|^README/.test(name));
  const type = (name) => (name.endsWith(".js") ? "ESModule" : name.endsWith(".wasm") ? "CompiledWasm" : "Data");
  const modules = await Promise.all(
    names.map(async (name) => ({ type: type(name), path: name, contents: await readFile(join(out, name)) })),
  );
  return modules.sort((a, b) => Number(b.type === "ESModule") - Number(a.type === "ESModule"));
}

for (const [name, optionsOf] of Object.entries(CONFIGURATIONS)) {
  describe(`worker/${name}`, () => {
    test("is bundled so that it can be deployed", async () => {
      const out = join(folder, "out", name);
      const { stdout } = await run(...wrangler("deploy", "--dry-run", "--outdir", out, "-c", name));
      const [, kib] = /gzip: ([\d.]+) KiB/.exec(stdout);
      assert.ok(Number(kib) < 200, stdout);
      const modules = await uploaded(out);
      assert.equal(modules.filter(({ type }) => type === "ESModule").length, 1);
      const worker = new Miniflare({ modules, modulesRoot: "/", compatibilityDate: "2026-04-01", ...optionsOf(folder) });
      if (name.includes("bucket")) {
        await (await worker.getR2Bucket("BUCKET")).put("acme/site.kdx", new Uint8Array(GUIDE).buffer);
      }
      await serving(worker, checkAnswers);
    });

    test("runs in wrangler dev", async () => {
      if (name.includes("bucket")) {
        await run(...wrangler("r2", "object", "put", "docs-search/acme/site.kdx", "--file", "site.kdx", "--local", "-c", name));
      }
      const child = spawn(...wrangler("dev", "--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0", "-c", name));
      try {
        const address = await addressOf(child);
        await checkAnswers((path, init) => fetch(address + path, init));
      } finally {
        child.kill("SIGINT");
        await once(child, "close");
      }
    });
  });
}

describe("a Worker without a module of its own", () => {
  const SCRIPT = `
    import { open } from "kindex";
    import { open as explore } from "kindex/explore";
    import { open as openFolder } from "kindex/sharded";
    import bytes from "../site.kdx";

    // In global scope, where nothing can be compiled or waited for.
    const [index, explorer] = [await open(bytes), await explore(bytes)];

    export default {
      async fetch() {
        const folder = await openFolder(() => bytes);
        const { hits } = await folder.search("install page");
        const { id } = index.search("install page").hits[0];
        return Response.json([id, hits[0].id, explorer.chunk(id).id]);
      },
    };
  `;

  test("gets the package's by the condition of workerd", async () => {
    const out = join(folder, "out", "entries");
    await writeFile(join(folder, "src", "entries.js"), SCRIPT);
    const { main, ...configuration } = JSON.parse(
      (await readFile(join(folder, "wrangler.bundled.jsonc"), "utf8")).replace(/^ *\/\/.*$/gm, ""),
    );
    assert.equal(main, "src/bundled.js");
    await writeFile(join(folder, "wrangler.entries.json"), JSON.stringify({ ...configuration, main: "src/entries.js" }));
    await run(...wrangler("deploy", "--dry-run", "--outdir", out, "-c", "wrangler.entries.json"));
    const worker = new Miniflare({ modules: await uploaded(out), modulesRoot: "/", compatibilityDate: "2026-04-01" });
    await serving(worker, async (send) => {
      const ids = await (await send("/")).json();
      assert.equal(ids.length, 3);
      assert.equal(new Set(ids).size, 1, ids.join());
    });
  });
});

async function addressOf(child) {
  const heard = [];
  for await (const line of createInterface({ input: child.stdout })) {
    heard.push(line);
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error(heard.join("\n"));
}
