// Searches by words and by meaning: node search.mjs site.kdx "undo a bad release"
import { open } from "kindex/explore";
import { embed, name } from "./embedder.mjs";

const [source = "site.kdx", query = ""] = process.argv.slice(2);
const index = await open(source);

function show(title, { hits }) {
  console.log(`${title}:`);
  for (const { url, anchor, title } of hits) console.log(`  ${anchor ? `${url}#${anchor}` : url}  ${title}`);
  if (hits.length === 0) console.log("  nothing");
}

show("By words", await index.search(query, { limit: 3 }));
show("By meaning too", await index.search(query, { limit: 3, vector: await embed(query), embedder: name }));
