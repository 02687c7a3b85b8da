// Measures Kindex and other engines on real documentation, and writes tables and plots into
// BENCHMARKS.md, docs/figures.md and docs/plots.
//
//   make bench                         every site there is
//   make bench SITES=vue-docs,mdn-en   some of them; what was measured of the others stays
//   make bench PARTS=builds,peers      some parts; what was measured of the others stays
//   make bench DATA=folder             where the archives lie: docs/NAME.tar.xz, knownitem/NAME/queries.jsonl
//
// The Rust book is measured wherever the toolchain's documentation is installed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { archiveOf, unpack } from "../data/archives.mjs";
import { SITES } from "../data/sites.mjs";
import { versionOf } from "../engines/peers.mjs";
import { OUT } from "../paths.mjs";
import { publish } from "../publish.mjs";
import { measureBuilds } from "./builds.mjs";
import { contestants } from "./contestants.mjs";
import { corpusOf } from "./corpus.mjs";
import { measureGrowth } from "./growth.mjs";
import { build, measureKindex } from "./kindex.mjs";
import { measureLevels } from "./levels.mjs";
import { measureMemory } from "./memory.mjs";
import { buildNative, measureNative, versionOfTantivy } from "./native.mjs";
import { measurePeers } from "./peers.mjs";
import { drawBytes, drawGrowth, drawLatency } from "./plots.mjs";
import { keep, kept } from "./results.mjs";
import { buildsTable, configurations, growthTable, kindexSentence, kindexTable, levelsTable, memoryTable, nativeTable, peersTable } from "./tables.mjs";

/** The book as HTML, of which only Kindex's own figures are of interest. */
const BOOK = { name: "rust-book (HTML)", site: "mdbook", alone: true };

/** The site of which docs/figures.md tells. */
const LARGEST = "mdn-en";

function installedBook() {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
  const folder = join(sysroot, "share/doc/rust/html/book");
  return existsSync(folder) ? folder : undefined;
}

/** The sites to measure with their folders; those that are not there are named. */
function chosen() {
  const named = process.env.SITES?.split(",");
  const wanted = [...SITES, BOOK].filter(({ name }) => !named || named.includes(name));
  return wanted.flatMap((site) => {
    const from = site === BOOK ? installedBook() : unpack(site.name, OUT);
    if (!from) console.log(`${site.name}: left out, ${site === BOOK ? "it" : archiveOf(site.name)} is not there`);
    return from ? [{ site, from }] : [];
  });
}

/** The parts that can be measured of a site. */
const PARTS = ["kindex", "levels", "growth", "memory", "native", "builds", "peers"];

/** Those that ask what is drawn from the documents, which those with others are given too. */
const DRAWN = ["memory", "native", "builds", "peers"];

const wanted = process.env.PARTS?.split(",") ?? PARTS;

/**
 * Measures the parts that are wanted of a site. Each part is kept when it is done, as they take
 * long.
 */
async function measure({ site, from }) {
  const part = async (name, measured) => {
    if (!wanted.includes(name)) return;
    console.log(`${site.name}: ${name}`);
    keep(site.name, { [name]: await measured() });
  };
  await part("kindex", () => measureKindex(site, from));
  if (site.levels) await part("levels", () => measureLevels(site, from));
  if (site.growth) await part("growth", () => measureGrowth(site, from, join(OUT, `${site.name}.growth`)));
  if (site.alone || !DRAWN.some((name) => wanted.includes(name))) return;
  const out = join(OUT, `${site.name}.peers`);
  const corpus = { ...(await corpusOf(site, from, out)), site: site.site, from };
  await part("memory", () => measureMemory(site, from, corpus.queries));
  await part("native", async () => {
    const index = join(OUT, `${site.name}.kdx`);
    if (!wanted.includes("kindex")) await build(from, index, site.site);
    return measureNative(site, index, corpus.queries.words);
  });
  await part("builds", () => measureBuilds(corpus, out));
  await part("peers", async () => ({ ...(await measurePeers(corpus, out)), counts: corpus.counts }));
}

async function publishAll(results) {
  const where = `${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.versions.node}`;
  const own = results.filter(({ kindex }) => kindex);
  if (own.length > 0) publish("bench", `Measured on ${where}.\n\n${kindexTable(own)}`);
  const levels = results.filter(({ levels }) => levels);
  if (levels.length > 0) publish("levels", levelsTable(levels));
  const open = results.filter(({ memory }) => memory);
  if (open.length > 0) publish("memory", memoryTable(open));
  const compared = results.filter(({ peers }) => peers);
  for (const result of compared) publish(`peers-${result.name}`, peersTable(result));
  const built = results.filter(({ builds }) => builds);
  if (built.length > 0) publish("builds", buildsTable(built));
  publish("configurations", configurations(await contestants(), versionOf));
  const beside = results.filter(({ native }) => native);
  if (beside.length > 0) publish("native", nativeTable(beside, versionOfTantivy()));
  drawLatency(compared);
  drawBytes(new Map(compared.map(({ name, peers }) => [name, peers.counts.pages])));
  const largest = own.find(({ name }) => name === LARGEST);
  if (largest) publish("bench", kindexSentence(largest), "docs/figures.md");
  for (const result of results.filter(({ growth }) => growth)) {
    publish("growth", growthTable(result));
    drawGrowth(result);
  }
}

mkdirSync(OUT, { recursive: true });
const sites = chosen();
if (sites.length === 0) throw new Error("there is nothing to measure: set DATA to a folder with docs/NAME.tar.xz, and SITES to names of them");
const unknown = wanted.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) throw new Error(`there are no such parts: ${unknown.join(", ")}; parts are ${PARTS.join(", ")}`);
if (wanted.includes("native")) buildNative();
for (const site of sites) await measure(site);
await publishAll(kept([...SITES, BOOK].map(({ name }) => name)));
