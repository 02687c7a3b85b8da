// Orama with English stems. It takes every word of a query for the beginning of one.
import { create, insertMultiple, load, save, search } from "@orama/orama";
import { LIMIT, json } from "./results.mjs";

const fresh = () =>
  create({
    schema: { title: "string", headings: "string", text: "string" },
    components: { tokenizer: { language: "english", stemming: true } },
  });

const OPTIONS = { boost: { title: 2 }, threshold: 0, limit: LIMIT };

async function build(documents) {
  const index = fresh();
  await insertMultiple(index, documents);
  return () => ({ "index.json": JSON.stringify(save(index)) });
}

function open(files) {
  const index = fresh();
  load(index, json(files["index.json"]));
  return async (term) => (await search(index, { term, ...OPTIONS })).hits.map(({ document }) => document);
}

const configuration = "`boost: { title: 2 }, threshold: 0`, English stems; every word may be unfinished";
const row = (documents) => ({ documents, configuration, build, open });

export default {
  package: "@orama/orama",
  rows: { "Orama, sections": row("sections"), "Orama, pages": row("pages") },
};
