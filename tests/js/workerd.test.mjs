// The cases in workerd, the runtime of Cloudflare Workers.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { kindex } from "../browser/support.mjs";
import { open } from "./support.mjs";

const root = new URL("../../", import.meta.url);
const cases = new URL("tests/cases/", root);

const WORKER = `
  import { open } from "./kindex/index.js";
  import wasm from "./kindex/page/page_bg.wasm";
  import bytes from "./index.kdx";
  import { open as explore } from "./kindex/explore.js";
  import exploreWasm from "./kindex/explore/explore_bg.wasm";
  import { runCases } from "./run-cases.mjs";

  // In global scope, where a Worker may compile nothing and wait for nothing outside.
  const index = await open(bytes, { wasm });
  const explorer = await explore(bytes, { wasm: exploreWasm });

  function explored() {
    const [{ id, score, explanation }] = explorer.search("cache", { explain: true }).hits;
    const parents = explorer.children(id).map((child) => explorer.parent(child.id).id);
    return { id, score, parents, children: explanation.children.length };
  }

  async function sharded(bucket) {
    const index = await open((name) => bucket.get(name), { wasm });
    return index.search("deploy with rsync");
  }

  export default {
    async fetch(request, env) {
      const { pathname } = new URL(request.url);
      if (pathname === "/sharded") return Response.json(await sharded(env.BUCKET));
      if (pathname === "/explored") return Response.json(explored());
      const file = await request.json();
      const indexes = file.explore ? [explorer] : [index, explorer];
      return Response.json(indexes.flatMap((one) => runCases(one, file)));
    },
  };
`;

const contents = (path) => readFileSync(new URL(path, root));

function modules(index) {
  const name = (file) => ({ path: `kindex/${file}`, contents: contents(`dist/npm/${file}`) });
  const scripts = readdirSync(new URL("dist/npm/", root), { recursive: true })
    .filter((file) => file.endsWith(".js"))
    .map((file) => ({ type: "ESModule", ...name(file) }));
  return [
    { type: "ESModule", path: "worker.mjs", contents: WORKER },
    { type: "ESModule", path: "run-cases.mjs", contents: contents("tests/js/run-cases.mjs") },
    { type: "Data", path: "index.kdx", contents: index },
    { type: "CompiledWasm", ...name("page/page_bg.wasm") },
    { type: "CompiledWasm", ...name("explore/explore_bg.wasm") },
    ...scripts,
  ];
}

const files = readdirSync(cases).filter((name) => name.endsWith(".json"));

test("there are cases", () => assert.ok(files.length > 0));

for (const name of files) {
  test(`${name} in workerd`, async () => {
    const file = JSON.parse(readFileSync(new URL(name, cases), "utf8"));
    const index = readFileSync(new URL(file.index, cases));
    const worker = new Miniflare({
      modules: modules(index),
      modulesRoot: "/",
      compatibilityDate: "2026-01-01",
    });
    try {
      const request = { method: "POST", body: JSON.stringify(file) };
      const response = await worker.dispatchFetch("http://localhost/", request);
      assert.deepEqual(await response.json(), []);
      if (!file.index.endsWith("guide-v1.kdx")) return;
      const explored = await (await worker.dispatchFetch("http://localhost/explored")).json();
      assert.ok(explored.score > 0 && explored.children > 0);
      assert.ok(explored.parents.length > 1);
      assert.deepEqual([...new Set(explored.parents)], [explored.id]);
    } finally {
      await worker.dispose();
    }
  });
}

test("an index in several files in a bucket, in workerd", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kindex-sharded-"));
  const bytes = contents("tests/golden/guide-v1.kdx");
  const worker = new Miniflare({
    modules: modules(bytes),
    modulesRoot: "/",
    compatibilityDate: "2026-01-01",
    r2Buckets: ["BUCKET"],
  });
  try {
    await kindex("build", fileURLToPath(new URL("tests/corpus", root)), "--pins", fileURLToPath(new URL("tests/cases/pins.yml", root)), "-o", folder, "--layout", "sharded", "-q");
    const bucket = await worker.getR2Bucket("BUCKET");
    const bytesOf = (name) => new Uint8Array(readFileSync(join(folder, name))).buffer;
    for (const name of readdirSync(folder)) await bucket.put(name, bytesOf(name));
    const found = await (await worker.dispatchFetch("http://localhost/sharded")).json();
    const whole = (await open(bytes)).search("deploy with rsync");
    assert.deepEqual(found, JSON.parse(JSON.stringify(whole)));
  } finally {
    await worker.dispose();
    await rm(folder, { recursive: true });
  }
});
