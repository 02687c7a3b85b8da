// Measures what it takes to replace a page of an index in memory, up to the answer of the next
// search: Kindex, Kindex building all anew, and other engines that take changes. Writes the table
// into BENCHMARKS.md.
//
//   make bench WHAT=changes                  vue-docs and kubernetes-en
//   make bench WHAT=changes SITES=rust-book  some sites: prints, and leaves the table alone
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Builder, open } from "../../dist/npm/build.js";
import { sitesOf } from "../data/sites.mjs";
import { CHANGING } from "../engines/changes.mjs";
import { pagesFrom } from "../engines/sections.mjs";
import { percentile } from "../numbers.mjs";
import { OUT } from "../paths.mjs";
import { publishTables, table } from "../publish.mjs";

/** The number of pages that are replaced, one after another. */
const CHANGES = 30;

/** Building all anew is done less often. */
const BUILDS = 5;

const QUERY = "component";

const record = ({ id, url, title, text }) => ({ id, url, title, text });

/** A page with another word in each round. */
const edited = (page, round) => ({ ...page, text: `${page.text}\n\nEdited${round}.\n` });

async function kindex(pages) {
  let index = await open(await built(pages));
  // The first change reads the documents of the index.
  index = index.with();
  return (page) => {
    const next = index.with([record(page)]);
    index.close();
    index = next;
    return next.search(QUERY).total;
  };
}

async function built(pages) {
  const builder = await Builder.create({ mergeable: true });
  pages.forEach((page) => builder.add(record(page)));
  return builder.finish();
}

async function anew(pages) {
  return async (page) => {
    const index = await open(await built(pages.map((before) => (before.id === page.id ? page : before))));
    const { total } = index.search(QUERY);
    index.close();
    return total;
  };
}

async function times(make, pages, changes) {
  const change = await make(pages, QUERY);
  const all = [];
  for (let round = 0; round < changes; round++) {
    const page = edited(pages[(round * 7) % pages.length], round);
    const begun = performance.now();
    if ((await change(page)) === 0) throw new Error(`${QUERY} finds nothing`);
    all.push(performance.now() - begun);
  }
  return all;
}

async function measure(site, from) {
  const { name } = site;
  const out = join(OUT, `${name}.changes`);
  mkdirSync(out, { recursive: true });
  const pages = await pagesFrom(site, from, out);
  const contestants = [["Kindex, `with`", kindex, CHANGES], ["Kindex, all built anew", anew, BUILDS]];
  for (const [engine, make] of Object.entries(CHANGING)) contestants.push([engine, make, CHANGES]);
  const rows = [];
  for (const [engine, make, changes] of contestants) {
    const took = await times(make, pages, changes);
    rows.push([name, pages.length, engine, ...[0.5, 0.95].map((share) => percentile(took, share).toFixed(1))]);
    console.log(rows.at(-1).join(" | "));
  }
  return rows;
}

const rows = [];
for (const { site, from } of sitesOf(["vue-docs", "kubernetes-en"])) rows.push(...(await measure(site, from)));
publishTables({ changes: table(["site", "pages", "engine", "p50, ms", "p95, ms"], rows) });
