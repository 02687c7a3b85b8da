// The search fields that are compared: how their indexes are built, and the page of each.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pagesOf } from "../engines/pages.mjs";
import { versionOf } from "../engines/peers.mjs";
import { build as buildPagefind } from "../engines/ranking/pagefind.mjs";
import { build as buildIndex, sectionsOf } from "../engines/sections.mjs";
import { ROOT } from "../paths.mjs";
import { buildVitePress } from "./vitepress.mjs";

const MODULES = fileURLToPath(new URL("node_modules", import.meta.url));

const version = (name) => JSON.parse(readFileSync(join(MODULES, name, "package.json"), "utf8")).version;

const kindex = (src) => ({
  html: () => `<script type="module" src="/kindex/define.min.js"></script><kindex-search src="${src}" modal></kindex-search>`,
  button: "kindex-search button",
  input: "kindex-search input",
  where: { host: "kindex-search", list: "[role=listbox]" },
  waits: 0,
});

/** Sends the requests of DocSearch to another host, and forgets answers, as people rarely type a query twice. */
const docsearchScript = (host) => `
  docsearch({ container: "#search", appId: "local", apiKey: "local", indices: ["docs"],
    transformSearchClient(client) {
      const host = { url: "${host}", accept: "readWrite", protocol: "http" };
      client.transporter.hosts.splice(0, client.transporter.hosts.length, host);
      globalThis.forget = () => client.clearCache();
      return client;
    } });`;

/**
 * By name: `html(algolia)`, which the page has in its body, or the `path` of a page that is there;
 * `button` and `input` as selectors; `where` the list is; `waits`, for how many milliseconds it lets
 * nothing happen after a letter, as its source says; and its `version`.
 */
export const CONTESTANTS = {
  "Kindex, one file": kindex("/one/index.kdx"),
  "Kindex, several files": kindex("/several/"),
  DocSearch: {
    html: (algolia) => `<link rel="stylesheet" href="/modules/@docsearch/css/dist/style.css"><div id="search"></div>
      <script src="/modules/@docsearch/js/dist/umd/docsearch.js"></script><script>${docsearchScript(algolia)}</script>`,
    button: ".DocSearch-Button",
    input: ".DocSearch-Input",
    where: { list: ".DocSearch-Dropdown" },
    waits: 0,
    version: version("@docsearch/js"),
  },
  "VitePress, local search": {
    path: "vitepress/index.html",
    button: ".VPNavBarSearch button",
    input: "#localsearch-input",
    where: { list: "#localsearch-list" },
    waits: 200,
    version: version("vitepress"),
  },
  "Pagefind, component UI": {
    html: () => `<link rel="stylesheet" href="/pagefind/pagefind-component-ui.css"><script src="/pagefind/pagefind-component-ui.js" type="module"></script>
      <pagefind-modal-trigger></pagefind-modal-trigger><pagefind-modal></pagefind-modal>`,
    button: "pagefind-modal-trigger button",
    input: "pagefind-modal input",
    where: { list: "pagefind-results" },
    waits: 300,
    version: versionOf("pagefind"),
  },
};

/** On a site with more pages only fields that load what a query needs are measured. */
const LARGE_SITE_PAGES = 5000;

/** The names of the fields that are measured on a site. */
const namesFor = (pages) => {
  const names = Object.keys(CONTESTANTS);
  return pages > LARGE_SITE_PAGES ? names.filter((name) => /several|Pagefind|DocSearch/.test(name)) : names;
};

/**
 * Builds what the pages load, all from the same text: `{ folders, pages, sections, names }`, folders by the
 * first part of their paths, the pages as bench/engines/pages.mjs describes them, the open index of whole
 * sections, and the names of the fields.
 */
export async function build(site, from, out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "one"), { recursive: true });
  const [one, several, pagefind] = ["one", "several", "pagefind"].map((name) => join(out, name));
  buildIndex(site, from, join(one, "index.kdx"));
  buildIndex(site, from, several, "--layout", "sharded");
  const sections = await sectionsOf(site, from, out);
  const pages = pagesOf(sections);
  await buildPagefind(pages, pagefind);
  const names = namesFor(pages.length);
  const vitepress = names.includes("VitePress, local search") && buildVitePress(pages, join(out, "vitepress"));
  const folders = { kindex: join(ROOT, "dist/npm"), modules: MODULES, one, several, pagefind, ...(vitepress && { vitepress }) };
  return { folders, pages, sections, names };
}
