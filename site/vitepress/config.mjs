import { readFileSync } from "node:fs";
import { join } from "node:path";
import { slug } from "github-slugger";
import kindex from "kindex-vitepress";
import { defineConfig } from "vitepress";

const { base, outDir, index, sidebar } = JSON.parse(readFileSync(join(process.cwd(), ".vitepress/site.json"), "utf8"));

/** The reader's choice of colours on the home page, and here. Without one it is that of the system. */
const SAME_COLOURS = `try {
  const chosen = localStorage.getItem("kindex-theme");
  if (chosen) localStorage.setItem("vitepress-theme-appearance", chosen);
} catch {}`;

/** Code within a line may have braces, which Vue takes for its own. */
function inlineCode(md) {
  const { escapeHtml } = md.utils;
  md.renderer.rules.code_inline = (tokens, at) => `<code v-pre>${escapeHtml(tokens[at].content)}</code>`;
}

/** A table may be wider than the window: whoever has no pointer scrolls it with keys. */
function tables(md) {
  md.renderer.rules.table_open = () => '<table tabindex="0">\n';
}

export default defineConfig({
  title: "Kindex",
  description: "Documentation search without a server.",
  lang: "en",
  base,
  srcDir: "pages",
  outDir,
  cleanUrls: true,
  ignoreDeadLinks: "localhostLinks",
  head: [
    ["link", { rel: "icon", href: `${base}icon.svg`, type: "image/svg+xml" }],
    ["script", { id: "same-colours" }, SAME_COLOURS],
  ],
  markdown: {
    // Documents are written for GitHub: its anchors, and none of VitePress's own notation.
    anchor: { slugify: slug },
    attrs: { disable: true },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => {
      md.disable("emoji");
      inlineCode(md);
      tables(md);
    },
  },
  themeConfig: {
    siteTitle: "Kindex",
    // VitePress puts no base before this one.
    logoLink: { link: base, target: "_self" },
    nav: [
      { text: "Home", link: "/", target: "_self" },
      { text: "Guides", link: "/docs/", activeMatch: "/docs/$" },
      { text: "Benchmarks", link: "/docs/benchmarks" },
    ],
    sidebar,
    outline: [2, 3],
    footer: { message: "MIT or Apache-2.0" },
  },
  vite: {
    plugins: [kindex({ file: index, exclude: "/source/", field: { placeholder: "Search the documentation" } })],
    build: { chunkSizeWarningLimit: 2000 },
  },
});
