// Engines in pages of a real browser, which are asked in turns.
import { launch as launchChromium } from "../../scripts/chromium.mjs";
import { median } from "../numbers.mjs";
import { HEAP_MB, PATIENCE } from "./run.mjs";

const ARGUMENTS = [
  // Else it takes up to 20 s until a page is told what memory it holds.
  "--enable-blink-features=ForceEagerMeasureMemory",
  `--js-flags=--max-old-space-size=${HEAP_MB}`,
];

/** The number of queries that an engine is asked before it is the next one's turn. */
const TURN = 20;

/** Each query is timed so often, after a pass that is not. */
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

async function reported(page) {
  const { bytes } = await page.evaluate(() => performance.measureUserAgentSpecificMemory());
  return bytes;
}

/** Bytes in the memories of WebAssembly. */
async function inWasm(page) {
  const counts = [page, ...page.workers()].map((where) => where.evaluate(() => globalThis.wasmBytes?.() ?? 0));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count);
}

/** Pages of 64 KB of WebAssembly. */
const SAMPLE = 512;

/** Finds out whether the browser counts the memories of WebAssembly as memory of a page: Chromium 148 does, 156 does not. */
async function countsWasm(page) {
  const before = await reported(page);
  await page.evaluate((initial) => { globalThis.sample = new WebAssembly.Memory({ initial }); }, SAMPLE);
  return (await reported(page)) - before > (SAMPLE << 16) / 2;
}

/**
 * Gives what tells the memory of a page in bytes, less that of an empty page: JavaScript, buffers
 * and WebAssembly.
 */
export async function memoryMeter(browser, address) {
  const context = await browser.newContext();
  const blank = await context.newPage();
  await blank.goto(`${address}/blank`);
  const empty = await reported(blank);
  const isCounted = await countsWasm(blank);
  await context.close();
  return async (page) => (await reported(page)) - empty + (isCounted ? 0 : await inWasm(page));
}

/** A page with an engine that is opened: `{ opened, again, time, memory, close }`. */
export async function openPage(browser, address, number) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  try {
    await page.goto(`${address}/engine/${number}`);
    await page.waitForFunction(() => globalThis.bench);
    const open = async () => {
      await within(page, page.evaluate(() => globalThis.bench.fetch()));
      return within(page, page.evaluate(() => globalThis.bench.open()));
    };
    const opened = await open();
    const time = (queries, prefix) =>
      within(page, page.evaluate(([queries, prefix]) => globalThis.bench.time(queries, prefix), [queries, prefix]));
    return { opened, again: open, time, memory: (meter) => within(page, meter(page)), close: () => context.close() };
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
