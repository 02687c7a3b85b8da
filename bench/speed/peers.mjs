// Kindex beside the other engines in a page: building, opening, memory, warm searches.
import { join } from "node:path";
import { median, summary } from "../numbers.mjs";
import { inTurns, launch, memoryMeter, openPage } from "./browser.mjs";
import { buildIndex, contestants, reasonOf } from "./contestants.mjs";
import { serve } from "./server.mjs";

/** Builds the indexes, one engine after the other: `[{ contestant, folder, built }]`. */
async function buildAll(all, corpus, out) {
  const entries = [];
  for (const contestant of all) {
    const folder = join(out, contestant.name.toLowerCase().replace(/\W+/g, "-"));
    entries.push({ contestant, folder, built: await buildIndex(contestant, corpus, folder) });
    console.log(`  ${contestant.name}: ${entries.at(-1).built.failed ?? `built in ${entries.at(-1).built.seconds.toFixed(1)} s`}`);
  }
  return entries;
}

/** Times of pages for whole words and for unfinished ones; `undefined` for engines that cannot find these. */
async function ask(pages, entries, { words, prefixes }) {
  const whole = await inTurns(pages, words, false);
  const able = pages.filter((_, at) => entries[at].contestant.prefixes);
  const unfinished = await inTurns(able, prefixes, true);
  return pages.map((page, at) => ({ words: whole[at], prefixes: unfinished[able.indexOf(page)] }));
}

/** Time of opening, and memory of the page by then; once more where the engine opens anew while it runs. */
async function opening(page, { contestant }, meter) {
  const memory = await page.memory(meter);
  return { opened: page.opened, memory, again: contestant.again ? await page.again() : undefined };
}

/** Opens the pages of a session, asks them and closes them: what each of them took. */
async function session({ browser, server, meter }, all, entries, queries) {
  const pages = [];
  try {
    for (const entry of entries) pages.push(await openPage(browser, server.address, all.indexOf(entry)));
    const times = await ask(pages, entries, queries);
    const found = [];
    for (const [at, page] of pages.entries()) found.push({ ...times[at], ...(await opening(page, entries[at], meter)) });
    return found;
  } finally {
    for (const page of pages) await page.close();
  }
}

/** The time of an engine as a multiple of Kindex's, in the median, in one session. */
const ratioTo = (kindex, peer, kind) => peer[kind] && median(peer[kind].times) / median(kindex[kind].times);

/** Each engine in turns with Kindex, so that what else the machine does meets both. */
async function sessions(where, entries, queries) {
  const [kindex, ...others] = entries;
  const rows = new Map([[kindex, []]]);
  for (const entry of others.filter(({ built }) => !built.failed)) {
    try {
      const [ours, theirs] = await session(where, entries, [kindex, entry], queries);
      rows.get(kindex).push(ours);
      rows.set(entry, [{ ...theirs, ratio: ratioTo(ours, theirs, "words"), prefixRatio: ratioTo(ours, theirs, "prefixes") }]);
    } catch (error) {
      entry.built.failed = `in the page: ${reasonOf(error.message)}`;
    }
    console.log(`  ${entry.contestant.name}: ${entry.built.failed ?? `asked, × ${rows.get(entry)[0].ratio.toPrecision(2)}`}`);
  }
  return rows;
}

/** Over the sessions that an engine was in: of each query the median. */
function timesOf(found, kind) {
  if (!found[0][kind]) return undefined;
  const { times, hits } = found[0][kind];
  return { ...summary(times.map((_, at) => median(found.map((one) => one[kind].times[at])))), hits };
}

/** One row from the sessions that an engine was in; Kindex in one file was in all. */
function rowOf({ contestant, built }, found) {
  const { name, returns } = contestant;
  if (!found?.length) return { name, returns, built };
  const { ratio, prefixRatio } = found[0];
  const [opened, again, memory] = ["opened", "again", "memory"].map((key) => median(found.map((one) => one[key])));
  const page = { opened, again, memory };
  return { name, returns, built, page, words: timesOf(found, "words"), prefixes: timesOf(found, "prefixes"), ratio, prefixRatio };
}

/**
 * Measures all engines over a site: `{ chromium, rows: [{ name, returns, built, page, words,
 * prefixes, ratio, prefixRatio }] }`, times in milliseconds, memory in bytes. Ratios are to the
 * first row. An engine that cannot do it has `built.failed`.
 */
export async function measurePeers(corpus, out) {
  const entries = await buildAll(await contestants(), corpus, out);
  const server = await serve(entries);
  const browser = await launch();
  try {
    const meter = await memoryMeter(browser, server.address);
    const rows = await sessions({ browser, server, meter }, entries, corpus.queries);
    return { chromium: browser.version(), rows: entries.map((entry) => rowOf(entry, rows.get(entry))) };
  } finally {
    await browser.close();
    await server.close();
  }
}
