// The tables of what vectors give and take.
import { chance } from "../numbers.mjs";
import { table } from "../publish.mjs";
import { figure, gained, shownAs } from "./ir.mjs";

/** A table has the figures of one of these. */
export const MEASURES = ["mrr@10", "success@1", "ndcg@10", "recall@100"];

/** The weights of the vectors of queries that are measured. */
export const WEIGHTS = [0.3, 0.5];

const HEAD = ["set", "queries", "flat", "words", ...WEIGHTS.map((weight) => `vector of the query, α = ${weight}`)];

/** The figures of a set's queries, or of a kind of them: `{ name, flat, words, others }`, the others in lists. */
function rowOf({ name, flat, words, others }, measure, subset) {
  const ids = Object.keys(words.perQuery).filter((id) => subset === undefined || words.perQuery[id].subset === subset);
  const figures = ({ perQuery }) => ids.map((id) => perQuery[id].measures[measure]);
  return { name: subset ? `${name}, ${subset}` : name, flat: figures(flat), words: figures(words), others: others.map(figures) };
}

const sum = (values) => values.reduce((all, one) => all + one, 0);
const mean = (values) => sum(values) / values.length;

/** The differences of each query from that by words. */
const differences = (other, { words }) => other.map((value, at) => value - words[at]);

const withGain = (value, told) => `${figure(value)} ${gained(sum(told), chance(told))}`;

function cells(row) {
  const others = row.others.map((other) => withGain(mean(other), differences(other, row).map((one) => one / other.length)));
  return [row.name, row.flat.length, figure(mean(row.flat)), figure(mean(row.words)), ...others];
}

/** The mean over sets, each of which counts as much, however many queries it has. */
function meanCells(rows) {
  const over = (valuesOf) => mean(rows.map((row) => mean(valuesOf(row))));
  const others = rows[0].others.map((_, at) => {
    const told = rows.flatMap((row) => differences(row.others[at], row).map((one) => one / row.words.length / rows.length));
    return withGain(over(({ others }) => others[at]), told);
  });
  const queries = sum(rows.map(({ words }) => words.length));
  return [`**mean of ${rows.length} sets**`, queries, figure(over(({ flat }) => flat)), figure(over(({ words }) => words)), ...others];
}

function measureTable(sets, measure) {
  const whole = sets.map((set) => rowOf(set, measure));
  const rows = sets.flatMap((set, at) => [cells(whole[at]), ...set.subsets.map((subset) => cells(rowOf(set, measure, subset)))]);
  return table(HEAD, sets.length > 1 ? [...rows, meanCells(whole)] : rows);
}

/** A table for each measure. */
export function relevanceTables(sets) {
  return MEASURES.map((measure) => `**${shownAs(measure)}**\n\n${measureTable(sets, measure)}`).join("\n\n");
}

const kb = (bytes) => Math.round(bytes / 1000).toLocaleString("en-US");
const share = (part, whole) => `${Math.round((100 * part) / whole)} %`;

function sizeCells({ name, sizes: { chunks, words, given } }) {
  const added = given.bytes - words.bytes;
  const shown = `${kb(added)} (${share(added, words.bytes)})`;
  return [name, chunks.toLocaleString("en-US"), kb(words.bytes), shown, words.seconds.toFixed(2), given.seconds.toFixed(2)];
}

/** What an index has and takes without and with vectors. */
export function sizesTable(sets) {
  const head = ["set", "chunks", "index, KB", "vectors, KB", "build, s: without", "with"];
  return table(head, sets.map(sizeCells));
}
