// Ranks pages for queries with one engine and writes the run as trec_eval takes it.
//
//   node bench/engines/rank.mjs ENGINE ROW CONFIGURATION PAGES QUERIES RUN
//
// ENGINE is a module in ranking/, ROW and CONFIGURATION are names in it; PAGES and QUERIES are files
// of JSON Lines, as pages.mjs describes pages.
import { readFileSync, writeFileSync } from "node:fs";

const [engine, row, configuration, pages, queries, run] = process.argv.slice(2);
const read = (path) => readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** The lines of a run for one query: scores only keep the order. */
function lines(query, found) {
  const spaced = found.find((id) => /\s/.test(id));
  if (spaced !== undefined) throw new Error(`a run cannot hold the id "${spaced}", which has a space`);
  return found.map((id, at) => `${query} Q0 ${id} ${at + 1} ${found.length - at} ${engine}\n`).join("");
}

const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
const { default: module } = await import(`./ranking/${engine}.mjs`);
const search = await module.rows[row][configuration](read(pages));
process.stdout.write(`${row}, ${configuration}: indexed ${seconds()}`);
const written = [];
for (const { id, text } of read(queries)) written.push(lines(id, await search(text)));
writeFileSync(run, written.join(""));
console.log(`, ranked ${written.length} queries ${seconds()}`);
