// Measures how good search is, Kindex's and others', and writes the tables into BENCHMARKS.md.
//
//   make eval                    every set there is
//   make eval DATA=folder        where they lie: ir/NAME, docs/NAME.tar.xz, knownitem/NAME
import { DATA } from "./data.mjs";
import { testCollections } from "./eval/ir.mjs";
import { versionOfKindex } from "./eval/kindex.mjs";
import { knownItems } from "./eval/known.mjs";
import { knownTable } from "./eval/known-table.mjs";
import { peers } from "./eval/peers.mjs";
import { publish } from "./publish.mjs";

const rivals = await peers();
const versions = new Map(rivals.map(({ engine, version }) => [engine, version]));
console.log([versionOfKindex(), ...[...versions].map((named) => named.join(" ")), `Node ${process.versions.node}`].join(", "));

const collections = testCollections();
if (collections) publish("ir", collections);
let sites = 0;
for await (const site of knownItems(rivals)) {
  publish(`known-${site.name}`, knownTable(site));
  sites++;
}
if (!collections && sites === 0) throw new Error(`there is nothing to measure in ${DATA}: set DATA to a folder with ir or docs and knownitem`);
