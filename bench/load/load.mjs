// Loads Workers in workerd on loopback, Kindex beside MiniSearch, and writes the table into BENCHMARKS.md.
//
//   make bench WHAT=load                 both sites
//   make bench WHAT=load DATA=folder     where the archives lie: docs/NAME.tar.xz
//   make bench WHAT=load SITES=vue-docs  some sites: prints, and leaves the table alone
import { createRequire } from "node:module";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { queries, sitesOf } from "../data/sites.mjs";
import { median } from "../numbers.mjs";
import { OUT, ROOT } from "../paths.mjs";
import { publishTables, table } from "../publish.mjs";
import { memoryOf, timeOf, workerds } from "./process.mjs";
import { workersOf } from "./workers.mjs";

const { default: autocannon } = await import(createRequire(join(ROOT, "tests/worker/")).resolve("autocannon"));

const NAMES = ["vue-docs", "mdn-en"];

/** Clients at the same time. */
const CONNECTIONS = 8;

/** Seconds. */
const MEASURED = 10;

/** Starts to take the median of. */
const STARTS = 3;

/** Milliseconds after which a request counts as failed. */
const PATIENCE = 60_000;

const paths = (asked) => asked.map((query) => `/search?q=${encodeURIComponent(query)}&limit=10`);

const direct = { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] };

/** Starts a Worker without the one that Miniflare puts before it. */
async function started(options) {
  const worker = new Miniflare({ ...options, ...direct });
  await worker.ready;
  return { worker, address: String(await worker.unsafeGetDirectURL()).replace(/\/$/, "") };
}

/** From a Worker that has answered nothing to its first answer, in milliseconds. */
async function firstAnswer(options, path) {
  const { worker, address } = await started(options);
  try {
    const begun = performance.now();
    const response = await fetch(address + path, { signal: AbortSignal.timeout(PATIENCE) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`it answered ${response.status}: ${text.slice(0, 200)}`);
    return performance.now() - begun;
  } finally {
    await worker.dispose();
  }
}

const cannon = (url, asked) =>
  autocannon({ url, connections: CONNECTIONS, duration: MEASURED, timeout: PATIENCE / 1000, requests: paths(asked).map((path) => ({ path })) });

/** Under load, when each query was asked once: what the generator saw, and what the process took. */
async function underLoad(options, asked) {
  const { worker, address } = await started(options);
  try {
    const pids = workerds();
    const begun = timeOf(pids);
    for (const path of paths(asked)) await (await fetch(address + path)).text();
    const memory = memoryOf(pids);
    const before = timeOf(pids);
    const once = (before - begun) / asked.length;
    const { requests, latency, errors, timeouts, non2xx } = await cannon(address, asked);
    const cpu = (timeOf(pids) - before) / requests.total;
    return { rate: requests.total / MEASURED, p50: latency.p50, p99: latency.p99, failed: errors + timeouts + non2xx, cpu, once, memory };
  } finally {
    await worker.dispose();
  }
}

async function measure({ options }, asked) {
  const starts = [];
  for (let count = 0; count < STARTS; count++) starts.push(await firstAnswer(options, paths(asked)[count]));
  return { ...(await underLoad(options, asked)), start: median(starts) };
}

const whole = (number) => Math.round(number).toLocaleString("en");

function rowOf(site, name, { rate, p50, p99, failed, cpu, once, memory, start }, empty) {
  const less = (value, of, digits) => (empty ? (value - of(empty)).toFixed(digits) : "");
  const times = [less(once, (none) => none.once, 1), less(cpu, (none) => none.cpu, 1)];
  return [site, name, whole(rate), p50, p99, failed, ...times, whole(start), whole(memory / 1e6), less(memory / 1e6, (none) => none.memory / 1e6, 0)];
}

async function rowsOf(site, pages) {
  const asked = queries(site, pages);
  const rows = [];
  let empty;
  for (const worker of await workersOf(site, pages, OUT)) {
    const found = await measure(worker, asked).catch((error) => ({ error }));
    if (found.error) console.error(`${site.name}, ${worker.name}: ${found.error.message}`);
    rows.push(found.error ? [site.name, worker.name, "fails", ...Array(8).fill("")] : rowOf(site.name, worker.name, found, empty));
    empty ??= found;
    console.log(rows.at(-1).join(" | "));
  }
  return rows;
}

const rows = [];
for (const { site, from } of sitesOf(NAMES)) rows.push(...(await rowsOf(site, from)));
const head = ["site", "Worker", "requests/s", "p50, ms", "p99, ms", "failed", "CPU, ms: asked first", "again", "first answer, ms", "memory, MB", "more than nothing"];
publishTables({ load: table(head, rows) });
