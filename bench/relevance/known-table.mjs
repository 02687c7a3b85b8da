// The scores over known items, as a table and notes.
import { table } from "../publish.mjs";

/** The column of each subset: what counts for titles and identifiers is that the page is first. */
const COLUMNS = [
  { subset: "title", measure: "success@1", head: "title, S@1" },
  { subset: "identifier", measure: "success@1", head: "identifier, S@1" },
  { subset: "paraphrase", measure: "mrr@10", head: "paraphrase, MRR@10" },
];

const figure = (value) => (value === undefined ? "" : value.toFixed(3));

function cells({ row, figures, sampled }) {
  const subsets = COLUMNS.map(({ subset, measure }) => figure(figures.subsets[subset]?.measures[measure]));
  return [sampled ? `${row} ¹` : row, figures.queries, ...subsets, figure(figures.measures["mrr@10"])];
}

/** The configuration of a peer, and the others that it has. */
function note({ row, version, configuration, configurations }) {
  const others = configurations.filter((it) => it !== configuration);
  const tried = others.length > 0 ? `; chosen before ${others.join(" and ")}` : "";
  return `- ${row} (${version}): ${configuration}${tried}.`;
}

/** The table of a site with the configurations below it. */
export function knownTable({ rows }) {
  const whole = rows.filter(({ sampled }) => !sampled);
  const sampled = rows.filter((row) => row.sampled);
  const head = ["engine", "queries", ...COLUMNS.map(({ head }) => head), "all, MRR@10"];
  const parts = [table(head, [...whole, ...sampled].map(cells))];
  if (sampled.length > 0) parts.push("¹ Over every tenth query, as these engines are slow on a site of this size.");
  parts.push(rows.filter(({ version }) => version).map(note).join("\n"));
  return parts.join("\n\n");
}
