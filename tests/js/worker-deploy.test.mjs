// The folder that users copy, set up by its README's commands: run as it is in development, and bundled
// as it is deployed, with the package as it is packed and installed.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, lstat, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createHash } from "node:crypto";
import { Miniflare } from "miniflare";
import { kindex } from "../browser/support.mjs";
import { GUIDE, serving } from "./worker/support.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TOOLS = join(ROOT, "tests/worker/node_modules");

const run = promisify(execFile);

const TOKEN = "token-of-acme";
const TOKENS = JSON.stringify({ [createHash("sha256").update(TOKEN).digest("hex")]: "acme" });

const LIMITED = { ratelimits: { LIMIT: { simple: { limit: 100, period: 60 } } } };

/** By configuration, what else the bundle needs in Miniflare. */
const CONFIGURATIONS = {
  "wrangler.jsonc": withAssets,
  // The same with the change that the README names for large sites.
  "wrangler.folder.jsonc": withAssets,
  "wrangler.bundled.jsonc": () => LIMITED,
  "wrangler.bucket.jsonc": () => ({ ...LIMITED, r2Buckets: ["BUCKET"], bindings: { TOKENS } }),
};

function withAssets(folder) {
  return { ...LIMITED, assets: { directory: join(folder, "public"), binding: "ASSETS", routerConfig: { has_user_worker: true } } };
}

/** The folder of the user's pages, and beside them the Worker. */
let site, folder;

/** Nothing is reported to anybody, and no newer version is looked for. */
const env = { ...process.env, WRANGLER_SEND_METRICS: "false", NO_UPDATE_NOTIFIER: "1", CI: "1", NO_COLOR: "1", FORCE_COLOR: "0" };

before(async () => {
  site = await mkdtemp(join(tmpdir(), "kindex-deploy-"));
  folder = join(site, "worker");
  const isSource = (path) => !/node_modules|\.tgz$|\.kdx$/.test(path);
  await cp(join(ROOT, "worker"), folder, { recursive: true, filter: isSource });
  await cp(join(ROOT, "tests/corpus"), join(site, "docs"), { recursive: true });
  await setUp();
  await symlink(join(TOOLS, "wrangler"), join(folder, "node_modules/wrangler"));
  await kindex("build", join(site, "docs"), "-o", join(folder, "public/search"), "--layout", "sharded", "-q");
  await writeFile(join(folder, "site.kdx"), GUIDE);
  await writeFile(join(folder, ".dev.vars"), `TOKENS='${TOKENS}'\n`);
  await changed("src/assets.js", "src/folder.js", [/assets\("\/site\.kdx"\)/, 'assets("/search/")']);
  await changed("wrangler.jsonc", "wrangler.folder.jsonc", [/src\/assets\.js/, "src/folder.js"]);
});

after(() => rm(site, { recursive: true }));

/** The README's commands as they stand, but for wrangler, which the tests have already. */
async function setUp() {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const tools = JSON.parse(await readFile(join(TOOLS, "../package.json"), "utf8"));
  assert.equal(manifest.devDependencies.wrangler, tools.dependencies.wrangler);
  await writeFile(join(folder, "package.json"), JSON.stringify({ ...manifest, devDependencies: {} }));
  const [, commands] = /^```sh\n(.*?)^```$/ms.exec(await readFile(join(folder, "README.md"), "utf8"));
  const lines = commands.split("\n").filter((line) => !line.startsWith("npx wrangler"));
  const offline = { npm_config_offline: "true", npm_config_audit: "false", npm_config_fund: "false" };
  await run("bash", ["-euc", lines.join("\n")], { cwd: folder, env: { ...env, ...offline, KINDEX: ROOT } });
  // No new name for the package, and no link to where it was packed.
  const { dependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  assert.deepEqual(dependencies, manifest.dependencies);
  assert.ok(!(await lstat(join(folder, "node_modules/kindex"))).isSymbolicLink());
}

/** A file with one thing in the place of another. */
async function changed(from, to, [old, other]) {
  const text = await readFile(join(folder, from), "utf8");
  assert.match(text, old);
  await writeFile(join(folder, to), text.replace(old, other));
}

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

/** The answer that a language model gets of the same index. */
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
  assert.deepEqual(Object.keys(result), ["content"]);
  assert.ok(result.content[0].text.includes(`\nid: ${best}\n`));
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
      const { stdout, stderr } = await run(...wrangler("deploy", "--dry-run", "--outdir", out, "-c", name));
      assert.doesNotMatch(stdout + stderr, /WARNING/);
      const [, kib] = /gzip: ([\d.]+) KiB/.exec(stdout);
      assert.ok(Number(kib) < 280, stdout);
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
    import bytes from "../site.kdx";

    // In global scope, where nothing can be compiled or waited for.
    const [index, explorer] = [await open(bytes), await explore(bytes)];

    export default {
      async fetch() {
        const folder = await open(() => bytes);
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
