import { openOptions } from "../engine/options.js";
import { Index, innerOf } from "../index/file-index.js";
import { eitherOpener } from "../shards/either.js";
import { groupOpener } from "../shards/group.js";
import { ShardedIndex, ask } from "../shards/sharded-index.js";
import * as methods from "./explore-methods.js";
import { exploreArguments } from "./explore-options.js";

/** An open index that can be explored besides: explore-methods.js has its methods. */
export class Explorer extends Index {
  static argumentsOf = exploreArguments;
}

/** The same for an index in several files: its methods give promises. */
class ShardedExplorer extends ShardedIndex {
  static argumentsOf = exploreArguments;
}

const NAMES = Object.keys(methods);

for (const name of NAMES) {
  Explorer.prototype[name] = function (...args) {
    return methods[name](innerOf(this), ...args);
  };
  ShardedExplorer.prototype[name] = function (...args) {
    return ask(this, (inner) => methods[name](inner, ...args));
  };
}

/** The names of the methods that answer from an index. */
export const QUERY_METHODS = ["search", ...NAMES];

/**
 * Makes the function `open` over a WebAssembly module.
 *
 * @template {Explorer} Opened
 * @param {ReturnType<typeof import("../engine/engine.js").engine>} load
 * @param {new (inner: object) => Opened} Opened what an index in one file is
 */
export function explorerOpener(load, Opened) {
  const openEither = eitherOpener(load, Opened, ShardedExplorer);
  const openGroup = groupOpener(load, ShardedExplorer, (source) => source instanceof ShardedExplorer);
  /**
   * @param {import("../entry/index.js").Source | import("../entry/index.js").ReadFile} source
   * @param {import("../entry/index.js").ShardedOpenOptions} [options]
   * @returns {Promise<Opened | ShardedExplorer>}
   */
  return async (source, options) => {
    openOptions(options);
    return (Array.isArray(source) ? openGroup : openEither)(source, options);
  };
}
