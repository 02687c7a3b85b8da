// Measures how good search is, Kindex's and others', and writes the tables into BENCHMARKS.md.
//
//   make eval                    every set there is
//   make eval DATA=folder        where they lie: ir/NAME, questions/NAME, docs/NAME.tar.xz, knownitem/NAME
//
// Where the embedder is set up, the tables of make bench WHAT=vectors are made as well.
import { DATA } from "../data/archives.mjs";
import { peers } from "../engines/peers.mjs";
import { publish } from "../publish.mjs";
import { testCollections } from "./ir.mjs";
import { versionOfKindex } from "./kindex.mjs";
import { knownTable } from "./known-table.mjs";
import { knownItems } from "./known.mjs";
import { questions } from "./questions.mjs";

const rivals = await peers();
const versions = new Map(rivals.map(({ engine, version }) => [engine, version]));
console.log([versionOfKindex(), ...[...versions].map((named) => named.join(" ")), `Node ${process.versions.node}`].join(", "));

const collections = testCollections();
if (collections) publish("ir", collections);
const asked = questions();
if (asked) publish("questions", asked);
let sites = 0;
for await (const site of knownItems(rivals)) {
  publish(`known-${site.name}`, knownTable(site));
  sites++;
}
if (!collections && !asked && sites === 0) throw new Error(`there is nothing to measure in ${DATA}: set DATA to a folder with ir, questions, or docs and knownitem`);

if (process.env.KINDEX_PYTHON_VECTORS) await import("./vectors.mjs");
else console.log("vectors are left out, as their embedder is not there; make bench WHAT=vectors sets it up and measures them");
