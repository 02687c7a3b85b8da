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
  "explore wasm": ["explore/explore_bg.wasm"],
  "explore js": [
    "explore.js",
    "explorer/explorer.js",
    "explorer/explore-methods.js",
    "explorer/vector-options.js",
    "explore/explore.js",
  ],
  "explore min js": ["explore.min.js"],
  "frameworks js": ["langchain.js", "llamaindex.js", "ai.js", "passages.js", "text/address.js"],
  "worker js": [
    "worker.js",
    "node.js",
    "hosts.js",
    "latest.js",
    "embedder/embedder.js",
    "embedder/kinds.js",
    "embedder/needless.js",
    "engine/body.js",
    "text/address.js",
    "index/borrowed.js",
    ...[
      "access",
      "body",
      "call",
      "checks",
      "file-budget",
      "handlers",
      "index-pool",
      "indexes",
      "openapi",
      "parameters",
      "problem",
      "responses",
      "routes",
      "schemas",
      "settings",
      "single-flight",
      "source",
      "vector",
      "version",
      "views",
    ].map((name) => `http/${name}.js`),
  ],
  "workerd js": ["index", "explore", "worker"].map((name) => `workerd/${name}.js`),
  "vite js": ["index", "explore", "build", "element", "define"].map((name) => `vite/${name}.jsx`),
  "plugin js": [
    "routed.js",
    ...["client", "serving", "settings", "site", "vite"].map((name) => `plugins/${name}.js`),
    ...["addresses", "index-thread", "live-index", "site-index", "within"].map((name) => `bin/${name}.js`),
  ],
  "thread js": ["threaded.js", "thread.js", "thread/threaded-index.js", "thread/thread-server.js"],
  "thread min js": ["threaded.min.js", "thread.min.js"],
  "element js": [
    "define.js",
    "element.js",
    "panel.js",
    "text/address.js",
    "text/parts.js",
    ...[
      "attributes",
      "backdrop",
      "blocks",
      "dom",
      "filters",
      "frame",
      "ghost",
      "history",
      "icons",
      "keys",
      "lang",
      "located",
      "marks",
      "memory",
      "offers",
      "option",
      "pages",
      "panel",
      "panel-styles",
      "passage",
      "position",
      "preferred",
      "readable",
      "recent",
      "regions",
      "report",
      "results-page",
      "reveal",
      "scroll-lock",
      "section",
      "settling",
      "shortcut",
      "snippet",
      "source",
      "styles",
      "texts",
      "view",
    ].map((name) => `element/${name}.js`),
  ],
  "element min js": ["define.min.js"],
  "element whole min js": ["define.min.js", "panel.min.js"],
  "element class min js": ["element.min.js"],
  "element languages js": [
    "element/language.js",
    ...["ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "pt-br", "ru", "tr", "uk", "zh", "zh-hant"].map(
      (tag) => `element/languages/${tag}.js`,
    ),
  ],
  "element around js": [
    ...["ask", "inline", "land", "offline"].map((name) => `${name}.js`),
    ...["answer", "ask", "inlined", "land", "offline", "question"].map((name) => `element/${name}.js`),
    "engine/page-build.js",
  ],
  "land min js": ["land.min.js"],
  "snippet js": ["snippet.js"],
  "snippet min js": ["snippet.min.js"],
  "injected js": ["injected.js", "element/spot.js"],
  "injected min js": ["injected.min.js"],
  "offline min js": ["offline.min.js"],
  "ask min js": ["ask.min.js"],
  "inline min js": ["inline.min.js"],
  "full wasm": ["full/full_bg.wasm"],
  "full js": ["build.js", "full-engine.js", "builder/changeable.js", "builder/memory.js", "builder/records.js", "builder/vectors.js", "full/full.js"],
  "full min js": ["build.min.js"],
  "mcp js": [
    "mcp.js",
    "engine/options.js",
    "engine/body.js",
    "engine/errors.js",
    "index/borrowed.js",
    "text/address.js",
    "text/sanitize.js",
    ...[
      "about",
      "addresses",
      "answer",
      "arguments",
      "catalog",
      "chunk",
      "http",
      "interface",
      "keys",
      "list",
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
      "tool-error",
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
