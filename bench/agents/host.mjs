// Serves a folder as static hosts do: types by extension, a folder by its index.html, 404.html for the rest.
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};

/** GitHub Pages lets readers keep a file for ten minutes. */
const KEPT = "max-age=600";

const kindOf = async (file) => stat(file).catch(() => undefined);

/** A response of the folder. */
async function fileAt(folder, path) {
  const file = join(folder, normalize(`/${path}`));
  const found = await kindOf(file);
  const isFolder = path === "" || path.endsWith("/");
  if (found?.isDirectory() && !isFolder) return new Response(null, { status: 301, headers: { location: `/${path}/` } });
  const names = isFolder ? [join(file, "index.html")] : [file, `${file}.html`];
  for (const name of names) {
    const there = await kindOf(name);
    if (!there?.isFile()) continue;
    const headers = { "content-type": TYPES[extname(name)] ?? "application/octet-stream", "cache-control": KEPT, "last-modified": there.mtime.toUTCString() };
    return new Response(await readFile(name), { headers });
  }
  const page = await readFile(join(folder, "404.html")).catch(() => "not found");
  return new Response(page, { status: 404, headers: { "content-type": TYPES[".html"] } });
}

/** The static assets of a folder, as a Worker has them. */
export const assetsOf = (folder) => ({ fetch: ({ url }) => fileAt(folder, decodeURIComponent(new URL(url).pathname.slice(1))) });

/** A server on a port of its own, whose answers `answer` gives; it can be changed. */
export async function hosted() {
  const host = { answer: async () => new Response(null, { status: 503 }) };
  const server = createServer(async (request, response) => {
    const { method, headers, url } = request;
    const given = await host.answer(new Request(new URL(url, host.address), { method, headers: Object.entries(headers).filter(([, value]) => typeof value === "string") }));
    response.writeHead(given.status, Object.fromEntries(given.headers));
    response.end(method === "HEAD" ? undefined : Buffer.from(await given.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  host.address = `http://127.0.0.1:${server.address().port}/`;
  host.close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return host;
}
