/** The index of a site, and search in its pages, for generators that Vite does not build. */
import { mkdir, rm } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { Sources, ran, wordsOf } from "./command.js";
import { FINISHED, SEARCHED, buildFlags, injectFlags, settingsOf } from "./settings.js";

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
 * @param {import("./site.js").SiteOptions} [options]
 * @returns {import("./site.js").SiteIndex}
 */
export function siteIndex(options) {
  const settings = settingsOf({ baseUrl: "/", ...options }, FINISHED);
  const base = settings.baseUrl.replace(/\/?$/, "/");
  return {
    src: base + settings.file,

    write(folder, tell = console.warn) {
      const given = buildFlags(settings, { root: process.cwd(), base, folder: here(folder) });
      return written(here(folder), given, tell);
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
  const words = wordsOf(injectFlags(settingsOf(options, SEARCHED)));
  return {
    write: (folder, tell = console.warn) => ran(["inject", ...words, "--", here(folder)], tell),
  };
}
