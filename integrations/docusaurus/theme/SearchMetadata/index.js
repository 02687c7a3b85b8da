/** Makes a filter of the tag by which Docusaurus narrows a search to versions. */
import Head from "@docusaurus/Head";
import SearchMetadata from "@theme-init/SearchMetadata";
import { Fragment, createElement } from "react";

const filter = (tag) => createElement("meta", { name: "docusaurus_tag", content: tag, "data-kindex-filter": "docusaurus_tag[content]" });

export default function KindexSearchMetadata(props) {
  const own = createElement(SearchMetadata, props);
  return createElement(Fragment, null, own, props.tag && createElement(Head, null, filter(props.tag)));
}
