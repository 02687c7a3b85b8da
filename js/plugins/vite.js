/** The plugin for Vite: an index after each build, and one of the sources while they are written. */
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Serving, UPDATE } from "./serving.js";
import { baseOf, buildFlags, settingsOf } from "./settings.js";
import { forAgents, written } from "./site.js";

const MODULE = "virtual:kindex";

/** Other plugins leave alone what begins so. */
const RESOLVED = `\0${MODULE}`;

const CLIENT = fileURLToPath(new URL("./client.js", import.meta.url)).replaceAll("\\", "/");

/** @param {import("./vite.js").KindexOptions} [options] */
export default function kindex(options) {
  const site = new Site(options);
  return {
    name: "kindex",
    api: {
      write: (folder) => site.write(folder),
      configure: (more) => site.configure({ ...options, ...more }),
    },

    configResolved: (config) => site.resolve(config),

    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),

    load(id, { ssr } = {}) {
      if (id !== RESOLVED) return undefined;
      return { code: moduleCode(site.src, ssr), moduleSideEffects: true };
    },

    configureServer: (server) => site.serve(server),

    writeBundle: () => site.note(),

    closeBundle: {
      order: "post",
      sequential: true,
      handler() {
        return site.close(this.environment?.name);
      },
    },
  };
}

/** A site that Vite builds or serves. */
class Site {
  #settings;
  #config;
  #base;
  #serving = new Serving();
  #isWritten = false;

  constructor(options) {
    this.configure(options);
  }

  configure(options) {
    this.#settings = settingsOf(options);
  }

  resolve(config) {
    this.#config = config;
    this.#base = baseOf(this.#settings, config);
    nameAlike(config);
  }

  /** The address of the index. */
  get src() {
    return this.#base + this.#settings.file;
  }

  serve(server) {
    this.#serving.begin(server, this.#settings, this.#base);
  }

  /** The bundle is written. */
  note() {
    this.#isWritten = true;
  }

  async write(folder = resolve(this.#config.root, this.#config.build.outDir)) {
    const { root, logger } = this.#config;
    const pages = relative(process.cwd(), folder) || ".";
    const given = buildFlags(this.#settings, { root, base: this.#base, folder: pages });
    const tell = (message) => logger.warn(`kindex: ${message}`);
    const line = await written(pages, given, tell);
    const agents = await forAgents(pages, { ...this.#settings, baseUrl: this.#base }, tell);
    return [line, ...agents].join("\n");
  }

  /** A build or a server has ended, maybe by a failure. */
  async close(environment = "client") {
    await this.#serving.closeEnded();
    const isForPages = !this.#config.build.ssr && environment === "client";
    if (this.#settings.auto && this.#isWritten && isForPages) this.#config.logger.info(await this.write());
    this.#isWritten = false;
  }
}

/**
 * Names the files of the thread as those of pages are named. Under two names the engine would be in
 * the site twice.
 */
function nameAlike({ build, worker }) {
  const [pages, thread] = [build, worker].map(({ rollupOptions }) => [rollupOptions?.output].flat()[0]);
  if (!pages?.assetFileNames || thread?.assetFileNames) return;
  worker.rollupOptions = { ...worker.rollupOptions, output: { ...thread, assetFileNames: pages.assetFileNames } };
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
