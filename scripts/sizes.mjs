// Prints how large the parts of dist/npm are, in bytes: as they are, with gzip and with Brotli.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const PACKAGE = new URL("../dist/npm/", import.meta.url);

/** What a page loads together. */
export const PARTS = {
  "search wasm": ["search/search_bg.wasm"],
  "search js": [
    "index.js",
    "searcher.js",
    "json.js",
    "options.js",
    "engine.js",
    "bytes.js",
    "errors.js",
    "search/search.js",
  ],
  "gzip js": ["gzip.js"],
  "search min js": ["index.min.js"],
  "sharded wasm": ["sharded/sharded_bg.wasm"],
  "sharded js": [
    "sharded.js",
    "several.js",
    "shards.js",
    "json.js",
    "options.js",
    "engine.js",
    "bytes.js",
    "errors.js",
    "gzip.js",
    "sharded/sharded.js",
  ],
  "sharded min js": ["sharded.min.js"],
  "explore wasm": ["explore/explore_bg.wasm"],
  "explore js": ["explore.js", "explorer.js", "ways.js", "several.js", "shards.js", "gzip.js", "explore/explore.js"],
  "explore min js": ["explore.min.js"],
  "frameworks js": ["langchain.js", "llamaindex.js", "ai.js", "passages.js", "address.js"],
  "worker js": [
    "worker.js",
    "node.js",
    "hosts.js",
    "body.js",
    "address.js",
    "lent.js",
    "worker/access.js",
    "worker/answers.js",
    "worker/body.js",
    "worker/bounded.js",
    "worker/call.js",
    "worker/checks.js",
    "worker/handlers.js",
    "worker/held.js",
    "worker/indexes.js",
    "worker/openapi.js",
    "worker/parameters.js",
    "worker/problem.js",
    "worker/routes.js",
    "worker/schemas.js",
    "worker/settings.js",
    "worker/single.js",
    "worker/source.js",
    "worker/version.js",
    "worker/views.js",
  ],
  "workerd js": ["workerd/index.js", "workerd/explore.js", "workerd/sharded.js", "workerd/worker.js"],
  "vite js": ["index", "sharded", "explore", "build", "element", "define"].map((name) => `vite/${name}.jsx`),
  "thread js": ["threaded.js", "thread.js"],
  "thread min js": ["threaded.min.js", "thread.min.js"],
  "element js": [
    "define.js",
    "element.js",
    "address.js",
    "element/attributes.js",
    "element/backdrop.js",
    "element/choices.js",
    "element/dom.js",
    "element/keys.js",
    "element/page.js",
    "element/place.js",
    "element/readable.js",
    "element/report.js",
    "element/rows.js",
    "element/shortcut.js",
    "element/source.js",
    "element/styles.js",
    "element/texts.js",
    "element/view.js",
  ],
  "element min js": ["define.min.js"],
  "element class min js": ["element.min.js"],
  "full wasm": ["full/full_bg.wasm"],
  "full js": ["build.js", "full/full.js"],
  "full min js": ["build.min.js"],
  "mcp js": [
    "mcp.js",
    "options.js",
    "address.js",
    "body.js",
    "errors.js",
    "lent.js",
    "text.js",
    ...[
      "about",
      "addresses",
      "answer",
      "arguments",
      "catalog",
      "chunk",
      "http",
      "interface",
      "list",
      "mistake",
      "options",
      "page",
      "pages",
      "places",
      "resources",
      "rpc",
      "search",
      "stdio",
      "surrogates",
      "text",
      "tools",
      "versions",
    ].map((name) => `mcp/${name}.js`),
  ],
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
