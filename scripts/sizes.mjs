// Prints how large the parts of dist/npm are, in bytes: as they are, with gzip and with Brotli.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const PACKAGE = new URL("../dist/npm/", import.meta.url);

/** The parts that a page loads together. */
export const PARTS = {
  "page wasm": ["page/page_bg.wasm"],
  "page js": [
    "index.js",
    "page-engine.js",
    "index/file-index.js",
    "shards/either.js",
    "shards/sharded-index.js",
    "shards/shards.js",
    "engine/json.js",
    "engine/options.js",
    "engine/engine.js",
    "engine/bytes.js",
    "engine/errors.js",
    "engine/gzip.js",
    "engine/header.js",
    "engine/imported.js",
    "engine/stall.js",
    "page/page.js",
  ],
  "page min js": ["index.min.js"],
  "several wasm": ["several/several_bg.wasm"],
  "several min js": ["several.min.js"],
  "explore wasm": ["explore/explore_bg.wasm"],
  "explore js": [
    "explore.js",
    "explorer/explorer.js",
    "explorer/explore-methods.js",
    "explorer/explore-options.js",
    "explore/explore.js",
  ],
  "explore min js": ["explore.min.js"],
  "thread min js": ["threaded.min.js", "thread.min.js"],
  "element min js": ["define.min.js"],
  "element whole min js": ["define.min.js", "panel.min.js"],
  "full wasm": ["full/full_bg.wasm"],
  "full js": [
    "build.js",
    "full-engine.js",
    ...["builder", "changeable", "memory", "records", "vectors"].map((name) => `builder/${name}.js`),
    "full/full.js",
  ],
  "full min js": ["build.min.js"],
  "texts wasm": ["texts/texts_bg.wasm"],
  "texts js": [
    "build-text.js",
    "texts-engine.js",
    ...["builder", "changeable", "memory", "records"].map((name) => `builder/${name}.js`),
    "texts/texts.js",
  ],
  "texts min js": ["build-text.min.js"],
};

/** Files are compressed one by one, as servers do. */
export function sizes(part) {
  const files = PARTS[part].map((file) => readFileSync(new URL(file, PACKAGE)));
  const sum = (size) => files.reduce((total, file) => total + size(file), 0);
  return { raw: sum((file) => file.length), gzip: sum(gzip), brotli: sum(brotli) };
}

const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;

function brotli(bytes) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params }).length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.table(Object.fromEntries(Object.keys(PARTS).map((part) => [part, sizes(part)])));
}
