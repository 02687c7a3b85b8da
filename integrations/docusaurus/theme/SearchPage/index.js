/** The page with all results, where the option `searchPage` asks for one. */
import { PageMetadata } from "@docusaurus/theme-common";
import { translate } from "@docusaurus/Translate";
import Head from "@docusaurus/Head";
import Layout from "@theme/Layout";
import { createElement } from "react";
import { useField } from "../../client/use-field.js";
import "../SearchBar/styles.css";

/** In the layout, which knows the version that a reader prefers. */
function Results() {
  return createElement("kindex-search", { ...useField(), mode: "page" });
}

export default function SearchPage() {
  const title = translate({ id: "theme.SearchBar.label", message: "Search" });
  const main = createElement("main", { className: "container margin-vert--lg" }, createElement("h1", null, title), createElement(Results));
  const noindex = createElement("meta", { name: "robots", content: "noindex, follow" });
  return createElement(Layout, null, createElement(PageMetadata, { title }), createElement(Head, null, noindex), main);
}
