// The parts of the soak.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";
import { openWith } from "../speed/wasm.mjs";
import { materialOf } from "./draw.mjs";
import { soakInstance } from "./instance.mjs";
import { soakMcp } from "./mcp.mjs";
import { soakOpenings, soakTenants } from "./openings.mjs";
import { ANSWERS_ONLY, soakWorker } from "./worker.mjs";

/** The index of tests/corpus: many languages, metadata, code and pins. */
const INDEX = join(ROOT, "tests/golden/guide-v1.kdx");

const SEED = 20260;

/** Control queries. */
const CONTROL = 100;

/** The number of queries for each opening. */
const OPENING = 10;

export const PARTS = [
  { name: "queries to one instance of WebAssembly in Node", soak: soakInstance, each: 1 },
  { name: "requests to one workerd", soak: soakWorker, each: 1 },
  { name: "the same to a Worker that only answers", soak: soakWorker, script: ANSWERS_ONLY, each: 1 },
  { name: "messages to one `kindex mcp`", soak: soakMcp, each: 1 },
  { name: "open, search, close: `kindex`", soak: soakOpenings, entry: "index.js", each: OPENING },
  { name: "open, search, close: `kindex/explore`", soak: soakOpenings, entry: "explore.js", each: OPENING },
  { name: "a Worker opens and closes for its tenants", soak: soakTenants, each: OPENING },
];

/**
 * Runs a part, and tells what was asked and what memory it took.
 *
 * @param {typeof PARTS[number]} part
 * @param {{ queries: number, until: number }} how the time at which it ends, as `Date.now` tells it
 */
export async function soakPart({ name, soak, each, ...more }, { queries, until }) {
  const bytes = readFileSync(INDEX);
  const { index } = await openWith("explore.js", bytes);
  const material = materialOf(index);
  index.close();
  const shared = { path: INDEX, bytes, material, control: CONTROL, seed: SEED };
  return { name, ...(await soak({ ...shared, ...more, count: Math.ceil(queries / each), until })) };
}
