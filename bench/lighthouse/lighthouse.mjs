// Has Lighthouse look at the site of the documents, and writes the scores into BENCHMARKS.md.
//
//   make bench WHAT=lighthouse
//
// The site is served as GitHub Pages would. Each page is loaded some times in a new Chromium, on a
// telephone with a slow network and on a computer, both as Lighthouse simulates them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { launch as launchChrome } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { computeMedianRun } from "lighthouse/core/lib/median-run.js";
import { ARGUMENTS, CHROMIUM } from "../../scripts/chromium.mjs";
import { OUT, ROOT } from "../paths.mjs";
import { publish, table } from "../publish.mjs";
import { serve } from "./server.mjs";

const BASE = "/kindex/";
const RUNS = 3;

const PAGES = [
  ["home page", ""],
  ["list of guides", "docs/"],
  ["a document", "docs/search-box"],
];

const DEVICES = [
  ["telephone", undefined],
  ["computer", desktopConfig],
];

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

function built() {
  const SITE = join(OUT, "site");
  execFileSync(process.execPath, [join(ROOT, "site/build.mjs")], { env: { ...process.env, SITE, BASE }, stdio: "inherit" });
  return SITE;
}

async function once(url, config) {
  const chrome = await launchChrome({ chromePath: CHROMIUM, chromeFlags: ["--headless=new", ...ARGUMENTS] });
  try {
    const { lhr } = await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES, logLevel: "error" }, config);
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    await chrome.kill();
  }
}

/** The run whose first paint and interactivity are in the middle. */
async function measured(url, config) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await once(url, config));
  return computeMedianRun(runs);
}

/** The audits that cost a page something. */
function faultsOf({ categories, audits }) {
  const weighed = CATEGORIES.flatMap((name) => categories[name].auditRefs).filter(({ weight }) => weight > 0);
  return weighed.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 0.9);
}

function rowOf(page, device, run) {
  const scores = CATEGORIES.map((name) => Math.round(run.categories[name].score * 100));
  const seconds = (id) => (run.audits[id].numericValue / 1000).toFixed(1);
  return [page, device, ...scores, seconds("first-contentful-paint"), seconds("largest-contentful-paint"), Math.round(run.audits["total-blocking-time"].numericValue)];
}

const server = await serve(built(), BASE);
const rows = [];
let version;
for (const [page, path] of PAGES) {
  for (const [device, config] of DEVICES) {
    const run = await measured(server.address + path, config);
    version = run.lighthouseVersion;
    rows.push(rowOf(page, device, run));
    for (const { id, title, displayValue = "" } of faultsOf(run)) console.log(`${page}, ${device}: ${id}: ${title} ${displayValue}`);
  }
}
server.close();
const head = ["page", "device", "performance", "accessibility", "best practices", "SEO", "first paint, s", "largest paint, s", "blocked, ms"];
publish("lighthouse", `Lighthouse ${version}; the median of ${RUNS} runs.\n\n${table(head, rows)}`);
