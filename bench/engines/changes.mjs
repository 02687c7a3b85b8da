// Other engines that take changes: each makes an index of pages, and a function that replaces one
// page and searches.
import { create, insertMultiple, search, update } from "@orama/orama";
import { Document } from "flexsearch";
import MiniSearch from "minisearch";
import { versionOf } from "./peers.mjs";

const fields = ({ id, title, headings, text }) => ({ id, title, headings: headings.join("\n"), text });

function miniSearch(pages, query) {
  const index = new MiniSearch({ fields: ["title", "headings", "text"] });
  index.addAll(pages.map(fields));
  return (page) => {
    index.replace(fields(page));
    return index.search(query).length;
  };
}

function flexSearch(pages, query) {
  const index = new Document({ document: { id: "id", index: ["title", "headings", "text"] }, tokenize: "forward" });
  pages.forEach((page) => index.add(fields(page)));
  return (page) => {
    index.update(fields(page));
    return index.search(query).length;
  };
}

async function orama(pages, query) {
  const components = { tokenizer: { language: "english", stemming: true } };
  const index = create({ schema: { title: "string", headings: "string", text: "string" }, components });
  await insertMultiple(index, pages.map(fields));
  return async (page) => {
    await update(index, page.id, fields(page));
    return (await search(index, { term: query })).count;
  };
}

/** By name. */
export const CHANGING = {
  [`MiniSearch ${versionOf("minisearch")}, replace`]: miniSearch,
  [`FlexSearch ${versionOf("flexsearch")}, update`]: flexSearch,
  [`Orama ${versionOf("@orama/orama")}, update`]: orama,
};
