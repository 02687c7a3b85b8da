export default {
  title: "Knots",
  tagline: "A handbook of knots.",
  url: "https://knots.example",
  baseUrl: "/handbook/",
  headTags: [{ tagName: "link", attributes: { rel: "icon", href: "data:," } }],
  onBrokenLinks: "throw",
  presets: [
    [
      "classic",
      {
        docs: { sidebarPath: "./sidebars.js", lastVersion: "current", versions: { current: { label: "2.0" } } },
        blog: { onUntruncatedBlogPosts: "ignore" },
      },
    ],
  ],
  themes: [["kindex-docusaurus", { field: { placeholder: "Search knots" }, searchPage: "search" }]],
  themeConfig: {
    navbar: {
      title: "Knots",
      items: [
        { type: "doc", docId: "loops", label: "Guide", position: "left" },
        { to: "/blog", label: "Blog", position: "left" },
        { type: "docsVersionDropdown", position: "right" },
      ],
    },
  },
};
