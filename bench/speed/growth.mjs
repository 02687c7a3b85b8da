// Measures how Kindex grows with a site: over parts of it, the smaller ones within the larger ones.
import { cpSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { random } from "../numbers.mjs";
import { corpusOf } from "./corpus.mjs";
import { build, inNode } from "./kindex.mjs";

const SEED = 20261;

/** Shares of all pages, the smallest first: what is asked comes from its text. */
const SHARES = [0.01, 0.1, 1];

const ROUNDS = 3;

const PAGE = /\.(md|mdx|html|txt)$/;

/** The pages of a folder, shuffled the same way each time. */
function shuffled(folder) {
  const next = random(SEED);
  const files = readdirSync(folder, { recursive: true }).filter((name) => PAGE.test(name)).sort();
  const keyed = files.map((name) => ({ name, key: next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ name }) => name);
}

/** Copies a share of the pages: `{ folder, bytes }`, the size of their files. */
function sample(from, files, share, folder) {
  rmSync(folder, { recursive: true, force: true });
  const chosen = files.slice(0, Math.round(files.length * share));
  for (const name of chosen) cpSync(join(from, name), join(folder, name), { recursive: true });
  const bytes = chosen.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return { share, folder, bytes };
}

async function buildBoth({ site }, { share, folder, bytes }, out) {
  const [index, sharded] = [join(out, `${share}.kdx`), join(out, `${share}.sharded`)];
  const { documents, seconds, peak } = await build(folder, index, site);
  await build(folder, sharded, site, ["--layout", "sharded"]);
  const head = statSync(join(sharded, "index.kdx")).size;
  return { share, index, bytes, documents, seconds, peak, size: statSync(index).size, head };
}

/**
 * Builds parts of a site and searches them in turns: `[{ share, documents, bytes, seconds, peak,
 * size, head, p50, p95 }]`, sizes in bytes, times of searches in Node in milliseconds.
 */
export async function measureGrowth(site, from, out) {
  const files = shuffled(from);
  const parts = SHARES.map((share) => sample(from, files, share, join(out, String(share))));
  const { queries } = await corpusOf(site, parts[0].folder, join(out, "queries"));
  const built = [];
  for (const part of parts) built.push(await buildBoth(site, part, out));
  const times = await inNode(built.map(({ index }) => index), queries.words, ROUNDS);
  return built.map((part, at) => ({ ...part, ...times[at] }));
}
