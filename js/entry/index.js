/**
 * Searches an index, in one file or in several. What starts threads is loaded when it is asked for.
 */
import { boolean, openOptions } from "../engine/options.js";
import { Index } from "../index/file-index.js";
import { eitherOpener } from "../shards/either.js";
import { ShardedIndex } from "../shards/sharded-index.js";
import { pageEngine } from "./page-engine.js";

export { KindexError } from "../engine/errors.js";

const openHere = eitherOpener(pageEngine, Index, ShardedIndex);

/**
 * @param {import("./index.js").Source | import("./index.js").ReadFile | PromiseLike<import("./index.js").Source>} source
 * @param {import("./index.js").ShardedOpenOptions & { worker?: boolean }} [given]
 * @returns {Promise<Index | ShardedIndex>}
 */
export async function open(source, given) {
  openOptions(given, { worker: boolean });
  const { worker, ...options } = given ?? {};
  return worker ? (await import("./threaded.js")).open(source, options) : openHere(source, options);
}
