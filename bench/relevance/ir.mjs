// Test collections: documents, queries, and judgements of people.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DATA } from "../data/archives.mjs";
import { table } from "../publish.mjs";
import { scorePresets } from "./kindex.mjs";

/** The sets, with the language of their stems where it is not English. */
const SETS = [
  { name: "scifact" },
  { name: "anthropic-docs", measure: "mrr@3" },
  { name: "cranfield" },
  { name: "cacm" },
  { name: "cosqa" },
  { name: "jsquad-ja", language: "ja" },
  { name: "xquad-en" },
  { name: "xquad-de", language: "de" },
];

const figure = (value) => value.toFixed(3);

/** The difference of the defaults from flat, and how likely chance alone makes one as large. */
function difference({ measures }, { measures: flat, differences }, name) {
  const gain = measures[name] - flat[name];
  const { p } = differences[name];
  return `${gain < 0 ? "−" : "+"}${figure(Math.abs(gain))} (${p < 0.001 ? "p < 0.001" : `p = ${figure(p)}`})`;
}

const shownAs = (measure) => measure.replace("ndcg", "nDCG").replace("mrr", "MRR").replace("recall", "Recall").replace("success", "Success");

/** The rows of a set: one for each measure. */
export function rowsOf({ name }, { flat, textbook, defaults }, measures) {
  return measures.map((measure) => {
    const cells = [flat, textbook, defaults].map(({ measures }) => figure(measures[measure]));
    return [name, shownAs(measure), defaults.queries, ...cells, difference(defaults, flat, measure)];
  });
}

/** The table of all sets that are there; undefined where none is. */
export function testCollections() {
  const rows = SETS.flatMap((set) => {
    const folder = join(DATA, "ir", set.name);
    if (!existsSync(folder)) {
      console.log(`${set.name}: left out, ${folder} is not there`);
      return [];
    }
    const [corpus, queries, qrels] = ["corpus.jsonl", "queries.jsonl", "qrels.tsv"].map((file) => join(folder, file));
    console.log(`${set.name}: kindex eval ${corpus}`);
    const presets = scorePresets(corpus, { queries, qrels }, ["--language", set.language ?? "en"]);
    return rowsOf(set, presets, ["ndcg@10", set.measure, "recall@100"].filter(Boolean));
  });
  if (rows.length === 0) return undefined;
  return table(["set", "measure", "queries", "flat", "textbook", "Kindex", "Kindex − flat"], rows);
}
