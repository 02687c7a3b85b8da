/** The index of a finished site, and search in its pages, for generators that Vite does not build. */
import { relative } from "node:path";
import { FINISHED, SEARCHED, buildFlags, injectFlags, settingsOf } from "./settings.js";
import { searched } from "../bin/inject.js";
import { written } from "../bin/site-index.js";

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
      const given = buildFlags(settings, { root: process.cwd(), base, folder: relative(process.cwd(), folder) || "." });
      return written(folder, given, tell);
    },
  };
}

/**
 * @param {import("./site.js").SearchOptions} [options]
 * @returns {import("./site.js").SiteSearch}
 */
export function siteSearch(options) {
  const given = injectFlags(settingsOf(options, SEARCHED));
  return {
    async write(folder, tell = console.warn) {
      const lines = [];
      const index = async ([pages], flags) => lines.push(await written(pages, flags, tell));
      lines.push(await searched(relative(process.cwd(), folder) || ".", given, index));
      return lines;
    },
  };
}
