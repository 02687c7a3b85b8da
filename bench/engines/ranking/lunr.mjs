// Lunr with its default pipeline: trimmer, stop words, stemmer.
import lunr from "lunr";
import { DEPTH } from "./results.mjs";

/** Words with a meaning in Lunr's query syntax are plain words here: each is a term of its own. */
function ask(index, query) {
  return index.query((asked) => asked.term(lunr.tokenizer(query).map(String).filter(Boolean), {}));
}

function pages(boosts) {
  return (site) => {
    const index = lunr(function () {
      this.ref("id");
      for (const field of ["title", "headings", "text"]) this.field(field, { boost: boosts[field] ?? 1 });
      for (const { id, title, headings, text } of site) this.add({ id, title, headings: headings.join("\n"), text });
    });
    return (query) => ask(index, query).slice(0, DEPTH).map(({ ref }) => ref);
  };
}

export default {
  package: "lunr",
  rows: {
    Lunr: {
      "`title` with `boost: 10`": pages({ title: 10 }),
      "`title` with `boost: 1000` (Material for MkDocs)": pages({ title: 1000 }),
    },
  },
};
