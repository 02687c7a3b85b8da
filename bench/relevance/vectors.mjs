// Measures what vectors give beside words alone, and what they take, and writes the tables into
// BENCHMARKS.md. The embedder is a small model that runs here: bench/vectors/README.md.
//
//   make bench WHAT=vectors                        every set that is there, but for those that take hours
//   make bench WHAT=vectors SETS=next-docs,cacm    these sets: prints, and leaves the tables alone
//   make bench WHAT=vectors DATA=folder            where they lie: ir/NAME, questions/NAME, docs/NAME.tar.xz, knownitem/NAME
//
// Vectors are kept in target/eval/vectors, so that only texts that are new are embedded.
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../../dist/npm/explore.js";
import { DATA, readLines } from "../data/archives.mjs";
import { questionSets } from "../data/questions.mjs";
import { groupBy } from "../numbers.mjs";
import { publish } from "../publish.mjs";
import { KEPT, MODEL, embedLines } from "../vectors/embed.mjs";
import { collections } from "./ir.mjs";
import { build, scoreEach, scoreEachOfRun, versionOfKindex, writeChunks } from "./kindex.mjs";
import { knownSets } from "./known.mjs";
import { MEASURES, WEIGHTS, relevanceTables, sizesTable } from "./vectors-table.mjs";

/** The kinds of queries that have rows of their own. */
const KINDS = ["title", "identifier", "paraphrase"];

const ALL = [...knownSets.map((set) => ({ ...set, subsets: KINDS })), ...questionSets, ...collections];

/** Their hundred thousands of texts take an hour and more. */
const LARGE = new Set(["mdn-en", "aws-docs", "docs-mcp/python-full"]);

/** The number of documents that count for a query. */
const DEPTH = 100;

/** The number of builds, of which the quickest counts. */
const BUILDS = 3;

/** The sets to be measured. The model knows English only. */
function chosen(names) {
  const unknown = names?.find((name) => !ALL.some((set) => set.name === name));
  if (unknown) throw new Error(`there is no set ${unknown}; accepted are ${ALL.map(({ name }) => name).join(", ")}`);
  if (names) return ALL.filter(({ name }) => names.includes(name));
  for (const name of LARGE) console.log(`${name}: left out, it takes an hour and more; SETS=${name} measures it`);
  return ALL.filter(({ name, language = "en" }) => language === "en" && !LARGE.has(name));
}

/** Builds an index, and says how many seconds and bytes that takes. */
function built(from, index, options) {
  const times = Array.from({ length: BUILDS }, () => {
    const begun = performance.now();
    build(from, index, options);
    return (performance.now() - begun) / 1000;
  });
  return { seconds: Math.min(...times), bytes: statSync(index).size };
}

/** The indexes of a set: by words alone, and with vectors of chunks. */
function indexes({ from, options }, folder) {
  const at = (name) => join(folder, name);
  const words = built(from, at("words.kdx"), options);
  writeChunks(at("words.kdx"), at("all.jsonl"));
  const chunks = readLines(at("all.jsonl"));
  embedLines(chunks, at("chunks"));
  const more = [...options, "--vectors", at("chunks.npy"), "--embedder", MODEL];
  return { index: at("given.kdx"), chunks: chunks.length, words, given: built(from, at("given.kdx"), more) };
}

/** By query how many documents do not count. */
function excluded({ exclude }) {
  if (!exclude) return new Map();
  const lines = readFileSync(exclude, "utf8").trim().split("\n");
  return new Map([...groupBy(lines, (line) => line.split("\t", 1)[0])].map(([query, own]) => [query, own.length]));
}

/** The figures of searches with the vector of each query. */
function scoreVectors(index, { queries, vectors, judged }, alpha, run) {
  const more = excluded(judged);
  const lines = queries.flatMap(({ id, text }, at) => {
    const limit = DEPTH + (more.get(id) ?? 0);
    const vector = vectors[at];
    const { hits } = index.search(text, { limit, perDocument: 1, texts: false, vector, alpha, embedder: MODEL });
    return hits.map(({ document }, place) => [id, "Q0", document, place + 1, hits.length - place, "kindex"].join("\t"));
  });
  writeFileSync(run, lines.map((line) => `${line}\n`).join(""));
  return scoreEachOfRun(run, judged, MEASURES);
}

/** The figures with the vectors of queries, by each weight. */
async function byVectors(index, { judged }, folder) {
  const queries = readLines(judged.queries);
  const vectors = embedLines(queries, join(folder, "queries"));
  const opened = await open(index);
  const { chunks, all } = opened.vectors();
  if (chunks < all) console.log(`${index}: ${all - chunks} of ${all} parents have no vector`);
  const asked = { queries, vectors, judged };
  const scores = WEIGHTS.map((alpha) => scoreVectors(opened, asked, alpha, join(folder, `${alpha}.run`)));
  opened.close();
  return scores;
}

async function measure(set, files) {
  const folder = join(KEPT, set.name.replaceAll("/", "-"));
  mkdirSync(folder, { recursive: true });
  const { index, ...sizes } = indexes(files, folder);
  const { from, judged, options } = files;
  const words = scoreEach(index, judged, MEASURES, []);
  const others = await byVectors(index, files, folder);
  const flat = scoreEach(from, judged, MEASURES, [...options, "--preset", "flat"]);
  console.log(`${set.name}: ${[flat, words, ...others].map(({ measures }) => measures[MEASURES[0]].toFixed(4)).join(" ")}`);
  return { name: set.name, subsets: set.subsets ?? [], flat, words, others, sizes };
}

const names = process.env.SETS?.split(",").map((name) => name.trim()).filter(Boolean);
console.log(`${versionOfKindex()}, ${MODEL}, Node ${process.versions.node}`);
const measured = [];
for (const set of chosen(names)) {
  const files = set.open();
  if (files) measured.push(await measure(set, files));
}
if (measured.length === 0) throw new Error(`there is nothing to measure in ${DATA}: set DATA to a folder with ir, questions, or docs and knownitem`);
const tables = { vectors: relevanceTables(measured), "vectors-sizes": sizesTable(measured) };
for (const [name, text] of Object.entries(tables)) {
  if (names) console.log(text);
  else publish(name, text);
}
