import { isFolder } from "../engine/bytes.js";
import { KindexError } from "../engine/errors.js";
import { openOptions, string } from "../engine/options.js";
import { Index, innerOf, opener } from "../index/file-index.js";
import { ShardedIndex, ask, shardedOpener } from "../shards/sharded-index.js";
import * as ways from "./explore-methods.js";

/** An open index that says more than what a query finds: see ways.js for its methods. */
class Explorer extends Index {}

/** The same for an index in several files: its methods give promises. */
class ShardedExplorer extends ShardedIndex {}

/**
 * Asks an index in several files what the method of that name would answer, for who has a signal.
 *
 * @param {ShardedExplorer} index
 * @param {keyof typeof ways} name
 * @param {unknown[]} args
 * @param {AbortSignal} [signal]
 */
export function askWay(index, name, args, signal) {
  return ask(index, (inner) => ways[name](inner, ...args), signal);
}

for (const name of Object.keys(ways)) {
  Explorer.prototype[name] = function (...args) {
    return ways[name](innerOf(this), ...args);
  };
  ShardedExplorer.prototype[name] = function (...args) {
    return askWay(this, name, args);
  };
}

/**
 * Makes the function `open` over a WebAssembly module.
 *
 * @param {ReturnType<typeof import("../engine/engine.js").engine>} load
 */
export function explorerOpener(load) {
  const openFile = opener(load, Explorer);
  const openFolder = shardedOpener(load, ShardedExplorer);
  /**
   * @param {import("../entry/index.js").Source | import("../entry/index.js").ReadFile} source
   * @param {import("../entry/index.js").ExploreOpenOptions} [options]
   * @returns {Promise<Explorer | ShardedExplorer>}
   */
  return async (source, options) => {
    openOptions(options, { tenant: string });
    if (typeof source !== "function" && !isFolder(source)) return openFile(source, options);
    if ((options?.tenant ?? undefined) === undefined) return openFolder(source, options, true);
    const message = "tenant: a folder holds one index; give each tenant a folder";
    throw new KindexError("invalid_option", message);
  };
}
