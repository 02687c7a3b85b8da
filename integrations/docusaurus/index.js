/** Kindex as the search of a Docusaurus site: a theme with a search bar, and the index of the built pages. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { siteIndex } from "kindex/site";
import { developmentIndex } from "./lib/development-index.js";
import { validOptions } from "./lib/options.js";
import { pagesOf } from "./lib/pages.js";

const NAME = "kindex-docusaurus";

const isDevelopment = () => process.env.NODE_ENV === "development";

/**
 * @param {import("@docusaurus/types").LoadContext} context
 * @param {import("./index.js").KindexDocusaurusOptions} options
 * @returns {import("@docusaurus/types").Plugin}
 */
export default function kindexDocusaurus(context, options) {
  const { baseUrl, siteDir, outDir, generatedFilesDir, siteConfig } = context;
  refuse(siteConfig);
  const { file, searchPage, versions, field = {} } = options;
  const index = siteIndex(indexOptions(options, context));
  const folder = join(generatedFilesDir, NAME);
  const live = isDevelopment() ? developmentIndex(siteIndex(sourceOptions(options, context)), { siteDir, outDir, file: join(folder, file) }) : undefined;
  return {
    name: NAME,

    getThemePath: () => "./theme",

    getClientModules: () => [fileURLToPath(new URL("./client/arrival.js", import.meta.url))],

    contentLoaded({ actions }) {
      const results = searchPage && baseUrl + searchPage;
      actions.setGlobalData({ src: index.src, versions, field: results ? { results, ...field } : field });
      if (results) actions.addRoute({ path: results, component: "@theme/SearchPage", exact: true });
    },

    allContentLoaded: ({ allContent }) => live?.make(pagesOf(allContent, siteDir)),

    configureWebpack: () => (live ? { devServer: { static: [{ publicPath: baseUrl, directory: folder, watch: false }] } } : {}),

    async postBuild({ outDir }) {
      console.log(await index.write(outDir, (message) => console.warn(`${NAME}: ${message}`)));
    },
  };
}

/** @param {{ options: import("./index.js").KindexDocusaurusOptions & { id?: string } }} given by Docusaurus */
export const validateOptions = ({ options }) => validOptions(options);

/** The component that a site may change and still follow newer versions. */
export const getSwizzleConfig = () => ({
  components: { SearchBar: { actions: { wrap: "safe", eject: "unsafe" }, description: "The search bar in the navbar." } },
});

/** The options of `kindex/site`. */
function indexOptions({ agents, file, exclude = [], synonyms, pins, pairs, strict, searchPage }, { baseUrl, siteDir, siteConfig, i18n }) {
  // Beside scripts there are texts of licences.
  const own = ["/assets/js/", ...(searchPage ? [`/${searchPage}/`, `/${searchPage}.html`] : [])];
  return {
    agents: agents && { baseUrl: siteConfig.url + baseUrl, siteTitle: siteConfig.title || undefined, ...agents },
    baseUrl,
    file,
    pairs,
    strict,
    language: i18n.currentLocale,
    site: "docusaurus",
    synonyms: synonyms && join(siteDir, synonyms),
    pins: pins && join(siteDir, pins),
    exclude: [exclude, own].flat(),
  };
}

/** Those of the sources. Which of these are pages, Docusaurus says. */
function sourceOptions({ synonyms, pins }, { siteDir, i18n }) {
  return {
    baseUrl: "/",
    language: i18n.currentLocale,
    site: "docusaurus",
    synonyms: synonyms && join(siteDir, synonyms),
    pins: pins && join(siteDir, pins),
  };
}

function refuse({ future, themeConfig }) {
  if (future?.experimental_router === "hash") {
    throw new Error(`${NAME}: with future.experimental_router "hash" no pages are written that could be indexed; remove it`);
  }
  if (themeConfig?.algolia) {
    throw new Error(`${NAME}: themeConfig.algolia brings the search of Algolia, which has the same place in the navbar; remove it`);
  }
}
