/** The index of a finished site, for generators that Vite does not build. */
import { relative } from "node:path";
import { FINISHED, buildFlags, settingsOf } from "./settings.js";
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
