// The tests of JavaScript that each of make quick, make test, make full and releases runs. A file of tests/js or
// tests/browser that no list names is in make test.

/** These need neither the package nor the command nor a browser: they run over the modules of js/. */
export const QUICK = [
  "js/build",
  "js/build-files",
  "js/build-text",
  "js/cases",
  "js/explore",
  "js/field",
  "js/golden",
  "js/header",
  "js/languages",
  "js/layers",
  "js/mcp",
  "js/mcp-addresses",
  "js/open",
  "js/options",
  "js/options-table",
  "js/passage",
  "js/passages",
  "js/readable",
  "js/regions",
  "js/search",
  "js/tenants",
  "js/text",
  "js/vectors-build",
  "browser/blocks",
];

/** What make full adds: other browsers, generators, bundlers and frameworks, crashes, what is published, measurements. */
export const FULL = [
  "js/astro5",
  "js/bench",
  "js/bench-vectors",
  "js/binaries",
  "js/changes",
  "js/crash-inject",
  "js/crates",
  "js/databases",
  "js/debian",
  "js/determinism",
  "js/differential",
  "js/docusaurus",
  "js/eval",
  "js/examples-vectors",
  "js/frameworks",
  "js/hugo",
  "js/integrations",
  "js/markup",
  "js/mcp-conformance",
  "js/mdbook",
  "js/memory",
  "js/peers",
  "js/python-docs",
  "js/python-library",
  "js/reader",
  "js/release",
  "js/scripts",
  "js/sites-table",
  "js/soak",
  "js/starlight",
  "js/supply",
  "js/versions",
  "js/worker-deploy",
  "js/vite-plugin",
  "js/vitepress2",
  "browser/astro5",
  "browser/bundlers",
  "browser/components",
  "browser/csp",
  "browser/demo",
  "browser/demo-outline",
  "browser/documents-site",
  "browser/docusaurus",
  "browser/docusaurus-start",
  "browser/eleventy",
  "browser/engines",
  "browser/first-look",
  "browser/guide",
  "browser/home",
  "browser/hugo",
  "browser/inject",
  "browser/inline",
  "browser/land",
  "browser/layer",
  "browser/mdbook",
  "browser/moving",
  "browser/python-docs",
  "browser/readme",
  "browser/recovery-engines",
  "browser/sites",
  "browser/starlight",
  "browser/vite-client",
  "browser/vite-plugin",
  "browser/vitepress2",
];

/** Sizes of engines which are optimised to the end, and of the package. */
export const SIZES = ["js/figures", "js/sizes", "js/tarball"];

/** Those of make test that run again over such engines, in make full and for releases. */
export const AGAIN = [
  "js/build",
  "js/build-files",
  "js/build-text",
  "js/cases",
  "js/explore",
  "js/golden",
  "js/package",
  "js/search",
  "js/sharded",
  "js/workerd",
  "browser/cases",
  "browser/package",
  "browser/sharded",
];

/**
 * Those of make test that run again in Chromium as readers have it, which make test has without its windows: the focus,
 * keys, tabs and the way back are its own matters.
 */
export const WHOLE = ["browser/element-back", "browser/element-keys", "browser/element-shortcuts"];

/** By hand alone: make check CHECK=nextjs, CHECK=spark. */
export const ASIDE = ["browser/nextjs", "js/spark"];
