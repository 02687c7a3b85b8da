// FlexSearch with what its README says of each: `suggest` lets pages come up that lack a word.
import { Charset, Document, Encoder } from "flexsearch";
import english from "flexsearch/lang/en";
import { DEPTH } from "./results.mjs";

/** Fields are listed from the most important one, as the merged order goes by them. */
function pages(options) {
  return (site) => {
    const index = new Document({ document: { id: "at", index: ["title", "headings", "text"] }, ...options });
    site.forEach(({ title, headings, text }, at) => index.add({ at, title, headings: headings.join("\n"), text }));
    const found = (query) => index.search(query, { suggest: true, merge: true, limit: DEPTH });
    return (query) => found(query).map(({ id }) => site[id].id);
  };
}

const encoder = new Encoder(Charset.LatinBalance, english);

export default {
  package: "flexsearch",
  rows: {
    FlexSearch: {
      '`tokenize: "forward"`': pages({ tokenize: "forward" }),
      "English encoder": pages({ tokenize: "strict", encoder }),
      "English encoder, `context: true`": pages({ tokenize: "strict", encoder, context: true }),
    },
  },
};
