// FlexSearch: `suggest` lets documents come up that lack a word, as in the other engines.
import { Charset, Document, Encoder } from "flexsearch";
import english from "flexsearch/lang/en";
import { LIMIT } from "./results.mjs";

const FIELDS = { id: "id", index: ["title", "headings", "text"], store: ["title", "text"] };
const SEARCH = { suggest: true, merge: true, enrich: true, limit: LIMIT };

/** An encoder cannot be shared by indexes, as it keeps what it has seen. */
const encoder = () => new Encoder(Charset.LatinBalance, english);

function exported(index) {
  const files = {};
  index.export((key, data) => (files[key] = data));
  return files;
}

function row(documents, { configuration, prefixes, options }) {
  const create = () => new Document({ document: FIELDS, ...options() });
  return {
    documents,
    configuration,
    prefixes,
    build(documents) {
      const index = create();
      for (const document of documents) index.add(document);
      return () => exported(index);
    },
    open(files) {
      const index = create();
      const decoder = new TextDecoder();
      for (const [key, bytes] of Object.entries(files)) index.import(key, decoder.decode(bytes));
      // The limit is that of each field.
      return (query) => index.search(query, SEARCH).slice(0, LIMIT).map(({ doc }) => doc);
    },
  };
}

/** The best of those that make eval tries. It finds whole words only. */
const WORDS = {
  configuration: '`tokenize: "strict", context: true`, English encoder',
  prefixes: false,
  options: () => ({ tokenize: "strict", encoder: encoder(), context: true }),
};

/** This one finds beginnings of words, any of the query. */
const FORWARD = {
  configuration: '`tokenize: "forward"`',
  prefixes: true,
  options: () => ({ tokenize: "forward" }),
};

export default {
  package: "flexsearch",
  rows: {
    "FlexSearch, sections": row("sections", WORDS),
    "FlexSearch, pages": row("pages", WORDS),
    "FlexSearch forward, sections": row("sections", FORWARD),
    "FlexSearch forward, pages": row("pages", FORWARD),
  },
};
