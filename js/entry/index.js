/**
 * Searches. The modules for folders and for threads are loaded when they are asked for.
 */
import * as glue from "../search/search.js";
import { isFolder } from "../engine/bytes.js";
import { engine } from "../engine/engine.js";
import { boolean, openOptions } from "../engine/options.js";
import { Index, opener } from "../index/file-index.js";

export { KindexError } from "../engine/errors.js";

/** The address, in the form that bundlers and tracers of dependencies look for. */
function location() {
  return new URL("../search/search_bg.wasm", import.meta.url);
}

const openFile = opener(engine(glue, location), Index);

/**
 * @param {import("./index.js").Source | PromiseLike<import("./index.js").Source>} source
 * @param {import("./index.js").ShardedOpenOptions & { worker?: boolean }} [options]
 * @returns {Promise<Index | import("./index.js").ShardedIndex>}
 */
export async function open(source, given) {
  openOptions(given, { worker: boolean });
  const { worker, ...options } = given ?? {};
  if (worker) return (await import("./threaded.js")).open(source, options);
  if (!isFolder(source)) return openFile(source, options);
  return (await import("./sharded.js")).open(source, options);
}
