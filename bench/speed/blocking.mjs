// Measures the longest time for which opening and searching an index hold up a page in Chromium,
// and the time of a search, without a thread and with one. Times are in milliseconds, medians of
// several rounds:
//
//   node bench/speed/blocking.mjs FILE.kdx
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, openPage, serveFiles } from "../../tests/browser/support.mjs";
import { median } from "../numbers.mjs";

const PACKAGE = fileURLToPath(new URL("../../dist/npm", import.meta.url));
const ROUNDS = 7;

const QUERIES = [
  "array map",
  "how to center a div",
  "css grid template areas",
  "fetch abort signal",
  "promise all settled",
  "the of a in",
  "websocket close event",
  "intersection observer",
  "flexbo",
  "background image gradient",
];

/** Runs in the page. Gives milliseconds. */
async function measure({ address, worker, queries }) {
  const { open } = await import("/kindex/index.min.js");
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  // Messages to oneself come as quickly as the page can take them: a gap is what held it up.
  const { port1, port2 } = new MessageChannel();
  let [longest, last] = [0, performance.now()];
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    port2.postMessage(0);
  };
  port2.postMessage(0);
  const longestIn = async (work) => {
    await pause(100);
    longest = 0;
    await work();
    await pause(50);
    return Math.round(longest);
  };
  let index;
  const opening = await longestIn(async () => (index = await open(address, { worker })));
  const times = [];
  const searching = await longestIn(async () => {
    for (const query of queries) {
      const begun = performance.now();
      await index.search(query, { prefix: true, limit: 8 });
      times.push(performance.now() - begun);
      await pause(20);
    }
  });
  times.sort((a, b) => a - b);
  return { opening, searching, search: Math.round(times[times.length >> 1]) };
}

/** The median of each figure. */
const medians = (rounds) => Object.fromEntries(Object.keys(rounds[0]).map((name) => [name, median(rounds.map((round) => round[name]))]));

const file = process.argv[2];
const server = await serveFiles({ kindex: PACKAGE, indexes: dirname(file) });
const browser = await launch();
for (const worker of [false, true]) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page, close } = await openPage(browser);
    await page.goto(server.address);
    const given = { address: `/indexes/${basename(file)}`, worker, queries: QUERIES };
    rounds.push(await page.evaluate(measure, given));
    await close();
  }
  console.log(worker ? "in a thread" : "in the page", medians(rounds));
}
await browser.close();
await server.close();
