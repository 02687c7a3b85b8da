/** Puts Kindex in the place of Starlight's own search. */
import { fileURLToPath } from "node:url";
import { NAME, integration } from "./lib/integration.js";
import { starlightSettings } from "./lib/settings.js";

const SEARCH = "kindex-astro/starlight/Search.astro";

/**
 * The plugin for `starlight({ plugins: [kindexStarlight()] })`.
 *
 * @param {import("./starlight.js").KindexStarlightOptions} [options]
 * @returns {import("@astrojs/starlight/types").StarlightPlugin}
 */
export default function kindexStarlight(options) {
  const { settings, field } = starlightSettings(options);
  return {
    name: NAME,
    hooks: {
      "config:setup"({ config, astroConfig, addIntegration, updateConfig, logger }) {
        if (astroConfig.integrations.some(({ name }) => name === NAME)) {
          throw new Error("kindex-astro: integrations has kindex(), which kindexStarlight() brings with it; remove kindex()");
        }
        const { components, pagefind } = config;
        if (typeof pagefind === "object") logger.warn("the settings of pagefind mean nothing to Kindex; remove them");
        if (components?.Search) logger.warn(`components.Search is ${components.Search}, so Kindex's field is not shown; remove it`);
        updateConfig({ pagefind: false, components: { Search: SEARCH, ...components } });
        const docs = { [fileURLToPath(new URL("content/docs", astroConfig.srcDir))]: "" };
        addIntegration(integration({ docs, ...settings }, field));
      },
    },
  };
}
