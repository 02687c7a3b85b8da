// Known items: the text of a link within a site is the query, the page that it leads to the answer.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATA, archiveOf, readLines, unpack } from "../data/archives.mjs";
import { SITES } from "../data/sites.mjs";
import { rank } from "../engines/peers.mjs";
import { pagesFrom } from "../engines/sections.mjs";
import { OUT, scoreDefaults, scorePresets, scoreRun } from "./kindex.mjs";

const KNOWN = SITES.filter(({ known }) => known);

/** Slow peers are asked every tenth query of more than MANY. */
const MANY = 1000;
const STEP = 10;

const writeLines = (path, items) => writeFileSync(path, items.map((item) => JSON.stringify(item) + "\n").join(""));

/**
 * The files of a set: `{ folder, queries, sample, judged }`. It says which sites are not in DATA.
 */
function filesOf({ name, known }) {
  const [queries, qrels, exclude] = ["queries.jsonl", "qrels.tsv", "exclude.tsv"].map((file) => join(DATA, "knownitem", known, file));
  const missing = [archiveOf(name), queries].find((file) => !existsSync(file));
  if (!missing) return { folder: unpack(name, OUT), queries, sample: sampleOf(name, queries), judged: { qrels, exclude } };
  console.log(`${name}: left out, ${missing} is not there`);
  return undefined;
}

/** The sites, each with `open`, which gives `{ from, judged, options }` or undefined. */
export const knownSets = KNOWN.map((site) => ({
  ...site,
  open() {
    const files = filesOf(site);
    if (!files) return undefined;
    const { folder, queries, judged } = files;
    return { from: folder, judged: { ...judged, queries }, options: ["--site", site.site] };
  },
}));

/** A part of the queries, or the same file where they are few. */
function sampleOf(name, queries) {
  const all = readLines(queries);
  if (all.length <= MANY) return queries;
  const path = join(OUT, `${name}.sample.jsonl`);
  writeLines(path, all.filter((_, at) => at % STEP === 0));
  return path;
}

/** Writes the pages as Kindex reads them, for the peers. */
async function extract(set) {
  const pages = join(OUT, `${set.name}.pages.jsonl`);
  writeLines(pages, await pagesFrom(set, set.folder, OUT));
  return pages;
}

/** Scores a peer with one configuration over a file of queries. */
function measure(peer, configuration, { name, pages, judged }, queries) {
  const run = join(OUT, `${name}.${peer.engine}.run`);
  rank(peer, configuration, { pages, queries, run });
  return { ...peer, configuration, figures: scoreRun(run, { ...judged, queries }) };
}

const better = (a, b) => (b.figures.measures["mrr@10"] > a.figures.measures["mrr@10"] ? b : a);

/** A peer's best row over all queries; the one with the configuration that was best before. */
function rowOf(peer, set, chosen) {
  const { queries, sample } = set;
  const [only, ...more] = chosen ? [chosen] : peer.configurations;
  const sampled = peer.slow && sample !== queries;
  const row = (configuration) => ({ ...measure(peer, configuration, set, sampled ? sample : queries), sampled });
  return more.map(row).reduce(better, row(only));
}

/** Kindex's own rows; over the sample only the defaults, to compare slow peers with. */
function kindexRows({ site, folder, queries, sample, judged }) {
  const options = ["--site", site];
  const { flat, textbook, defaults } = scorePresets(folder, { ...judged, queries }, options);
  const rows = [
    { row: "flat", figures: flat },
    { row: "textbook", figures: textbook },
    { row: "**Kindex**", figures: defaults },
  ];
  if (sample === queries) return rows;
  const figures = scoreDefaults(folder, { ...judged, queries: sample }, options);
  return [...rows, { row: "**Kindex**", figures, sampled: true }];
}

/** The rows of a site: `{ name, rows }`. */
async function measureSite(set, peers, chosen) {
  const rows = kindexRows(set);
  const pages = await extract(set);
  for (const peer of peers) {
    const row = rowOf(peer, { ...set, pages }, chosen.get(peer.row));
    chosen.set(peer.row, row.configuration);
    rows.push(row);
  }
  return { name: set.name, rows };
}

/** Measures the sites that are there, one after the other; the first chooses configurations. */
export async function* knownItems(peers) {
  mkdirSync(OUT, { recursive: true });
  const chosen = new Map();
  for (const site of KNOWN) {
    const set = filesOf(site);
    if (set) yield await measureSite({ ...site, ...set }, peers, chosen);
  }
}
