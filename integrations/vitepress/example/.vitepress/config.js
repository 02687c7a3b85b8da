import kindex from "kindex-vitepress";
import { defineConfig } from "vitepress";

export default defineConfig({
  title: "Knots",
  description: "A handbook of knots.",
  lang: "en",
  head: [["link", { rel: "icon", href: "data:," }]],
  base: "/handbook/",
  cleanUrls: true,
  srcExclude: ["drafts/**"],
  themeConfig: {
    nav: [{ text: "Guide", link: "/guide/loops" }],
    sidebar: [
      {
        text: "Guide",
        items: [
          { text: "Loops", link: "/guide/loops" },
          { text: "Bends", link: "/guide/bends" },
        ],
      },
    ],
  },
  vite: { plugins: [kindex({ field: { placeholder: "Search knots" } })] },
});
