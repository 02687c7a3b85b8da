// Measures search fields: the time from the key of a letter to the frame that shows what it finds.
// Writes the table into BENCHMARKS.md.
//
//   make bench WHAT=typing                  the sites below
//   make bench WHAT=typing DATA=folder      where the archives lie: docs/NAME.tar.xz
//   make bench WHAT=typing SITES=vue-docs   some sites: prints, and leaves the table alone
//
// Real pages in Chromium, the dialog open, everything loaded that the queries need. A query is
// written but for its last letter, which is then pressed, in one page after the other.
import { join } from "node:path";
import { launch, serveFiles } from "../../tests/browser/support.mjs";
import { queriesFrom } from "../data/queries.mjs";
import { sitesOf } from "../data/sites.mjs";
import { median, summary } from "../numbers.mjs";
import { OUT } from "../paths.mjs";
import { publishTables, table } from "../publish.mjs";
import { serveAlgolia } from "./algolia.mjs";
import { coldTimes } from "./cold.mjs";
import { CONTESTANTS, build } from "./contestants.mjs";
import { openField, settled, timed } from "./field.mjs";

/** Measured unless SITES says otherwise, each on pages that were just opened. */
const CHOSEN = ["vue-docs", "kubernetes-en", "mdn-en"];

/** Measured on pages that have loaded all, too. */
const WARM = "vue-docs";

/** The number of queries of whole words that are timed, and of those whose last word is unfinished. */
const QUERIES = 25;

/** Each query is timed so often, after a pass that is not. */
const ROUNDS = 3;

/** Letters that every keyboard has. */
const TYPED = /[a-z]$/;

function pageOf(contestant, algolia) {
  return `<!doctype html><html lang="en"><title>Search</title><link rel="icon" href="data:,"><body>${contestant.html(algolia)}`;
}

/** Writes all of a query but its last letter, and waits until that is answered. */
async function begin(one, query) {
  await one.field.fill(query.slice(0, -1));
  return settled(one);
}

/** What a field shows for a query, once it has loaded all; undefined where it finds nothing or the last letter changes nothing. */
async function expected(one, query) {
  await one.field.fill(query);
  await settled(one);
  const before = await begin(one, query);
  await one.page.keyboard.press(query.at(-1));
  const after = await settled(one);
  return after && after !== before ? after : undefined;
}

/** All queries once, so that all is loaded: those whose last letter every field shows, with what each shows. */
async function warm(fields, queries) {
  const found = [];
  for (const query of queries) {
    if (found.length === QUERIES) break;
    const lists = await Promise.all(fields.map((one) => expected(one, query)));
    if (lists.every(Boolean)) found.push({ query, lists });
  }
  return found;
}

/** Each query in each field, one after the other, another one first each time: for each field a time for each query. */
async function inTurns(fields, asked) {
  const times = fields.map(() => asked.map(() => []));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [nth, { query, lists }] of asked.entries()) {
      await Promise.all(fields.map((one) => begin(one, query)));
      for (let turn = 0; turn < fields.length; turn++) {
        const at = (turn + nth + round) % fields.length;
        times[at][nth].push(await timed(fields[at], query.at(-1), lists[at]));
      }
    }
    console.log(`  round ${round + 1} of ${ROUNDS}`);
  }
  const whole = asked.map((_, nth) => times.every((all) => all[nth].every(Number.isFinite)));
  asked.forEach(({ query }, nth) => whole[nth] || console.log(`  left out, as it was not answered as before: ${query}`));
  return times.map((all) => all.filter((_, nth) => whole[nth]).map(median));
}

/** Times by field, in milliseconds, and how many queries they are of. */
async function inBrowser(browser, address, { words, prefixes }) {
  const fields = [];
  try {
    for (const name of Object.keys(CONTESTANTS)) fields.push(await openField(browser, address, name));
    const typed = (queries) => queries.filter((query) => TYPED.test(query));
    const asked = [...(await warm(fields, typed(words))), ...(await warm(fields, typed(prefixes)))];
    console.log(`  ${asked.length} queries`);
    const times = await inTurns(fields, asked);
    const complaints = fields.flatMap(({ name, complaints }) => complaints.map((words) => `${name}: ${words}`));
    if (complaints.length > 0) console.log(complaints.join("\n"));
    return { times: new Map(fields.map(({ name }, at) => [name, times[at]])), count: times[0].length };
  } finally {
    for (const { close } of fields) await close();
  }
}

/** Measures the fields over a site: `{ name, pages, count, times }`. */
async function measure(browser, site, from) {
  const { folders, pages, sections, names } = await build(site, from, join(OUT, `${site.name}.typing`));
  const algolia = await serveAlgolia(sections);
  const page = (path) => {
    const contestant = CONTESTANTS[path.slice(1)];
    return contestant ? pageOf(contestant, algolia.host) : "";
  };
  const headers = (path) => (path.endsWith(".css") ? { "content-type": "text/css" } : {});
  const server = await serveFiles(folders, { page, headers });
  try {
    const texts = pages.flatMap(({ sections }) => sections.map(({ text }) => text));
    const queries = queriesFrom(texts);
    const warm = site.name === WARM && (await inBrowser(browser, server.address, queries));
    const cold = await coldTimes(browser, server.address, names, queries.words);
    return { name: site.name, pages: pages.length, warm, cold };
  } finally {
    await server.close();
    await algolia.close();
    sections.close();
  }
}

const ms = (time) => time.toFixed(0);
const times = (ratio) => ratio.toPrecision(2);

/** A row for each field: its times, and their medians as multiples of Kindex's. */
function rowsOf({ name, warm: { times: all } }) {
  const [one, several] = ["Kindex, one file", "Kindex, several files"].map((kindex) => median(all.get(kindex)));
  return [...all].map(([field, took]) => {
    const { p50, p95 } = summary(took);
    const { waits } = CONTESTANTS[field];
    return [name, field, `${ms(p50)} / ${ms(p95)}`, times(p50 / one), times(p50 / several), waits, ms(p50 - waits)];
  });
}

function tableOf(version, measured) {
  const versions = Object.entries(CONTESTANTS).flatMap(([name, { version }]) => (version ? [`${name.split(",")[0]} ${version}`] : []));
  const sites = measured.map(({ name, pages, warm }) => `${name}: ${pages.toLocaleString("en")} pages, ${warm.count} queries`);
  const head = ["site", "field", "last letter to paint, ms: p50 / p95", "× one file", "× several files", "waits first, ms", "p50 without that"];
  return `${sites.join("; ")}. ${versions.join(", ")}; Chromium ${version}.\n\n${table(head, measured.flatMap(rowsOf))}`;
}

/** A row for each field: the first list on a page that was just opened, and a further letter. */
function coldTable(measured) {
  const cell = (took) => (took.length > 0 ? `${ms(summary(took).p50)} / ${ms(summary(took).p95)}` : "none");
  const rows = measured.flatMap(({ name, pages, cold }) =>
    [...cold].map(([field, { first, next }]) => [name, pages.toLocaleString("en"), field, cell(first), cell(next)]),
  );
  return table(["site", "pages", "field", "first list, ms: p50 / p95", "further letter, ms: p50 / p95"], rows);
}

const sites = sitesOf(CHOSEN);
const browser = await launch();
const measured = [];
for (const { site, from } of sites) {
  console.log(site.name);
  measured.push(await measure(browser, site, from));
}
const version = browser.version();
await browser.close();
const loaded = measured.filter((one) => one.warm);
publishTables({ ...(loaded.length > 0 && { typing: tableOf(version, loaded) }), "typing-cold": coldTable(measured) });
