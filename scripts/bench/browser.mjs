// Engines in pages of a real browser, which are asked in turns.
import { launch as launchChromium } from "../chromium.mjs";
import { median } from "./numbers.mjs";
import { HEAP_MB, PATIENCE } from "./run.mjs";

const ARGUMENTS = [
  // Else it takes up to 20 s until a page is told what memory it holds.
  "--enable-blink-features=ForceEagerMeasureMemory",
  `--js-flags=--max-old-space-size=${HEAP_MB}`,
];

/** How many queries an engine is asked before it is the next one's turn. */
const TURN = 20;

/** How often each query is timed, after a pass that is not. */
const ROUNDS = 3;

/** No round begins later than this after the first, in milliseconds: slow engines are timed once. */
const LATEST = 20_000;

export function launch() {
  return launchChromium(...ARGUMENTS);
}

/** Rejects where the page dies or takes too long. */
function within(page, work) {
  let timer;
  const bad = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("took too long")), PATIENCE);
    page.once("crash", () => reject(new Error("the page ran out of memory")));
  });
  return Promise.race([work, bad]).finally(() => clearTimeout(timer));
}

/** The memory of a page in bytes: JavaScript, buffers and WebAssembly. */
async function memoryOf(page) {
  const { bytes } = await page.evaluate(() => performance.measureUserAgentSpecificMemory());
  const counts = [page, ...page.workers()].map((where) => where.evaluate(() => globalThis.wasmBytes?.() ?? 0));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, bytes);
}

/** What a page holds that does nothing. */
export async function memoryOfBlank(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${address}/blank`);
  const bytes = await memoryOf(page);
  await context.close();
  return bytes;
}

/** A page with an engine that is opened: `{ opened, time, memory, close }`. */
export async function openPage(browser, address, number) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  try {
    await page.goto(`${address}/engine/${number}`);
    await page.waitForFunction(() => globalThis.bench);
    await within(page, page.evaluate(() => globalThis.bench.fetch()));
    const opened = await within(page, page.evaluate(() => globalThis.bench.open()));
    const time = (queries, prefix) =>
      within(page, page.evaluate(([queries, prefix]) => globalThis.bench.time(queries, prefix), [queries, prefix]));
    return { opened, time, memory: () => within(page, memoryOf(page)), close: () => context.close() };
  } catch (error) {
    await context.close();
    throw error;
  }
}

function turnsOf(queries) {
  const turns = [];
  for (let at = 0; at < queries.length; at += TURN) turns.push(queries.slice(at, at + TURN));
  return turns;
}

/** Asks all queries once: how many results with a text each page has for one, in the mean. */
async function warm(pages, queries, prefix) {
  const hits = [];
  for (const page of pages) {
    const { found } = await page.time(queries, prefix);
    if (found === 0) throw new Error("finds nothing with a text");
    hits.push(found / queries.length);
  }
  return hits;
}

/**
 * Asks pages in turns: for each page `{ times, hits }`, a time for each query in milliseconds, the
 * median of the rounds, and how many results it has. Pages are warm: they were asked all before.
 */
export async function inTurns(pages, queries, prefix) {
  const hits = await warm(pages, queries, prefix);
  const times = pages.map(() => queries.map(() => []));
  const begun = performance.now();
  for (let round = 0; round < ROUNDS && performance.now() - begun < LATEST; round++) {
    for (const [turn, asked] of turnsOf(queries).entries()) {
      for (const [at, page] of pages.entries()) {
        const { times: took } = await page.time(asked, prefix);
        took.forEach((one, number) => times[at][turn * TURN + number].push(one));
      }
    }
  }
  return pages.map((_, at) => ({ times: times[at].map(median), hits: hits[at] }));
}
