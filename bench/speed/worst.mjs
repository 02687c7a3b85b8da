// Times queries that are made to take long, beside ordinary ones, in the build that
// servers run:
//
//   make dist/.packaged-release
//   node bench/speed/worst.mjs INDEX FOLDER [BYTES]
//
// INDEX is in one file and made of the pages in FOLDER; BYTES is the limit for texts that a query
// may read, as `phraseBytes`. Ends with an error where a query takes over ten times what 95 in a
// hundred ordinary ones take. Natively: cargo bench --bench latency -- INDEX bench/speed/worst.txt
// BYTES
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { open } from "../../dist/npm/explore.js";
import { queriesFrom } from "../data/queries.mjs";
import { median, percentile } from "../numbers.mjs";

/** How many times as long as ordinary queries any may take. */
const MOST = 10;

/** A query on each line. */
const ADVERSARIAL = readFileSync(new URL("./worst.txt", import.meta.url), "utf8").trimEnd().split("\n");

const files = (folder) => {
  const found = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".md")).sort();
  // Some of them will do.
  return found.filter((_, at) => at % 10 === 0).map((name) => readFileSync(join(folder, name), "utf8"));
};

/** Time of the processor so far, in milliseconds: other programs on the machine do not count. */
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The middle one of some searches, in milliseconds, and the results. */
function time(index, query, options, rounds) {
  let results;
  const times = Array.from({ length: rounds }, () => {
    const begun = spent();
    results = index.search(query, options);
    return spent() - begun;
  });
  return { took: median(times), results };
}

const [path, folder, bytes] = process.argv.slice(2);
const index = await open(readFileSync(path));
const options = bytes === undefined ? {} : { phraseBytes: Number(bytes) };
const { words } = queriesFrom(files(folder));
for (const query of words) index.search(query, options);
const ordinary = words.map((query) => time(index, query, options, 3).took);
const p95 = percentile(ordinary, 0.95);
console.log(`ordinary: p50 ${median(ordinary).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, most ${Math.max(...ordinary).toFixed(2)} ms`);
const rows = [];
for (const query of ADVERSARIAL) {
  for (const more of [{}, { maxTokens: 8000, limit: 50 }, { group: true }]) {
    const { took, results } = time(index, query, { ...options, ...more }, 3);
    rows.push({ query, more: Object.keys(more)[0] ?? "", took, results });
  }
}
rows.sort((a, b) => b.took - a.took);
for (const { query, more, took, results } of rows) {
  const short = query.length > 60 ? `${query.slice(0, 57)}...` : query;
  const said = `${results.totalIsLowerBound ? "at least " : ""}${results.total}${results.uncheckedPhrases ? `, ${results.uncheckedPhrases.length} unchecked` : ""}`;
  console.log(`${took.toFixed(2).padStart(8)} ms  ${(took / p95).toFixed(1).padStart(5)}x  ${short} ${more} (${said})`);
}
if (rows[0].took > MOST * p95) {
  console.error(`the worst takes over ${MOST} times p95`);
  process.exitCode = 1;
}
