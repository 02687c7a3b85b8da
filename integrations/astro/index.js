/** Kindex for Astro: an index after each build, and one of the sources while they are written. */
import { integration } from "./lib/integration.js";
import { astroSettings } from "./lib/settings.js";

/**
 * The integration for `integrations: [kindex()]` of Astro's configuration.
 *
 * @param {import("./index.js").KindexAstroOptions} [options]
 * @returns {import("astro").AstroIntegration}
 */
export default function kindex(options) {
  return integration(astroSettings(options));
}
