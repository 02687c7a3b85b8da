// MiniSearch: once with a document for each page, once with one for each section, as VitePress does.
import MiniSearch from "minisearch";
import { DEPTH, firstOfEach } from "./results.mjs";

/** Pages as documents; the options are those that the README shows for searching. */
function pages(searchOptions) {
  return (site) => {
    const index = new MiniSearch({ fields: ["title", "headings", "text"], searchOptions });
    index.addAll(site.map(({ id, title, headings, text }) => ({ id, title, headings: headings.join("\n"), text })));
    return (query) => index.search(query).slice(0, DEPTH).map(({ id }) => id);
  };
}

/** Sections as documents: the heading, the headings above it, and the text below it. Gives `{ page, at }` of each. */
export function sectionSearch(site, searchOptions) {
  const index = new MiniSearch({ fields: ["title", "titles", "text"], storeFields: ["page", "at"], searchOptions });
  const ofPage = ({ id, sections }) =>
    sections.map(({ title, titles, text }, at) => ({ id: `${id}#${at}`, page: id, at, title, titles: titles.join("\n"), text }));
  index.addAll(site.flatMap(ofPage));
  return (query) => index.search(query);
}

/** The pages of the sections that are found. */
const sections = (searchOptions) => (site) => {
  const search = sectionSearch(site, searchOptions);
  return (query) => firstOfEach(search(query).map(({ page }) => page));
};

export default {
  package: "minisearch",
  rows: {
    "MiniSearch, pages": {
      "`boost: { title: 2 }, prefix: true, fuzzy: 0.2`": pages({ boost: { title: 2 }, prefix: true, fuzzy: 0.2 }),
      "`boost: { title: 2 }`": pages({ boost: { title: 2 } }),
    },
    "MiniSearch, sections": {
      "`boost: { title: 4, text: 2, titles: 1 }, prefix: true, fuzzy: 0.2` (VitePress)": sections({
        boost: { title: 4, text: 2, titles: 1 },
        prefix: true,
        fuzzy: 0.2,
      }),
      "`boost: { title: 4, text: 2, titles: 1 }`": sections({ boost: { title: 4, text: 2, titles: 1 } }),
    },
  },
};
