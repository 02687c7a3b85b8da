// Answers from an index of the sources while Vite serves a site that is being written.
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Sources } from "./command.js";
import { sourceFlags, sourcesOf } from "./settings.js";

/** The event by which pages learn of another index. */
export const UPDATE = "kindex:update";

/** The file of an index in a folder. */
const INDEX = "index.kdx";

/** The indexes of the servers that run. */
export class Serving {
  /** @type {{ sources: Sources, watcher: { closed?: boolean } }[]} */
  #running = [];

  /**
   * Makes an index for a server, and answers the requests for it.
   *
   * @param {object} server of Vite
   * @param {ReturnType<import("./settings.js").settingsOf>} settings
   * @param {string} base
   */
  begin(server, settings, base) {
    const { watcher } = server;
    const { sources, folder } = indexOf(server, settings, base);
    this.#running.push({ sources, watcher });
    server.middlewares.use(answering(sources, folder, base + settings.file));
  }

  /** Closes the indexes of servers that have ended. On a restart the next one has begun before. */
  async closeEnded() {
    const ended = this.#running.filter(({ watcher }) => watcher.closed);
    this.#running = this.#running.filter((one) => !ended.includes(one));
    await Promise.all(ended.map(({ sources }) => sources.close()));
  }
}

/** Begins to make the index, in a folder of its own. Tells open pages when it has changed. */
function indexOf(server, settings, base) {
  const { root, build, cacheDir, logger } = server.config;
  const paths = sourcesOf(settings, root);
  const flags = sourceFlags(settings, { root, base, outDir: build.outDir });
  // Servers with the same options write the same.
  const name = createHash("sha256").update(JSON.stringify([paths, flags, settings.addresses])).digest("hex").slice(0, 12);
  const folder = join(cacheDir ?? join(root, "node_modules", ".vite"), `kindex-${name}`, "/");
  mkdirSync(folder, { recursive: true });
  const publish = settings.addresses && publisher(settings.addresses);
  const sources = new Sources({ paths, flags: { ...flags, output: folder }, publish }, {
    change: () => server.ws.send({ type: "custom", event: UPDATE }),
    warn: (message) => logger.warn(`kindex: ${message}`),
    fail: (message) => logger.error(`kindex: ${message}`),
  });
  return { sources, folder };
}

/** Says of sources where a generator publishes them, by its module. */
function publisher({ module, given }) {
  const loaded = import(module);
  // Whoever asks is told.
  loaded.catch(() => {});
  return async (source) => (await loaded).default(source, given);
}

/** Answers requests for the index, whose address is `src`. */
function answering(sources, folder, src) {
  const { pathname } = new URL(src, "http://localhost");
  const file = pathname.endsWith("/") ? pathname + INDEX : pathname;
  return async (request, response, next) => {
    const [path] = request.url.split("?");
    const isHere = pathname.endsWith("/") ? path.startsWith(pathname) : path === pathname;
    if (!isHere) return next();
    response.setHeader("cache-control", "no-store");
    try {
      await sources.made();
      const bytes = path === file ? await readFile(join(folder, INDEX)) : undefined;
      response.statusCode = bytes ? 200 : 404;
      response.setHeader("content-type", "application/octet-stream");
      response.end(bytes);
    } catch (error) {
      response.statusCode = 500;
      response.setHeader("content-type", "text/plain; charset=utf-8");
      response.end(error.message);
    }
  };
}
