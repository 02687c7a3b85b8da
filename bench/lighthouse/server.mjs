// Serves a folder as GitHub Pages does: below a path, compressed by gzip, an address without `.html`.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Files of these types are compressed already. */
const PACKED = new Set([".png", ".woff2"]);

/** GitHub Pages lets browsers keep a file for ten minutes. */
const KEPT = "max-age=600";

function fileOf(folder, path) {
  const names = [path, `${path}.html`, join(path, "index.html")];
  return names.map((name) => join(folder, normalize(`/${name}`))).find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** The server, once it listens on a port of its own. */
export async function serve(folder, base) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = path.startsWith(base) ? fileOf(folder, path.slice(base.length)) : undefined;
    if (!file) return response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    const extension = extname(file);
    const headers = { "content-type": TYPES[extension] ?? "application/octet-stream", "cache-control": KEPT };
    if (PACKED.has(extension)) return response.writeHead(200, headers).end(readFileSync(file));
    return response.writeHead(200, { ...headers, "content-encoding": "gzip" }).end(gzipSync(readFileSync(file)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}${base}`, close: () => server.close() };
}
