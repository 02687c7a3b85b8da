// Kindex's command: what makes indexes, and what scores.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { KINDEX, ROOT } from "../paths.mjs";

/** Indexes, pages and runs are kept here. */
export const OUT = join(ROOT, "target/eval");

/** The most that a command prints: figures, and what it warns of. */
const PRINTED = 2 ** 24;

function kindex(...args) {
  return execFileSync(KINDEX, args, { encoding: "utf8", maxBuffer: PRINTED, stdio: ["ignore", "pipe", "inherit"] });
}

/** The name and version of the command. */
export const versionOfKindex = () => kindex("--version").trim();

/** Makes an index of a file or folder. */
export function build(from, index, options) {
  kindex("build", from, "--output", index, "--quiet", ...options);
}

/** Writes what is to be embedded of an index, a line for each chunk. */
export function writeChunks(index, path) {
  kindex("chunks", index, "--output", path);
}

/** Flags that name the queries and judgements; without `exclude` all documents count. */
function judgedBy({ queries, qrels, exclude }) {
  return ["--queries", queries, "--qrels", qrels, ...(exclude ? ["--exclude", exclude] : []), "--json"];
}

/** The figures of a run of another engine: `{ queries, measures, subsets }`. */
export function scoreRun(run, judged) {
  return JSON.parse(kindex("eval", "--run", run, ...judgedBy(judged)));
}

function scoreIndex(from, judged, ...more) {
  return JSON.parse(kindex("eval", from, ...judgedBy(judged), ...more));
}

/** The figures of Kindex as it comes, over a file or folder. */
export function scoreDefaults(from, judged, options) {
  return scoreIndex(from, judged, ...options);
}

/**
 * The figures of Kindex in three configurations, `{ flat, textbook, defaults }`: BM25 over whole
 * documents, BM25 over the smallest chunks, and what `kindex search` does. Those of `flat` also
 * have `differences` from the defaults, by measure.
 */
export function scorePresets(from, judged, options) {
  const { against: flat, ...defaults } = scoreIndex(from, judged, ...options, "--against", "preset=flat");
  return { flat, textbook: scoreIndex(from, judged, ...options, "--preset", "textbook"), defaults };
}

/** Flags for the figures of each query, `perQuery`, by these measures. */
const each = (measures) => ["--per-query", "--measures", measures.join(",")];

/** The figures of each query, of a file or folder or of an index. */
export function scoreEach(from, judged, measures, options) {
  return scoreIndex(from, judged, ...options, ...each(measures));
}

/** The figures of each query, of a run. */
export function scoreEachOfRun(run, judged, measures) {
  return JSON.parse(kindex("eval", "--run", run, ...judgedBy(judged), ...each(measures)));
}
