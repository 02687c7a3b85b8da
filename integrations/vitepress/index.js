/** Puts Kindex in the place of the search of VitePress's default theme. */
import { fileURLToPath } from "node:url";
import kindex from "kindex/vite";

const FIELD = "virtual:kindex-vitepress";
const RESOLVED = `\0${FIELD}`;

const SEARCH = fileURLToPath(new URL("./theme/search.js", import.meta.url)).replaceAll("\\", "/");

/**
 * The plugins for `vite: { plugins: [...] }` of VitePress's configuration.
 *
 * @param {import("./index.js").KindexVitePressOptions} [options]
 */
export default function kindexVitePress({ field = {}, ...options } = {}) {
  const index = kindex({ site: "vitepress", auto: false });
  return [replacement(field, options, index), index];
}

function replacement(field, options, index) {
  let isResolved = false;
  return {
    name: "kindex-vitepress",

    config: () => ({ resolve: { alias: [{ find: /^.*\/VPNavBarSearch\.vue$/, replacement: SEARCH }] } }),

    configResolved({ vitepress: site, logger }) {
      if (!site) throw new Error("kindex-vitepress is for VitePress; for other sites there is kindex/vite");
      // A build resolves twice, for pages and for what renders them.
      if (isResolved) return;
      isResolved = true;
      index.api.configure({ ...options, ...known(site, options) });
      indexAtEnd(site, index);
      const { provider } = site.site.themeConfig?.search ?? {};
      if (provider) logger.warn(`kindex-vitepress: themeConfig.search has the provider "${provider}", which is built and not shown; remove it`);
    },

    resolveId: (id) => (id === FIELD ? RESOLVED : undefined),

    load: (id) => (id === RESOLVED ? `export default ${JSON.stringify(field)};` : undefined),
  };
}

/** The options that the site's configuration implies. */
function known({ userConfig }, { exclude = [] }) {
  return { site: "vitepress", auto: false, exclude: [exclude, userConfig?.srcExclude ?? []].flat() };
}

/** Pages are rendered after all bundles are written. */
function indexAtEnd(site, index) {
  const { buildEnd } = site;
  site.buildEnd = async (config) => {
    await buildEnd?.(config);
    site.logger.info(await index.api.write(config.outDir));
  };
}
