// WebAssembly builds the same bytes as the native command.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Builder } from "./support.mjs";

const tests = new URL("../", import.meta.url);

test("the golden index is built again", async () => {
  const corpus = new URL("corpus/", tests);
  const files = readdirSync(corpus, { recursive: true, withFileTypes: true });
  const root = fileURLToPath(corpus);
  const paths = files
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace("//", "/").slice(root.length))
    .sort();
  const builder = await Builder.create({ pins: readFileSync(new URL("cases/pins.yml", tests), "utf8") });
  for (const path of paths) builder.addFile(path, readFileSync(new URL(path, corpus)));
  const golden = readFileSync(new URL("golden/guide-v1.kdx", tests));
  assert.ok(golden.equals(builder.finish()), "the index differs from tests/golden/guide-v1.kdx");
});
