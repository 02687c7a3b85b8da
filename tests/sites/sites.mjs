// Sites of generators that change pages without loading, with the search field as a user puts it
// there. All have the same documentation.
import { existsSync } from "node:fs";
import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { project, put, run } from "../bundlers/support.mjs";

const folderOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const filler = (word) => `Some sentences about ${word} fill this place, so that there is something to scroll. `.repeat(60);

/** The only sentence with "quince"; it stands far below its heading. */
export const SENTENCE = "A quince wants sun and a wall behind it.";

const DOCS = {
  "index.md": `# Start\n\n${filler("gardens")}\n`,
  "guide/trees.md": `# Trees\n\n${filler("pruning")}\n\n## Fruit trees\n\n${filler("ladders")}\n\n${SENTENCE} And it waits.\n\n${filler("walls")}\n`,
  "guide/tools.md": `# Tools\n\nShears are for hedges.\n\n## Sharp ones\n\n${filler("shears")}\n`,
};

/** What is chosen is opened by the site's router where the page has been told so; else the link is followed. */
const routed = (go) => `
  addEventListener("kindex-select", (event) => {
    if (!window.byRouter) return;
    event.preventDefault();
    const { pathname, hash } = new URL(event.detail.url, location.href);
    ${go}(pathname + hash);
  });`;

const VITEPRESS = {
  ".vitepress/config.mjs": `
    const items = [{ text: "Trees", link: "/guide/trees" }, { text: "Tools", link: "/guide/tools" }];
    export default { title: "Garden", themeConfig: { sidebar: [{ text: "Guide", items }] } };`,
  ".vitepress/theme/index.js": `
    import DefaultTheme from "vitepress/theme";
    import "kindex/element/define";
    import { h } from "vue";
    const field = () => h("kindex-search", { src: "/site.kdx", modal: true });
    export default {
      extends: DefaultTheme,
      Layout: () => h(DefaultTheme.Layout, null, { "nav-bar-content-before": field }),
      enhanceApp({ router }) {
        if (import.meta.env.SSR) return;
        ${routed("router.go")}
      },
    };`,
};

const DOCUSAURUS = {
  "docusaurus.config.js": `
    module.exports = {
      title: "Garden", url: "https://garden.example", baseUrl: "/",
      presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
      themeConfig: { navbar: { title: "Garden", items: [{ type: "html", position: "right", value: '<kindex-search src="/site.kdx" modal></kindex-search>' }] } },
    };`,
  "src/theme/Root.js": `
    import { useHistory } from "@docusaurus/router";
    import React, { useEffect } from "react";
    let history;
    export default function Root({ children }) {
      history = useHistory();
      useEffect(() => {
        import("kindex/element/define");
        ${routed("history.push")}
      }, []);
      return <>{children}</>;
    }`,
};

/** The project has a generator, and all that it needs, as if npm had installed it there; gives a program of it. */
async function linked(root, name, program) {
  const modules = join(folderOf(name), "node_modules");
  const installed = await readdir(modules);
  for (const one of installed.filter((one) => !one.startsWith("."))) await symlink(join(modules, one), join(root, "node_modules", one));
  return join(modules, program);
}

async function vitepress(root) {
  await put(root, prefixed("docs", { ...DOCS, ...VITEPRESS }));
  const program = await linked(root, "vitepress", "vitepress/bin/vitepress.js");
  await run(process.execPath, [program, "build", "docs"], { cwd: root });
  return join(root, "docs/.vitepress/dist");
}

async function docusaurus(root) {
  const start = `---\nslug: /\n---\n\n${DOCS["index.md"]}`;
  await put(root, { ...prefixed("docs", { ...DOCS, "index.md": start }), ...DOCUSAURUS });
  const program = await linked(root, "docusaurus", "@docusaurus/core/bin/docusaurus.mjs");
  await run(process.execPath, [program, "build"], { cwd: root });
  return join(root, "build");
}

const prefixed = (folder, files) => Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

/**
 * By name: what builds the site in a project that has the packed package, and why it cannot be, if so.
 */
export const SITES = {
  vitepress: { build: vitepress },
  docusaurus: {
    build: docusaurus,
    missing: existsSync(join(folderOf("docusaurus"), "node_modules")) ? false : "run: make tests/docusaurus/node_modules/.package-lock.json",
  },
};

/** Builds a site: `{ root, pages }`, its folder, where `docs` is, and that of what a host serves. */
export async function built(build) {
  // No module, which Docusaurus's own files would be then, too.
  const { folder } = await project({ private: true });
  return { root: folder, pages: await build(folder) };
}
