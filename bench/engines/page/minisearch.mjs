// MiniSearch, with the searching options that were best of those that make eval tries.
import MiniSearch from "minisearch";
import { LIMIT, json } from "./results.mjs";

const FIELDS = { fields: ["title", "headings", "text"], storeFields: ["title", "text"] };

/** The last word may be unfinished, the others may not. */
const LAST = (_, at, terms) => at === terms.length - 1;

function row(documents, boost) {
  return {
    documents,
    configuration: `\`boost: ${JSON.stringify(boost).replaceAll('"', "").replace(/[:,]/g, "$& ")}\`; the last word as a prefix where it may be unfinished`,
    build(documents) {
      const index = new MiniSearch(FIELDS);
      index.addAll(documents);
      return () => ({ "index.json": JSON.stringify(index) });
    },
    open(files) {
      const index = MiniSearch.loadJS(json(files["index.json"]), FIELDS);
      return (query, prefix) => index.search(query, { boost, prefix: prefix && LAST }).slice(0, LIMIT);
    },
  };
}

export default {
  package: "minisearch",
  rows: {
    "MiniSearch, sections": row("sections", { title: 4, text: 2, headings: 1 }),
    "MiniSearch, pages": row("pages", { title: 2 }),
  },
};
