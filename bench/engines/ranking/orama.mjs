// Orama's full-text search: BM25 as it comes, English stemming.
import { create, insertMultiple, search } from "@orama/orama";
import { DEPTH, firstOfEach } from "./results.mjs";

const components = { tokenizer: { language: "english", stemming: true } };

/** The sections that are asked for: several of a page come up, and there have to be enough pages. */
const SECTIONS = 4 * DEPTH;

function pages(options) {
  return async (site) => {
    const index = create({ schema: { title: "string", headings: "string", text: "string" }, components });
    await insertMultiple(index, site.map(({ id, title, headings, text }) => ({ id, title, headings: headings.join("\n"), text })));
    return async (term) => {
      const { hits } = await search(index, { term, limit: DEPTH, ...options });
      return hits.map(({ id }) => id);
    };
  };
}

/** Sections as documents: the page's title, the section's heading, and the text below it. */
function sections(options) {
  return async (site) => {
    const index = create({ schema: { title: "string", section: "string", content: "string" }, components });
    const ofPage = ({ id, title, sections }) =>
      sections.map((section, at) => ({ id: `${id}#${at}`, page: id, title, section: section.title, content: section.text }));
    await insertMultiple(index, site.flatMap(ofPage));
    return async (term) => {
      const { hits } = await search(index, { term, limit: SECTIONS, ...options });
      return firstOfEach(hits.map(({ document }) => document.page));
    };
  };
}

const boost = { title: 2 };

export default {
  package: "@orama/orama",
  rows: {
    "Orama, pages": {
      "`boost: { title: 2 }`": pages({ boost }),
      "`boost: { title: 2 }, tolerance: 1`": pages({ boost, tolerance: 1 }),
      "`boost: { title: 2 }, threshold: 0`": pages({ boost, threshold: 0 }),
    },
    "Orama, sections": {
      "`boost: { title: 2 }`": sections({ boost }),
      "`boost: { title: 2 }, threshold: 0`": sections({ boost, threshold: 0 }),
    },
  },
};
