// The integration that sites of Astro and of Starlight share.
import { fileURLToPath } from "node:url";
import kindexVite from "kindex/vite";
import { sourcesOf } from "./sources.js";

export const NAME = "kindex-astro";

const MODULE = `virtual:${NAME}`;
const RESOLVED = `\0${MODULE}`;

const TYPES = `/// <reference types="${NAME}" />\n`;

/**
 * @param {import("../index.js").KindexAstroOptions} settings
 * @param {import("../starlight.js").FieldAttributes} [field] of Starlight's header
 * @returns {import("astro").AstroIntegration}
 */
export function integration({ docs, ...options }, field = {}) {
  const decided = { ...options, site: "plain", auto: false };
  const index = kindexVite(decided);
  const about = { field };
  return {
    name: NAME,
    hooks: {
      "astro:config:setup"({ command, updateConfig }) {
        updateConfig({ vite: { plugins: [command === "dev" ? index : unserved(index), described(about)] } });
      },

      "astro:config:done"({ config, injectTypes }) {
        // Hosts that want no slash at the end of addresses get none.
        about.isBare = config.trailingSlash === "never";
        const agents = options.agents && { baseUrl: config.site && new URL(config.base, config.site).href, ...options.agents };
        index.api.configure({ ...decided, agents, baseUrl: options.baseUrl ?? config.base, ...sourcesOf(config, docs) });
        injectTypes({ filename: "kindex.d.ts", content: TYPES });
      },

      async "astro:build:done"({ dir, logger }) {
        logger.info(await index.api.write(fileURLToPath(dir)));
      },
    },
  };
}

/** The plugin without an index of the sources: Astro starts a server also where it only looks at them. */
const unserved = (index) => ({ ...index, configureServer: undefined });

/** Tells the components about the site. */
function described(about) {
  return {
    name: NAME,
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export const { field, isBare } = ${JSON.stringify(about)};` : undefined),
  };
}
