// The server of `kindex dev`: the files of a folder with the search field, and a page about the index.
import { readFile, realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { DEV_PAGE } from "./dev-page.js";
import { table } from "./explanation.js";
import { filesOfField } from "./field-files.js";
import { judged, readGolden } from "./golden.js";
import { injected, isWide } from "./markup.js";
import { Failure, reason } from "./output.js";

/** The folder of what the server has besides the site. */
const OWN = "/__kindex/";

const CODE = "injected.min.js";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".htm": "text/html; charset=utf-8",
  ".xhtml": "application/xhtml+xml",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** The script that each page gets: the field, and a way to load again. All addresses are relative to its own. */
const SCRIPT = `import { inject } from ${JSON.stringify(`./${CODE}`)};
inject({ src: "site.kdx", root: "../", attributes: {} }, import.meta.url);
let events;
let build;
// A browser opens few connections to a server, so only the page that is seen has one.
function listen() {
  events?.close();
  if (document.visibilityState !== "visible") return;
  events = new EventSource(import.meta.resolve("./events"));
  events.onmessage = ({ data }) => {
    if (build !== undefined && data !== build) location.reload();
    build = data;
  };
}
addEventListener("visibilitychange", listen);
listen();
`;

/** After a file was saved the next ones may follow so soon, in milliseconds. */
const SETTLED = 100;

/** The weights that may be tried. */
const WEIGHTS = ["title", "heading", "k1", "b"];

export class DevServer {
  #folder;
  #live;
  #entry;
  #basePath;
  #golden;
  #server;
  #files;
  /** The pages that wait for a change. */
  #waiting = new Set();
  /** The number of times that something was saved. */
  #build = 0;
  #timer;
  /** The index that is open for queries, and its bytes. */
  #opened;

  /**
   * @param {object} site
   * @param {string} site.folder
   * @param {import("./live-index.js").LiveIndex} site.live
   * @param {typeof import("../entry/build.js")} site.entry opens indexes
   * @param {import("./base-path.js").BasePath} site.basePath
   * @param {string} [site.golden] the file of a golden set
   */
  constructor({ folder, live, entry, basePath, golden }) {
    this.#folder = folder;
    this.#live = live;
    this.#entry = entry;
    this.#basePath = basePath;
    this.#golden = golden;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /** @returns {Promise<string>} the address */
  async listen(port) {
    await new Promise((resolve, reject) => {
      this.#server.once("error", ({ code, ...error }) =>
        reject(new Failure(code === "EADDRINUSE" ? `port ${port} is taken; --port 0 picks a free one` : reason({ code, ...error }))),
      );
      this.#server.listen(port, "127.0.0.1", resolve);
    });
    return `http://localhost:${this.#server.address().port}${this.#basePath}`;
  }

  /** Lets open pages load again, once the index is made of what was saved. */
  reloadSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      await this.#live.file("").catch(() => {});
      this.#build += 1;
      for (const response of this.#waiting) response.write(this.#message);
    }, SETTLED);
  }

  /** The event that tells pages which build there is. */
  get #message() {
    return `data: ${this.#build}\n\n`;
  }

  async #answer(request, response) {
    try {
      if (!isLocal(request.headers.host)) return send(response, 403, "text/plain", "This server answers on localhost alone.");
      const { pathname, searchParams } = new URL(request.url, "http://localhost");
      const { path, isAbove } = this.#basePath.below(pathname);
      if (isAbove) return redirect(response, String(this.#basePath));
      if (path === undefined) return missing(response);
      if (path.startsWith(OWN)) return await this.#own(path.slice(OWN.length), searchParams, request, response);
      await this.#page(decodeURIComponent(path), response);
    } catch (error) {
      send(response, error instanceof URIError ? 400 : 500, "text/plain; charset=utf-8", error.message);
    }
  }

  async #own(path, parameters, request, response) {
    if (path === "") return send(response, 200, TYPES[".html"], DEV_PAGE);
    if (path === "events") return this.#wait(request, response);
    if (path === "site.kdx") return send(response, 200, "application/octet-stream", await this.#live.file(""));
    if (path === "search.js") return send(response, 200, TYPES[".js"], SCRIPT);
    if (path === "files") return sendJson(response, await this.#outcomes());
    if (path === "chunks") return sendJson(response, this.#chunks(await this.#index(), parameters.get("id") ?? ""));
    if (path === "search") return sendJson(response, this.#search(await this.#index(), parameters));
    if (path === "golden") return sendJson(response, await this.#judged(parameters));
    this.#files ??= await filesOfField(CODE);
    const file = this.#files.get(path);
    return file ? send(response, 200, TYPES[extname(path)], file) : missing(response);
  }

  #wait(request, response) {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(this.#message);
    this.#waiting.add(response);
    request.on("close", () => this.#waiting.delete(response));
  }

  async #outcomes() {
    await this.#live.file("");
    return this.#live.outcomes;
  }

  /** The newest index, opened. */
  async #index() {
    const bytes = await this.#live.file("");
    if (this.#opened?.bytes === bytes) return this.#opened.index;
    this.#opened?.index.close();
    this.#opened = { bytes, index: await this.#entry.open(bytes) };
    return this.#opened.index;
  }

  /** What is indexed of a document: its facts, and its parents with their headings. */
  #chunks(index, id) {
    const level = Math.min(1, index.stats().levels.length - 1);
    // A file of records has none of its own name.
    if (!index.documents().includes(id)) return { parts: [] };
    const parts = index.chunks(id, level).map(({ headings, text }) => ({ headings, text }));
    return { ...index.document(id), parts };
  }

  /** The golden set with these weights; null where there is none. */
  async #judged(parameters) {
    return this.#golden === undefined ? null : judged(await this.#index(), await readGolden(this.#golden), weightsOf(parameters), String(this.#basePath));
  }

  #search(index, parameters) {
    const { hits, total, didYouMean } = index.search(parameters.get("q") ?? "", { explain: true, limit: 10, weights: weightsOf(parameters) });
    const levels = index.stats().levels.length;
    const shown = hits.map((hit) => {
      const { title, headings, url, document, score, snippet } = hit;
      return { title, headings, url, document, score, snippet, explanation: table(hit, levels).join("\n") };
    });
    return { total, didYouMean, hits: shown };
  }

  /** A file of the site, with the field where it is a page. */
  async #page(path, response) {
    const file = await this.#find(path);
    if (!file) return missing(response);
    // Relative addresses in a page of a folder count from that.
    if (/[\\/]index\.html?$/.test(file) && !/(\/|\.html?)$/.test(path)) return redirect(response, this.#basePath.of(`${encodeURI(path.replace(/^[\\/]+/, "/"))}/`));
    const content = await readFile(file);
    const isPage = /\.html?$/i.test(file) && !isWide(content);
    send(response, 200, TYPES[extname(file).toLowerCase()] ?? "application/octet-stream", (isPage && injected(content, this.#basePath.of(`${OWN}search.js`))) || content);
  }

  /** The file that a path means, if it lies in the folder and is not hidden. */
  async #find(path) {
    if (path.split(/[\\/]/).some((name) => name.startsWith("."))) return undefined;
    const names = path.endsWith("/") ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.html`];
    const root = await realpath(this.#folder);
    for (const name of names) {
      const file = await realpath(join(root, name)).catch(() => undefined);
      const isShown = file?.startsWith(root + sep) && !file.slice(root.length).includes(`${sep}.`);
      if (isShown && (await isFile(file))) return file;
    }
    return undefined;
  }
}

/** The weights that a request tries. */
function weightsOf(parameters) {
  const given = WEIGHTS.filter((name) => parameters.get(name));
  return Object.fromEntries(given.map((name) => [name, Number(parameters.get(name))]));
}

const isFile = (file) => stat(file).then((found) => found.isFile(), () => false);

/** Pages of the web cannot read the site by a name of theirs that leads here. */
const isLocal = (host = "") => /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host);

function send(response, status, type, content) {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(content);
}

const sendJson = (response, value) => send(response, 200, TYPES[".json"], JSON.stringify(value));

function redirect(response, location) {
  response.writeHead(301, { location });
  response.end();
}

const missing = (response) => send(response, 404, "text/plain", "There is nothing here.");
