// Measures the Python library beside bm25s, rank-bm25 and tantivy-py, and writes the table into BENCHMARKS.md:
//
//   make bench WHAT=python
//   make bench WHAT=python DATA=folder    where ir/scifact, knownitem/mdn and docs/mdn-en.tar.xz lie
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { DATA, readLines, unpack } from "../data/archives.mjs";
import { ROOT } from "../paths.mjs";
import { publish, table } from "../publish.mjs";

const run = promisify(execFile);

const OUT = join(ROOT, "target/python-bench");

const { KINDEX_PYTHON_BENCH = "" } = process.env;

const ENGINES = ["kindex-docs", "bm25s", "rank-bm25", "tantivy"];

/** As many queries of each set are asked, spread over all. */
const QUERIES = 300;

/** Grades by document, by query. */
function judged(file) {
  const grades = {};
  for (const line of readFileSync(file, "utf8").trim().split("\n").slice(1)) {
    const [query, document, grade = "1"] = line.split("\t");
    (grades[query] ??= {})[document] = Number(grade);
  }
  return grades;
}

function setOf(documents, folder) {
  const qrels = judged(join(folder, "qrels.tsv"));
  const all = readLines(join(folder, "queries.jsonl")).filter(({ id }) => qrels[id]);
  const step = Math.max(1, Math.floor(all.length / QUERIES));
  const queries = all.filter((_, at) => at % step === 0).slice(0, QUERIES);
  const left = join(folder, "exclude.tsv");
  const exclude = existsSync(left) ? judged(left) : {};
  return {
    documents,
    queries: Object.fromEntries(queries.map(({ id, text }) => [id, text])),
    qrels,
    exclude: Object.fromEntries(Object.entries(exclude).map(([query, ids]) => [query, Object.keys(ids)])),
  };
}

/** By name the documents, as texts with titles: those of the site as Kindex reads its pages. */
const SETS = {
  scifact: async () => {
    const folder = join(DATA, "ir/scifact");
    return setOf(readLines(join(folder, "corpus.jsonl")).map(({ id, title, text }) => ({ id, title, text })), folder);
  },
  "mdn-en": async () => {
    return setOf(await ran("documents.py", unpack("mdn-en", OUT), "mdn"), join(DATA, "knownitem/mdn"));
  },
};

/** What a script prints. */
async function ran(script, ...args) {
  const env = { ...process.env, PYTHONPATH: join(ROOT, "target/python") };
  const { stdout } = await run(join(KINDEX_PYTHON_BENCH, "python"), [join(ROOT, "bench/python", script), ...args], { env, maxBuffer: 1 << 30 });
  return JSON.parse(stdout);
}

function row(engine, set, { documents, version, build, p50, p95, memory, ndcg }) {
  return [`${set}, ${engine} ${version}`, documents.toLocaleString("en"), build.toFixed(2), `${p50.toFixed(2)} / ${p95.toFixed(2)}`, memory.toFixed(0), ndcg.toFixed(3)];
}

const missing = ["ir/scifact/corpus.jsonl", "knownitem/mdn/queries.jsonl", "docs/mdn-en.tar.xz"].map((path) => join(DATA, path)).find((path) => !existsSync(path));
if (missing) throw new Error(`${missing} is not there; name the folder with the collections in DATA`);
mkdirSync(OUT, { recursive: true });
const rows = [];
for (const [name, open] of Object.entries(SETS)) {
  const file = join(OUT, `${name}.json`);
  writeFileSync(file, JSON.stringify(await open()));
  for (const engine of ENGINES) {
    rows.push(row(engine, name, await ran("measure.py", engine, file)));
    console.error(rows.at(-1).join("  "));
  }
}
publish("python", table(["set, engine", "documents", "index, s", "query p50 / p95, ms", "memory, MB", "nDCG@10"], rows));
