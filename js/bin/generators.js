// The generators of sites: by what a folder of one is known, and how search comes into its pages.

/**
 * @typedef {object} Generator
 * @property {string} name for people
 * @property {string} [package] the npm package that a site has
 * @property {string[]} [files] one of these lies in the folder
 * @property {string} [output] the folder of the finished pages, if there is no plugin
 * @property {string} [build] the command that makes them
 * @property {Plugin} [plugin] what takes care of index and search field
 * @property {Addition[]} [additions] what else may be written into the site, without a plugin
 * @property {string} [guide] in docs, if there is one without a plugin
 *
 * @typedef {object} Addition
 * @property {string} why, and where
 * @property {string[]} lines
 *
 * @typedef {object} Plugin
 * @property {string} install a command
 * @property {string} file that is to have the lines
 * @property {string[]} lines
 * @property {string} guide in docs
 */

const importing = (name) => `import kindex from ${JSON.stringify(name)};`;

const npm = (name) => `npm install -D kindex ${name}`.trim();

/** @param {string} template @returns {Addition} */
const placeIn = (template) => ({
  why: `The field stands in the upper corner, or where a template such as ${template} has it:`,
  lines: ["<kindex-search modal></kindex-search>"],
});

/** The more special first: a site of Starlight has Astro and Vite, too. @type {Generator[]} */
export const GENERATORS = [
  {
    name: "VitePress",
    package: "vitepress",
    plugin: {
      install: npm("kindex-vitepress"),
      file: ".vitepress/config.mjs",
      lines: [importing("kindex-vitepress"), "vite: { plugins: [kindex()] },"],
      guide: "vitepress.md",
    },
  },
  {
    name: "Docusaurus",
    package: "@docusaurus/core",
    plugin: {
      install: npm("kindex-docusaurus"),
      file: "docusaurus.config.js",
      lines: ['themes: ["kindex-docusaurus"],'],
      guide: "docusaurus.md",
    },
  },
  {
    name: "Starlight",
    package: "@astrojs/starlight",
    plugin: {
      install: npm("kindex-astro"),
      file: "astro.config.mjs",
      lines: [importing("kindex-astro/starlight"), "integrations: [starlight({ plugins: [kindex()] })],"],
      guide: "astro.md",
    },
  },
  {
    name: "Astro",
    package: "astro",
    plugin: {
      install: npm("kindex-astro"),
      file: "astro.config.mjs",
      lines: [importing("kindex-astro"), "integrations: [kindex()],"],
      guide: "astro.md",
    },
  },
  {
    name: "Material for MkDocs or MkDocs",
    files: ["mkdocs.yml", "mkdocs.yaml"],
    plugin: { install: 'pip install kindex-docs', file: "mkdocs.yml", lines: ["plugins:", "  - kindex"], guide: "python.md" },
  },
  {
    name: "Sphinx",
    files: ["conf.py", "docs/conf.py", "doc/conf.py", "source/conf.py", "docs/source/conf.py"],
    plugin: { install: 'pip install "kindex-docs[sphinx]"', file: "conf.py", lines: ['extensions = ["kindex_docs.sphinx"]'], guide: "python.md" },
  },
  {
    name: "Eleventy",
    package: "@11ty/eleventy",
    plugin: {
      install: npm("kindex-eleventy"),
      file: "eleventy.config.js",
      lines: [importing("kindex-eleventy"), "eleventyConfig.addPlugin(kindex);"],
      guide: "generators.md",
    },
  },
  { name: "Next.js", package: "next", output: "out", build: "npx next build", guide: "components.md" },
  { name: "TypeDoc", package: "typedoc", output: "docs", build: "npx typedoc" },
  { name: "Zensical", files: ["zensical.toml"], output: "site", build: "zensical build" },
  {
    name: "mdBook",
    files: ["book.toml"],
    plugin: {
      install: npm(""),
      file: "book.toml",
      lines: ["[output.html.search]", "enable = false", "[output.kindex]", 'command = "npx kindex mdbook"'],
      guide: "generators.md",
    },
  },
  {
    name: "Hugo",
    files: ["hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default/hugo.toml", "config/_default/hugo.yaml"],
    output: "public",
    build: "hugo",
    additions: [placeIn("layouts/partials/header.html")],
    guide: "generators.md",
  },
  {
    name: "Jekyll",
    files: ["_config.yml", "_config.yaml"],
    output: "_site",
    build: "jekyll build",
    additions: [
      { why: "Jekyll publishes all files of the folder. Add to _config.yml:", lines: ["exclude: [kindex.toml, node_modules, package.json, package-lock.json]"] },
      placeIn("_includes/header.html"),
    ],
    guide: "generators.md",
  },
  { name: "Doxygen", files: ["Doxyfile"], output: "html", build: "doxygen" },
  {
    name: "Vite",
    package: "vite",
    plugin: {
      install: npm(""),
      file: "vite.config.js",
      lines: [importing("kindex/vite"), "plugins: [kindex()],"],
      guide: "vite.md",
    },
  },
  { name: "rustdoc", files: ["Cargo.toml"], output: "target/doc", build: "cargo doc --no-deps" },
];

/** Other searches, by the npm packages that sites have of them. */
export const OTHER_SEARCHES = {
  pagefind: "Pagefind",
  "astro-pagefind": "Pagefind",
  "@docsearch/js": "DocSearch",
  "@docsearch/react": "DocSearch",
  "@docusaurus/theme-search-algolia": "DocSearch",
  "@easyops-cn/docusaurus-search-local": "Lunr",
  lunr: "Lunr",
  minisearch: "MiniSearch",
  flexsearch: "FlexSearch",
};

/** Folders that finished pages lie in, where nothing else tells. */
export const FINISHED = ["dist", "_site", "public", "site", "build", "out", "html"];
