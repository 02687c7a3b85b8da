// Lunr with its default pipeline. It keeps no texts, so the documents lie beside its index.
import lunr from "lunr";
import { LIMIT, json } from "./results.mjs";

const BOOST = 10;

/** Words with a meaning in Lunr's query syntax are plain words here. */
function find(index, words, prefix) {
  return index.query((asked) => {
    asked.term(words, {});
    if (prefix) asked.term(words.at(-1), { wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false });
  });
}

/** Some wildcards make Lunr throw (https://github.com/olivernn/lunr.js/issues/279); then it goes without. */
function ask(index, query, prefix) {
  const words = lunr.tokenizer(query).map(String).filter(Boolean);
  try {
    return find(index, words, prefix);
  } catch (error) {
    if (!prefix) throw error;
    return find(index, words, false);
  }
}

function build(documents) {
  const index = lunr(function () {
    this.ref("id");
    this.field("title", { boost: BOOST });
    this.field("headings");
    this.field("text");
    for (const document of documents) this.add(document);
  });
  const texts = () => Object.fromEntries(documents.map(({ id, title, text }) => [id, { title, text }]));
  return () => ({ "index.json": JSON.stringify(index), "documents.json": JSON.stringify(texts()) });
}

function open(files) {
  const index = lunr.Index.load(json(files["index.json"]));
  const documents = json(files["documents.json"]);
  return (query, prefix) => ask(index, query, prefix).slice(0, LIMIT).map(({ ref }) => documents[ref]);
}

const configuration = `\`title\` with \`boost: ${BOOST}\`; texts from the documents beside the index; an unfinished last word also with a trailing wildcard, except where that makes Lunr throw`;
const row = (documents) => ({ documents, configuration, build, open });

export default { package: "lunr", rows: { "Lunr, sections": row("sections"), "Lunr, pages": row("pages") } };
