/** The plugin for Vite: an index after each build, and one of the sources while they are written. */
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { LiveIndex } from "./live-index.js";
import { baseOf, buildFlags, settingsOf, sourceFlags, sourcesOf, within } from "./settings.js";
import { written } from "./site-index.js";

const MODULE = "virtual:kindex";

/** Other plugins leave alone what begins so. */
const RESOLVED = `\0${MODULE}`;

/** The event by which pages learn of another index. */
const UPDATE = "kindex:update";

const CLIENT = fileURLToPath(new URL("./client.js", import.meta.url)).replaceAll("\\", "/");

/** @param {import("./vite.js").KindexOptions} [options] */
export default function kindex(options) {
  let settings = settingsOf(options);
  let config, base, live;
  let isWritten = false;

  const write = (folder = resolve(config.root, config.build.outDir)) => {
    const given = buildFlags(settings, { root: config.root, base, folder: relative(process.cwd(), folder) || "." });
    return written(folder, given, (message) => config.logger.warn(`kindex: ${message}`));
  };

  return {
    name: "kindex",
    api: {
      write,
      configure: (more) => (settings = settingsOf({ ...options, ...more })),
    },

    configResolved(resolved) {
      config = resolved;
      base = baseOf(settings, config.base);
    },

    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),

    load(id, { ssr } = {}) {
      if (id !== RESOLVED) return undefined;
      return { code: moduleCode(base + settings.file, ssr), moduleSideEffects: true };
    },

    configureServer(server) {
      live = liveIndex(server, settings, base);
      server.middlewares.use(answering(live, base + settings.file));
    },

    writeBundle() {
      isWritten = true;
    },

    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        await live?.close();
        // It is called after a failure too, and for what a server runs.
        const isForPages = !config.build.ssr && (this.environment?.name ?? "client") === "client";
        if (settings.auto && isWritten && isForPages) config.logger.info(await write());
        isWritten = false;
      },
    },
  };
}

/** The code of the module. On a server there is no field to register. */
function moduleCode(src, ssr) {
  const address = `export const src = ${JSON.stringify(src)};\n`;
  if (ssr) return `${address}export const routed = () => () => {};\n`;
  return `import { register, renew } from ${JSON.stringify(CLIENT)};
export { routed } from ${JSON.stringify(CLIENT)};
${address}register(src);
if (import.meta.hot) import.meta.hot.on(${JSON.stringify(UPDATE)}, () => renew(src));
`;
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
  const watched = given.synonyms ? [...paths, given.synonyms] : paths;
  server.watcher.add(watched);
  server.watcher.on("all", (_, file) => {
    if (watched.some((path) => path === file || isSource(within(path, file)))) live.touch();
  });
  return live;
}

const isSource = (path) => path !== "" && !path.split("/").some((name) => name === "node_modules" || (name.startsWith(".") && name !== ".gitignore"));

/** Answers requests for the index, whose address is `src`. */
function answering(live, src) {
  const { pathname } = new URL(src, "http://localhost");
  return async (request, response, next) => {
    const path = new URL(request.url, "http://localhost").pathname;
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
