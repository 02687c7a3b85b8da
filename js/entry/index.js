/**
 * Searches an index, in one file or in several, or several indexes as one. What starts threads is loaded when it is asked for.
 */
import { isFolder } from "../engine/bytes.js";
import { imported } from "../engine/imported.js";
import { boolean, openOptions } from "../engine/options.js";
import { Index } from "../index/file-index.js";
import { eitherOpener } from "../shards/either.js";
import { ShardedIndex, readerOfFile } from "../shards/sharded-index.js";
import { pageEngine } from "./page-engine.js";

export { KindexError } from "../engine/errors.js";

const openOne = eitherOpener(pageEngine, Index, ShardedIndex);

/** What opens several is loaded when it is asked for, with a module of its own. */
const openHere = async (source, options) =>
  Array.isArray(source) ? (await imported(() => import("./several.js"))).open(source, options) : openOne(source, options);

/**
 * @param {import("./index.js").Source | import("./index.js").ReadFile | PromiseLike<import("./index.js").Source> | import("./index.js").GroupSource[]} source
 * @param {import("./index.js").ShardedOpenOptions & { worker?: boolean }} [given]
 * @returns {Promise<Index | ShardedIndex | import("./index.js").IndexGroup>}
 */
export async function open(source, given) {
  openOptions(given, { worker: boolean });
  const { worker, ...options } = given ?? {};
  if (!worker) return openHere(source, options);
  try {
    return await (await imported(() => import("./threaded.js"))).open(source, options);
  } catch (error) {
    if (error.code !== "thread_failed") throw error;
    // A policy of the page may forbid threads, as Trusted Types do. Answers come by promises here too.
    const isPromised = Array.isArray(source) || isFolder(source);
    return openHere(isPromised ? source : readerOfFile(source), options).catch(() => {
      throw error;
    });
  }
}
