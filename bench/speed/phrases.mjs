// Measures what a phrase costs beside the same words without quotes: the time of a search in one
// file, in the page's and in the Worker's build, and what an index in several files loads. Writes
// the table into BENCHMARKS.md.
//
//   make bench WHAT=phrases                 kubernetes-en and mdn-en
//   make bench WHAT=phrases SITES=vue-docs  some sites: prints, and leaves the table alone
//
// Phrases are neighbouring words of the texts, taken at random, and titles of several words.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { open as openExplorer } from "../../dist/npm/explore.js";
import { open as openIndex } from "../../dist/npm/index.js";
import { sitesOf } from "../data/sites.mjs";
import { pagesOf } from "../engines/pages.mjs";
import { build } from "../engines/sections.mjs";
import { percentile, random } from "../numbers.mjs";
import { OUT } from "../paths.mjs";
import { publishTables, table } from "../publish.mjs";

const SEED = 20261;

/** The number of phrases of neighbouring words, and of titles. */
const [OF_TEXTS, OF_TITLES] = [300, 100];

/** One in STEP of them is asked of an index in several files, each time opened anew. */
const STEP = 2;

/** The rounds, of which the best counts: other programs on the machine do not. */
const ROUNDS = 3;

/** A first answer has five results with their texts. */
const OPTIONS = { limit: 5, prefix: false };

/** Lines of prose, in the parts that signs leave. */
const PROSE = /^[\p{L} ,.'()-]{40,}$/u;

const pick = (next, items) => items[Math.floor(next() * items.length)];

/** Two to four neighbouring words of a page; none where it has no prose. */
function neighbours(next, text) {
  const lines = text.split("\n").filter((line) => PROSE.test(line));
  const parts = lines.flatMap((line) => line.split(/[,.()]/)).map((part) => part.trim().split(/\s+/));
  const words = pick(next, parts.filter((part) => part.length >= 4));
  if (!words) return undefined;
  const count = 2 + Math.floor(next() * 3);
  const from = Math.floor(next() * (words.length - count + 1));
  return words.slice(from, from + count).join(" ");
}

function phrasesOf(pages) {
  const next = random(SEED);
  const phrases = [];
  while (phrases.length < OF_TEXTS) {
    const phrase = neighbours(next, pick(next, pages).text);
    if (phrase) phrases.push(phrase);
  }
  const titles = Array.from({ length: OF_TITLES }, () => pick(next, pages).title.replaceAll('"', ""));
  return [...phrases, ...titles.filter((title) => title.includes(" "))];
}

/** The milliseconds of each query. */
function times(index, queries) {
  const best = new Array(queries.length).fill(Infinity);
  for (let round = 0; round < ROUNDS; round += 1) {
    queries.forEach((query, at) => {
      const begun = performance.now();
      index.search(query, OPTIONS);
      best[at] = Math.min(best[at], performance.now() - begun);
    });
  }
  return best;
}

/** The bytes that each query loads after the head. */
async function loads(folder, queries) {
  const bytes = [];
  for (const query of queries.filter((_, at) => at % STEP === 0)) {
    let loaded = 0;
    const index = await openIndex(async (name) => {
      const file = readFileSync(join(folder, name));
      loaded += file.length;
      return file;
    });
    loaded = 0;
    await index.search(query, OPTIONS);
    bytes.push(loaded);
  }
  return bytes;
}

const both = (values, show) => `${show(percentile(values, 0.5))} / ${show(percentile(values, 0.95))}`;

function row(name, way, plain, quoted, show) {
  const ratio = percentile(quoted, 0.95) / percentile(plain, 0.95);
  return [name, way, both(plain, show), both(quoted, show), ratio.toFixed(1)];
}

async function measure(site, from) {
  const { name } = site;
  const out = join(OUT, `${name}.phrases`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const [one, several] = [join(out, "one.kdx.gz"), join(out, "several")];
  build(site, from, one);
  build(site, from, several, "--layout", "sharded");
  const explorer = await openExplorer(one);
  const phrases = phrasesOf(pagesOf(explorer));
  const quoted = phrases.map((phrase) => `"${phrase}"`);
  const search = await openIndex(gunzipSync(readFileSync(one)));
  const ms = (time) => time.toFixed(2);
  const kb = (bytes) => (bytes / 1024).toFixed(0);
  const rows = [
    row(name, "one file, the page's build, ms", times(search, phrases), times(search, quoted), ms),
    row(name, "one file, the Worker's build, ms", times(explorer, phrases), times(explorer, quoted), ms),
    row(name, "several files, loaded, KB", await loads(several, phrases), await loads(several, quoted), kb),
  ];
  explorer.close();
  search.close();
  return rows;
}

const rows = [];
for (const { site, from } of sitesOf(["kubernetes-en", "mdn-en"])) rows.push(...(await measure(site, from)));
publishTables({ phrases: table(["site", "measured", "without quotes, p50 / p95", "in quotes, p50 / p95", "ratio of p95"], rows) });
