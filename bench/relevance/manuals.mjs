// Measures how often the right page of a manual comes first, of Kindex and of Pagefind, over finished HTML.
// The manuals are those that rustup installs, so that anybody can repeat it.
//
//   make bench WHAT=manuals                 writes the table into BENCHMARKS.md
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { close, createIndex } from "../engines/node_modules/pagefind/lib/index.js";
import { KINDEX, ROOT } from "../paths.mjs";
import { versionOf } from "../engines/peers.mjs";
import { publish, table } from "../publish.mjs";

/** By the folder of the manual its name for people. */
const MANUALS = { cargo: "The Cargo Book", reference: "The Rust Reference" };

/** The number of results that count. */
const DEPTH = 10;

/** The folder in which rustup puts the manuals, as its component rust-docs. */
function folderOfManuals() {
  const root = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
  const folder = join(root, "share/doc/rust/html");
  if (!existsSync(join(folder, "cargo"))) throw new Error(`there are no manuals in ${folder}: run rustup component add rust-docs`);
  return folder;
}

/** The queries of a manual, each with the pages that answer it. */
function queriesOf(manual) {
  const lines = readFileSync(join(ROOT, `bench/relevance/queries/${manual}.tsv`), "utf8").trim().split("\n");
  return lines.map((line) => line.split("\t")).map(([query, pages]) => ({ query, pages: pages.split("|") }));
}

function kindex(folder, scratch) {
  const index = join(scratch, "manual.kdx");
  execFileSync(KINDEX, ["build", folder, "-o", index, "--quiet"]);
  return (query) => {
    const flags = ["--json", "--group", "--limit", String(DEPTH), "--", query];
    const { status, stdout } = spawnSync(KINDEX, ["search", index, ...flags], { encoding: "utf8", maxBuffer: 2 ** 26 });
    if (status !== 0) throw new Error(`kindex search ${query} failed`);
    return JSON.parse(stdout).hits.map(({ document }) => document);
  };
}

async function pagefind(folder, scratch) {
  const { index } = await createIndex();
  const { errors } = await index.addDirectory({ path: folder });
  if (errors.length > 0) throw new Error(errors.join("; "));
  await index.writeFiles({ outputPath: join(scratch, "pagefind") });
  await close();
  // Node's fetch reads no files.
  globalThis.fetch = async (url) => new Response(await readFile(fileURLToPath(url)));
  const { search } = await import(pathToFileURL(join(scratch, "pagefind/pagefind.js")));
  return async (query) => {
    const { results } = await search(query);
    const found = await Promise.all(results.slice(0, DEPTH).map(({ data }) => data()));
    return found.map(({ raw_url }) => raw_url.replace(/^\//, "").replace(/(^|\/)$/, "$1index.html"));
  };
}

/** How many queries have a page first that answers, and the mean of 1 / its place. */
async function measured(search, queries) {
  const places = [];
  for (const { query, pages } of queries) {
    const found = await search(query);
    places.push(found.findIndex((page) => pages.includes(page)) + 1);
  }
  const reciprocal = places.map((place) => (place > 0 ? 1 / place : 0));
  const mean = reciprocal.reduce((sum, one) => sum + one, 0) / places.length;
  return { first: places.filter((place) => place === 1).length, mean, places };
}

const folder = folderOfManuals();
const rows = [];
for (const [manual, name] of Object.entries(MANUALS)) {
  const queries = queriesOf(manual);
  const scratch = await mkdtemp(join(tmpdir(), "kindex-manuals-"));
  process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
  for (const [engine, open] of [["Kindex", kindex], [`Pagefind ${versionOf("pagefind")}`, pagefind]]) {
    const { first, mean, places } = await measured(await open(join(folder, manual), scratch), queries);
    rows.push([name, engine, `${first} of ${queries.length}`, mean.toFixed(3)]);
    if (process.env.VERBOSE) queries.forEach(({ query }, at) => places[at] !== 1 && console.log(engine, places[at], query));
  }
}
publish("manuals", table(["manual", "engine", "right page first", "MRR@10"], rows));
