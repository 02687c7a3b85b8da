// The cases in workerd, the runtime of Cloudflare Workers.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { Miniflare } from "miniflare";

const root = new URL("../../", import.meta.url);
const cases = new URL("tests/cases/", root);

const WORKER = `
  import { open } from "./kindex/index.js";
  import wasm from "./kindex/search/search_bg.wasm";
  import bytes from "./index.kdx";
  import { runCases } from "./run-cases.mjs";

  // In global scope, where a Worker may compile nothing and wait for nothing outside.
  const index = await open(bytes, { wasm });

  export default {
    async fetch(request) {
      return Response.json(runCases(index, await request.json()));
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
    { type: "CompiledWasm", ...name("search/search_bg.wasm") },
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
    } finally {
      await worker.dispose();
    }
  });
}
