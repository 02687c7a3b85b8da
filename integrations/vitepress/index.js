/** Puts Kindex in the place of the search of VitePress's default theme. */
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import kindex from "kindex/vite";

const FIELD = "virtual:kindex-vitepress";
const RESOLVED = `\0${FIELD}`;

const ADDRESSES = new URL("./addresses.js", import.meta.url).href;

const SEARCH = fileURLToPath(new URL("./theme/search.js", import.meta.url)).replaceAll("\\", "/");

/** The options of `kindex/vite` that VitePress decides. */
const DECIDED = {
  docs: "the sources are in VitePress's srcDir",
  site: "the generator is VitePress",
  auto: "the index is made when VitePress has rendered its pages",
  cleanUrls: "VitePress's cleanUrls says it",
  addresses: "they are those of VitePress",
};

/**
 * The plugins for `vite: { plugins: [...] }` of VitePress's configuration.
 *
 * @param {import("./index.js").KindexVitePressOptions} [options]
 */
export default function kindexVitePress({ field = {}, ...options } = {}) {
  refuse(options);
  const index = kindex({ site: "vitepress", auto: false });
  return [replacement(field, options, index), index];
}

function refuse(options) {
  const name = Object.keys(DECIDED).find((one) => options[one] !== undefined);
  if (name) throw new Error(`kindex-vitepress: ${name}: ${DECIDED[name]}; leave it out`);
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
function known({ cleanUrls = false, rewrites, userConfig, site: { base, title }, sitemap }, { agents, exclude = [] }) {
  const left = userConfig?.srcExclude ?? [];
  const addresses = { module: ADDRESSES, given: { cleanUrls, rewrites: { ...rewrites?.map } } };
  const baseUrl = sitemap?.hostname && new URL(base, sitemap.hostname).href;
  return { agents: agents && { baseUrl, siteTitle: title || undefined, ...agents }, site: "vitepress", auto: false, exclude: [exclude, left.map(fromRoot)].flat(), cleanUrls, addresses };
}

/** VitePress reads globs as paths below srcDir, where .gitignore would take a name without a slash for one in any folder. */
const fromRoot = (glob) => posix.join("/", glob);

/** Pages are rendered after all bundles are written. */
function indexAtEnd(site, index) {
  const { buildEnd } = site;
  site.buildEnd = async (config) => {
    await buildEnd?.(config);
    site.logger.info(await index.api.write(config.outDir));
  };
}
