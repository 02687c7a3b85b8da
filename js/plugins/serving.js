// Answers from an index of the sources while Vite serves a site that is being written.
import { LiveIndex } from "../bin/live-index.js";
import { within } from "../bin/within.js";
import { isSource, sourceFlags, sourcesOf } from "./settings.js";

/** The event by which pages learn of another index. */
export const UPDATE = "kindex:update";

/** The indexes of the servers that run. */
export class Serving {
  /** @type {{ live: LiveIndex, watcher: { closed?: boolean } }[]} */
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
    const live = liveIndex(server, settings, base);
    this.#running.push({ live, watcher });
    server.middlewares.use(answering(live, base + settings.file));
  }

  /** Closes the indexes of servers that have ended. On a restart the next one has begun before. */
  async closeEnded() {
    const ended = this.#running.filter(({ watcher }) => watcher.closed);
    this.#running = this.#running.filter((one) => !ended.includes(one));
    await Promise.all(ended.map(({ live }) => live.close()));
  }
}

/** Watches the sources, and tells open pages when their index has changed. */
function liveIndex(server, settings, base) {
  const { root, build, logger } = server.config;
  const paths = sourcesOf(settings, root);
  const given = sourceFlags(settings, { root, base, outDir: build.outDir });
  const live = new LiveIndex({ paths, given }, {
    change: () => server.ws.send({ type: "custom", event: UPDATE }),
    warn: (message) => logger.warn(`kindex: ${message}`),
    fail: (message) => logger.error(`kindex: ${message}`),
  });
  const watched = [...paths, given.synonyms, given.pins].filter(Boolean);
  server.watcher.add(watched);
  server.watcher.on("all", (_, file) => {
    if (watched.some((path) => path === file || isSource(within(path, file), settings))) live.touch();
  });
  return live;
}

/** Answers requests for the index, whose address is `src`. */
function answering(live, src) {
  const { pathname } = new URL(src, "http://localhost");
  return async (request, response, next) => {
    const [path] = request.url.split("?");
    const isHere = pathname.endsWith("/") ? path.startsWith(pathname) : path === pathname;
    if (!isHere) return next();
    response.setHeader("cache-control", "no-store");
    try {
      const bytes = await live.file(path.slice(pathname.length));
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
