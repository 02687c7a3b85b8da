/** The index of a site, and search in its pages, for generators that Vite does not build. */
import { mkdir, rm } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { Sources, ran, wordsOf } from "./command.js";
import { FINISHED, SEARCHED, agentFlags, buildFlags, injectFlags, settingsOf } from "./settings.js";

const here = (folder) => relative(process.cwd(), folder) || ".";

/**
 * Writes the index of finished pages beside them.
 *
 * @param {string} folder
 * @param {object} flags of `kindex build`
 * @param {(message: string) => void} tell is told of what is skipped
 * @returns {Promise<string>} a line about it
 */
export async function written(folder, flags, tell) {
  // The command names what is in the way.
  const made = await mkdir(dirname(flags.output), { recursive: true }).catch(() => undefined);
  try {
    const lines = await ran(["build", ...wordsOf(flags), "--", folder], tell);
    // A finished site has many pictures and the like.
    return lines.join(" ").replace(/; not read: .*$/, "");
  } catch (error) {
    if (made) await rm(made, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Gives finished pages to programs that read documentation, where settings ask for it.
 *
 * @param {string} folder
 * @param {object} settings
 * @param {(message: string) => void} tell is told of what is skipped or kept
 * @returns {Promise<string[]>} a line about it
 */
export async function forAgents(folder, settings, tell) {
  const flags = agentFlags(settings);
  return flags ? ran(["agents", ...wordsOf(flags), "--", folder], tell) : [];
}

/**
 * @param {import("./site.js").SiteOptions} [options]
 * @returns {import("./site.js").SiteIndex}
 */
export function siteIndex(options) {
  const settings = settingsOf({ baseUrl: "/", ...options }, FINISHED);
  const base = settings.baseUrl.replace(/\/?$/, "/");
  return {
    src: base + settings.file,

    async write(folder, tell = console.warn) {
      const given = buildFlags(settings, { root: process.cwd(), base, folder: here(folder) });
      const line = await written(here(folder), given, tell);
      return [line, ...(await forAgents(here(folder), settings, tell))].join("\n");
    },

    follow(paths, { output, publish, exclude = [], ...on }) {
      const flags = buildFlags(settings, { root: process.cwd(), base, folder: "." });
      const own = { ...flags, output, exclude: [...flags.exclude, ...exclude], "clean-urls": undefined };
      return new Sources({ paths, flags: own, publish }, { warn: console.warn, fail: console.error, ...on });
    },
  };
}

/**
 * @param {import("./site.js").SearchOptions} [options]
 * @returns {import("./site.js").SiteSearch}
 */
export function siteSearch(options) {
  const settings = settingsOf(options, SEARCHED);
  const words = wordsOf(injectFlags(settings));
  return {
    async write(folder, tell = console.warn) {
      const lines = await ran(["inject", ...words, "--", here(folder)], tell);
      return [...lines, ...(await forAgents(here(folder), settings, tell))];
    },
  };
}
