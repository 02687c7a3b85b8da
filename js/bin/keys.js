// Keys that were asked for and that no document has: a mistake that looks like finding nothing.
import { warn } from "./output.js";

/** How many keys are named at most. */
const NAMED = 20;

/**
 * Says which keys no document has, and which there are, as the native command does. Reads documents
 * until it has seen all keys that were asked for.
 *
 * @param {import("../index.js").Explorer | import("../index.js").ShardedExplorer} index
 * @param {string[]} asked
 */
export async function sayMissing(index, asked) {
  const missing = new Set(asked);
  const there = new Set();
  for (const id of missing.size > 0 ? await index.documents() : []) {
    for (const key of keysOf(await index.document(id))) {
      missing.delete(key);
      there.add(key);
    }
    if (missing.size === 0) return;
  }
  for (const key of sorted(missing)) warn(`no document has the key ${key}; ${named(sorted(there))}`);
}

const keysOf = ({ filters, meta, lang }) => [...Object.keys(filters), ...Object.keys(meta), ...(lang ? ["lang"] : [])];

/** By their bytes. */
const sorted = (keys) => [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

function named(keys) {
  if (keys.length === 0) return "there are none in this index";
  const more = keys.length - NAMED;
  return `keys are ${keys.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
