// Serves what pages load, as it is: what is measured are pages that have their bytes.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

const FOLDERS = {
  kindex: folder("../../dist/npm"),
  page: folder("page"),
  peers: folder("../engines"),
};

const MEMORIES = readFileSync(join(FOLDERS.page, "memories.js"), "utf8");

/** Pagefind's WebAssembly runs in a worker. */
const WORKER = /-worker\.js$/;

/** Paths at which a page finds the packages that modules name. */
const IMPORTS = {
  minisearch: "/peers/node_modules/minisearch/dist/es/index.js",
  lunr: "/commonjs/lunr/lunr.js",
  flexsearch: "/peers/node_modules/flexsearch/dist/flexsearch.bundle.module.min.mjs",
  "flexsearch/lang/en": "/peers/node_modules/flexsearch/dist/module/lang/en.js",
  "@orama/orama": "/peers/node_modules/@orama/orama/dist/browser/index.js",
};

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".wasm": "application/wasm" };

/** Pages that share no process with others have clocks of 5 µs and can tell what memory they hold. */
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

function pageOf({ script, files }, at, from) {
  return `<!doctype html><link rel="icon" href="data:,"><script>${MEMORIES}</script><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
<script type="module">${script}
import { start } from "/page/start.mjs";
start(open, "/index/${at}/", ${JSON.stringify(files(from))});</script>`;
}

/** A module of Node as one of the browser's. */
function fromCommonJs(path) {
  const text = readFileSync(join(FOLDERS.peers, "node_modules", path), "utf8");
  return `const module = { exports: {} }; const exports = module.exports;\n(function () {\n${text}\n})();\nexport default module.exports;`;
}

/** The file at a path: `{ type, body }`; undefined where there is none. */
function lookUp(path, served) {
  const [, first, ...rest] = normalize(path).split("/");
  if (first === "blank") return { type: "text/html", body: "<!doctype html>" };
  if (first === "commonjs") return { type: "text/javascript", body: fromCommonJs(join(...rest)) };
  const { contestant, folder } = served[rest[0]] ?? {};
  if (first === "engine" && contestant) return { type: "text/html", body: pageOf(contestant, rest[0], folder) };
  const file = first === "index" && folder ? join(folder, ...rest.slice(1)) : join(FOLDERS[first] ?? "", ...rest);
  if (!FOLDERS[first] && first !== "index") return undefined;
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  if (WORKER.test(file)) return { type: "text/javascript", body: MEMORIES + readFileSync(file, "utf8") };
  return { type: TYPES[extname(file)] ?? "application/octet-stream", body: readFileSync(file) };
}

/**
 * Serves a page for each of `served`, `{ contestant, folder }` with the index in the folder, at
 * `/engine/NUMBER`: `{ address, close }`.
 */
export async function serve(served) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const found = lookUp(path, served);
    if (!found) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": found.type, ...ISOLATED }).end(found.body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { address: `http://127.0.0.1:${server.address().port}`, close };
}
