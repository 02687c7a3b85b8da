// A host that misbehaves as it is told: each cell of the matrix of recovery-cells.mjs has a folder of its own.
import { readFile, readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

const HTML = "text/html; charset=utf-8";
const OTHER_PAGE = Buffer.from("<!doctype html><title>Home</title><p>This host has a page for each address.");

/** Long waits take a fifth here: those of the element, and of threads. */
const HURRY = "{ const wait = globalThis.setTimeout; globalThis.setTimeout = (run, time, ...given) => wait(run, time >= 3000 ? time / 5 : time, ...given); }\n";

/** The files of a build by their paths, in one file, in several, and in a folder that has one at first and then several. */
async function filesOf(folder, word, isFirst) {
  const names = await readdir(join(folder, word));
  const several = (at) => names.map((name) => [`${at}/${name}`, join(folder, word, name)]);
  const one = join(folder, `${word}.kdx`);
  const paths = [...several("search"), ["site.kdx", one], ...(isFirst ? [["grows/index.kdx", one]] : several("grows"))];
  return new Map(await Promise.all(paths.map(async ([path, file]) => [path, await readFile(file)])));
}

/** What is wrong with an answer, by name. `isFirst` says whether the file is asked for the first time in this state. */
const FAULTS = {
  page: (answer) => ({ ...answer, status: 200, type: HTML, bytes: OTHER_PAGE }),
  half: (answer) => answer.bytes && { ...answer, bytes: answer.bytes.subarray(0, answer.bytes.length >> 1) },
  cut: (answer) => answer.bytes && { ...answer, isCut: true },
  missing: () => ({ status: 404 }),
  failing: () => ({ status: 503 }),
  refused: () => ({ isRefused: true }),
  stalled: () => ({ isStalled: true }),
};

/**
 * @typedef {object} State
 * @property {string} [head] the build whose first files are there
 * @property {string} [shards] the build whose other files are there, if that is another one
 * @property {string} [fault] what is wrong with answers
 * @property {string} [fallback] what is wrong with answers for files that are not there
 * @property {RegExp} [of] the paths with the fault; all of the index where there is none
 * @property {boolean} [once] whether only the first answer for each path has it
 */

export class Host {
  #builds;
  #package;
  #cells = new Map();
  #modules = new Map();
  #server;
  address;

  static async start(folder, words, pack) {
    const host = new Host();
    host.#package = pack;
    host.#builds = Object.fromEntries(await Promise.all(words.map(async (word, at) => [word, await filesOf(folder, word, at === 0)])));
    host.#server = createServer((request, response) => host.#answer(request, response).catch((error) => response.destroy(error)));
    await new Promise((resolve) => host.#server.listen(0, "127.0.0.1", resolve));
    host.address = `http://127.0.0.1:${host.#server.address().port}/`;
    return host;
  }

  /** Adds a cell: its page, the headers of its files, and its states. */
  add(name, cell) {
    this.#cells.set(name, { ...cell, asked: new Set() });
    return `${this.address}${name}/`;
  }

  close() {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer({ method, url, headers }, response) {
    const { pathname, search } = new URL(url, this.address);
    const [, name, ...rest] = pathname.split("/");
    const cell = this.#cells.get(name);
    const path = rest.join("/");
    if (!cell) return send(response, { status: 200, type: TYPES[extname(name)] ?? HTML, bytes: await this.#own(name) });
    if (method === "POST") {
      Object.assign(cell, { state: cell.states[search.slice(1)], asked: new Set() });
      return send(response, { status: 204 });
    }
    send(response, await this.#faulty(cell, path, headers));
  }

  /** The page around the frames, and its script. */
  async #own(name) {
    return name.endsWith(".mjs") ? readFile(new URL(name, import.meta.url)) : Buffer.from("<!doctype html><title>Matrix</title><link rel=icon href=data:,>");
  }

  async #faulty(cell, path, headers) {
    const right = { ...(await this.#right(cell, path)), headers: cell.headers?.(path) };
    const { fault, fallback, of = /^(site\.kdx$|search\/)/, once } = cell.state;
    const isThere = right.bytes !== undefined;
    if (!isThere && fallback) return FAULTS[fallback](right);
    const isFirst = !cell.asked.has(path);
    cell.asked.add(path);
    if (fault && of.test(path) && (!once || isFirst)) return FAULTS[fault](right) ?? right;
    return conditional(right, headers);
  }

  async #right({ page, state }, path) {
    if (path === "") return { status: 200, type: HTML, bytes: Buffer.from(page) };
    const module = path.startsWith("kindex/") && (await this.#module(path.slice("kindex/".length)));
    if (module) return { status: 200, type: TYPES[extname(path)], bytes: module };
    const build = path.endsWith(".kds") ? (state.shards ?? state.head) : state.head;
    const bytes = this.#builds[build].get(path);
    return bytes ? { status: 200, type: "application/octet-stream", bytes } : { status: 404 };
  }

  async #module(name) {
    const bytes = this.#modules.get(name) ?? (await readFile(join(this.#package, name)).catch(() => undefined));
    this.#modules.set(name, bytes);
    return bytes && name === "thread.min.js" ? Buffer.concat([Buffer.from(HURRY), bytes]) : bytes;
  }
}

/** A tag of a file is made of its bytes' number, which differ between builds. */
function conditional(answer, headers) {
  if (!answer.bytes) return answer;
  const etag = `"${answer.bytes.length}-${answer.bytes.at(-5)}-${answer.bytes.at(-9)}"`;
  const isSame = headers["if-none-match"] === etag;
  return { ...answer, ...(isSame ? { status: 304, bytes: undefined } : {}), headers: { ...answer.headers, etag } };
}

function send(response, { status, type, bytes, headers, isCut, isRefused, isStalled }) {
  if (isStalled) return;
  if (isRefused) return response.destroy();
  response.writeHead(status, { ...(type ? { "content-type": type } : {}), ...(bytes ? { "content-length": bytes.length } : {}), ...headers });
  if (!isCut) return response.end(bytes);
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
}

/** The page of a cell. `more` stands before the element. */
export const pageOf = (attributes, more = "") => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Cell</title>
  <link rel="icon" href="data:,"><script>${HURRY}${more}</script>
  <script type="module" src="kindex/define.min.js"></script></head>
  <body><kindex-search ${attributes}></kindex-search></body></html>`;
