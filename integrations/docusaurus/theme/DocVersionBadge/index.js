/** Leaves the version out of the texts: it is a filter. */
import DocVersionBadge from "@theme-init/DocVersionBadge";
import { createElement } from "react";

export default function KindexDocVersionBadge(props) {
  return createElement("span", { "data-kindex-ignore": "" }, createElement(DocVersionBadge, props));
}
