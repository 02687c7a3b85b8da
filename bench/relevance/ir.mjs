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

export const figure = (value) => value.toFixed(3);

/** A difference, and how likely chance alone makes one as large. */
export function gained(gain, p) {
  return `${gain < 0 ? "−" : "+"}${figure(Math.abs(gain))} (${p < 0.001 ? "p < 0.001" : `p = ${figure(p)}`})`;
}

/** The difference of the defaults from flat. */
function difference({ measures }, { measures: flat, differences }, name) {
  return gained(measures[name] - flat[name], differences[name].p);
}

export const shownAs = (measure) => measure.replace("ndcg", "nDCG").replace("mrr", "MRR").replace("recall", "Recall").replace("success", "Success");

/** The rows of a set: one for each measure. */
function rowsOf({ name }, { flat, textbook, defaults }, measures) {
  return measures.map((measure) => {
    const cells = [flat, textbook, defaults].map(({ measures }) => figure(measures[measure]));
    return [name, shownAs(measure), defaults.queries, ...cells, difference(defaults, flat, measure)];
  });
}

/** The documents, judgements and flags of a set; undefined where it is not there, which it says. */
function filesOf({ name, language = "en" }) {
  const folder = join(DATA, "ir", name);
  if (!existsSync(folder)) {
    console.log(`${name}: left out, ${folder} is not there`);
    return undefined;
  }
  const [from, queries, qrels] = ["corpus.jsonl", "queries.jsonl", "qrels.tsv"].map((file) => join(folder, file));
  return { from, judged: { queries, qrels }, options: ["--language", language] };
}

/** The sets, each with `open`, which gives `{ from, judged, options }` or undefined. */
export const collections = SETS.map((set) => ({ ...set, open: () => filesOf(set) }));

/** The table of all sets that are there; undefined where none is. */
export function scoredTable(sets, measuresOf, asked) {
  const rows = sets.flatMap((set) => {
    const files = set.open();
    if (!files) return [];
    console.log(`${set.name}: kindex eval ${files.from}`);
    return rowsOf(set, scorePresets(files.from, files.judged, files.options), measuresOf(set));
  });
  return rows.length === 0 ? undefined : table(["set", "measure", asked, "flat", "textbook", "Kindex", "Kindex − flat"], rows);
}

export const testCollections = () =>
  scoredTable(collections, ({ measure }) => ["ndcg@10", measure, "recall@100"].filter(Boolean), "queries");
