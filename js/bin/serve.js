// `kindex serve`: a folder over HTTP, for trying a site, as the native command serves it.
import { createReadStream } from "node:fs";
import { realpath } from "node:fs/promises";
import { createServer } from "node:http";
import { isIPv6 } from "node:net";
import { pipeline } from "node:stream/promises";
import { plain } from "../text/sanitize.js";
import { BasePath } from "./base-path.js";
import { Failure, UsageError, print, reason } from "./output.js";
import { inside, typeOf } from "./site-files.js";
import { isFolder } from "./target.js";

const help = `Serve a folder over HTTP, for trying a site.

Prints one line with the address once it is listening, and serves until it is interrupted. /guide is
guide.html or, after a redirect to /guide/, guide/index.html; where there is nothing, the site's own
404.html is shown. Hidden files are not served, nor what a symbolic link leads to outside of the
folder. Meant for one's own machine, not for the web.

Usage: kindex serve DIR

  -p, --port N            the port; 0 picks a free one [default: 8080]
      --host ADDRESS      the address to listen on [default: 127.0.0.1]
      --allow-host NAME   a name that browsers may call the server by, besides localhost and the
                          address it listens on; may be given again; * allows any name, and so any
                          page of the web to read what is served
      --base-path PATH    the path that the site has where it is published, such as /docs/
                          [default: /]

The native command also compresses, and answers requests for parts of files.
`;

const options = {
  port: { type: "string", short: "p", default: "8080" },
  host: { type: "string", default: "127.0.0.1" },
  "allow-host": { type: "string", multiple: true, default: [] },
  "base-path": { type: "string", default: "/" },
};

async function run([folder, ...others], { port, host, "allow-host": allowed, "base-path": base }) {
  if (folder === undefined || others.length > 0) throw new UsageError("kindex serve takes one DIR; see kindex serve --help");
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new UsageError(`--port: ${JSON.stringify(port)} given; accepted are whole numbers from 0 to 65535`);
  for (const name of allowed) checkName(name);
  const basePath = new BasePath(base);
  if (!(await isFolder(folder))) throw new Failure(`cannot serve ${folder}: there is no such folder`);
  const site = new Site(await realpath(folder), basePath, [host, ...allowed]);
  const server = createServer((request, response) => site.answer(request, response));
  const { address, port: taken } = await listening(server, host, Number(port));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
  print(`Serving ${plain(folder)} at http://${isIPv6(address) ? `[${address}]` : address}:${taken}${basePath}\n`);
}

function checkName(name) {
  if (/^[^\s:/?#@\\]+$/.test(name) || /^\[[\da-f:.]+\]$/i.test(name)) return;
  throw new UsageError(`--allow-host ${name}: accepted are names such as docs.example.org, without scheme, port and path, and *`);
}

function listening(server, host, port) {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const [what, advice] = error.code === "EADDRINUSE" ? ["the port is taken", "another --port"]
        : error.code === "EACCES" ? [reason(error), "a --port from 1024"]
        : [reason(error), "another --host or --port"];
      reject(new Failure(`cannot listen on ${host} port ${port}: ${what}; choose ${advice}`));
    });
    server.listen(port, host, () => resolve(server.address()));
  });
}

/** The names by which a page of the web cannot reach this machine unless they are allowed (DNS rebinding). */
function isLocal(name) {
  const host = name.replace(/^\[(.*)\]$/, "$1");
  return /^127(\.\d{1,3}){3}$/.test(host) || host === "::1" || host === "localhost" || host.endsWith(".localhost");
}

const normal = (name) => name.replace(/\.$/, "").toLowerCase();

/** A folder as a site. */
class Site {
  #root;
  #base;
  #names;

  constructor(root, base, names) {
    this.#root = root;
    this.#base = base;
    this.#names = names.map(normal);
  }

  async answer(request, response) {
    response.setHeader("cache-control", "no-cache");
    const refusal = this.#refusal(request);
    if (refusal) return text(response, ...refusal);
    try {
      await this.#respond(request, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else text(response, 500, `the file cannot be read: ${reason(error)}\n`);
    }
  }

  /** The reason that a request is not answered. */
  #refusal({ rawHeaders }) {
    const given = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1].toLowerCase() === "host");
    if (given.length !== 1) return [400, "one header host is needed\n"];
    const [, host] = /^(\[[^\]]*\]|[^:@]*)(?::\d*)?$/.exec(given[0]) ?? [];
    const name = host === undefined ? undefined : normal(host);
    if (name !== undefined && (isLocal(name) || this.#isAllowed(name))) return undefined;
    const advice = "To allow it: kindex serve --allow-host NAME\n";
    return [403, `kindex serve does not answer to the name ${JSON.stringify(host ?? given[0])}, as a page of the web could take it to read what is served here. ${advice}`];
  }

  #isAllowed(name) {
    const isAddress = /^[\d.]+$|^\[.*\]$/.test(name);
    const hasAll = this.#names.some((one) => one === "0.0.0.0" || one === "::");
    return this.#names.includes("*") || this.#names.includes(name.replace(/^\[(.*)\]$/, "$1")) || this.#names.includes(name) || (isAddress && hasAll);
  }

  async #respond(request, response) {
    const [, pathname, query] = /^([^?]*)(\?.*)?$/s.exec(request.url);
    const { path, isAbove } = this.#base.below(pathname);
    if (isAbove) return redirect(response, `${this.#base}${query ?? ""}`);
    const found = path === undefined ? undefined : await this.#find(decoded(path));
    if (path === undefined) return this.#noPage(response);
    if (!["GET", "HEAD"].includes(request.method)) return response.writeHead(405, { allow: "GET,HEAD" }).end();
    if (found?.isFolder) return redirect(response, `${this.#base.of(path)}/${query ?? ""}`);
    const file = found?.file ?? (await this.#fileAt("/404.html"));
    return file ? send(request, response, found ? 200 : 404, file) : this.#noPage(response);
  }

  /** The file that a path stands for, or that it is one of a folder and lacks its last slash. */
  async #find(path) {
    if (path === undefined) return undefined;
    if (path.endsWith("/")) return asFile(await this.#fileAt(`${path}index.html`));
    const file = (await this.#fileAt(path)) ?? (await this.#fileAt(`${path}.html`));
    if (file) return asFile(file);
    const there = await inside(this.#root, path);
    return there?.found.isDirectory() ? { isFolder: true } : undefined;
  }

  async #fileAt(path) {
    const there = await inside(this.#root, path);
    return there?.found.isFile() ? there.file : undefined;
  }

  #noPage(response) {
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><h1>Not found</h1><p><a href="${this.#base}">To the first page</a></html>\n`;
    response.writeHead(404, { "content-type": "text/html; charset=utf-8" }).end(page);
  }
}

const asFile = (file) => file && { file };

/** A path without its escapes; nothing where they are none. */
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

async function send({ method }, response, status, file) {
  response.writeHead(status, { "content-type": typeOf(file) });
  if (method === "HEAD") return response.end();
  // A reader that goes away is no failure.
  await pipeline(createReadStream(file), response).catch((error) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

function redirect(response, location) {
  response.writeHead(307, { location }).end();
}

function text(response, status, message) {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(message);
}

export const serve = { help, options, native: [], run };
