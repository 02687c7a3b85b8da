// Kindex by itself: building, natively, in Node.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../../dist/npm/index.js";
import { queries } from "../data/sites.mjs";
import { median, summary } from "../numbers.mjs";
import { KINDEX, OUT, ROOT } from "../paths.mjs";
import { run } from "./run.mjs";

/** Runs `kindex build`: its summary and the most memory that it held, in bytes. */
export async function build(from, index, site, more = []) {
  const { printed, peak } = await run(KINDEX, ["build", from, "-o", index, "--site", site, "--json", ...more]);
  return { ...JSON.parse(printed), peak };
}

/** The middle one of three builds: the first may wait for the disk. */
async function middleBuild(...args) {
  const built = [await build(...args), await build(...args), await build(...args)];
  return built.toSorted((a, b) => a.seconds - b.seconds)[1];
}

/** Opening and searching natively, in milliseconds: `{ open, first, p50, p95, queries }`. */
export function native(index, file) {
  const cargo = ["bench", "--locked", "-q", "--bench", "latency", "--all-features", "--", index, file];
  const printed = execFileSync("cargo", cargo, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return JSON.parse(printed.trim().split("\n").at(-1));
}

async function timeOpening(bytes) {
  (await open(bytes)).close(); // the module is loaded now
  const begun = performance.now();
  const index = await open(bytes);
  return { index, took: performance.now() - begun };
}

/**
 * Opening and searching in Node, in milliseconds: `{ open, p50, p95 }` for each index. They take
 * turns, query by query; each is warm.
 */
export async function inNode(paths, asked, rounds = 1) {
  const opened = [];
  for (const path of paths) opened.push(await timeOpening(readFileSync(path)));
  const times = paths.map(() => asked.map(() => []));
  for (let round = 0; round <= rounds; round++) {
    for (const [number, query] of asked.entries()) {
      for (const [at, { index }] of opened.entries()) {
        const begun = performance.now();
        index.search(query);
        if (round > 0) times[at][number].push(performance.now() - begun);
      }
    }
  }
  opened.forEach(({ index }) => index.close());
  return opened.map(({ took }, at) => ({ open: took, ...summary(times[at].map(median)) }));
}

/** A file with the queries of a site, one a line. */
export function queriesFile(site, asked) {
  const file = join(OUT, `${site.name}.queries.txt`);
  writeFileSync(file, asked.join("\n") + "\n");
  return file;
}

/** Kindex over a site: `{ built, bytes, native, node }`. */
export async function measureKindex(site, from) {
  const index = join(OUT, `${site.name}.kdx`);
  const built = await middleBuild(from, index, site.site);
  const asked = queries(site, from);
  const [node] = await inNode([index], asked);
  return { built, bytes: statSync(index).size, native: native(index, queriesFile(site, asked)), node };
}
