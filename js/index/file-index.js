import { bytesOf } from "../engine/bytes.js";
import { closedError, guarded, isDamaged } from "../engine/errors.js";
import { inflateIndex } from "../engine/gzip.js";
import { parseResults } from "../engine/json.js";
import { checkedQuery, searchArguments } from "../engine/options.js";

/** The part of each open index in the WebAssembly module. */
const inners = new WeakMap();

export function innerOf(index) {
  const inner = inners.get(index);
  if (!inner) throw closedError();
  return inner;
}

/** Gives the memory of a search back. After a trap it cannot be given back, and the trap is the error to tell. */
export function freed(search) {
  try {
    search?.free();
  } catch {
    // The module is unusable now.
  }
}

/** The answer of a search that has all bytes. */
function searched(inner, args) {
  const search = inner.begin(...args);
  try {
    return search.run(inner);
  } finally {
    freed(search);
  }
}

/** An open index. */
export class Index {
  /** Checks search options, and brings them into the form in which the module takes them. */
  static argumentsOf = searchArguments;

  constructor(inner) {
    inners.set(this, inner);
  }

  /**
   * @param {string} query
   * @param {import("../entry/index.js").SearchOptions} [options]
   * @returns {import("../entry/index.js").Results}
   */
  search(query, options) {
    const args = [checkedQuery(query), ...this.constructor.argumentsOf(options)];
    return parseResults(guarded(() => searched(innerOf(this), args)), options);
  }

  /** Gives the memory back. Closing twice does no harm. */
  close() {
    const inner = inners.get(this);
    inners.delete(this);
    inner?.free();
  }
}

/**
 * Opens what changes under its address: as its host has it by now and, where that is no index, once more without
 * the caches on the way.
 *
 * @template Opened
 * @param {(cache: RequestCache) => Promise<Opened>} attempt
 * @returns {Promise<Opened>}
 */
export async function openedNow(attempt) {
  try {
    return await attempt("no-cache");
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return attempt("reload").catch(() => {
      throw error;
    });
  }
}

/**
 * Makes the function `open` over a WebAssembly module.
 *
 * @template {Index} Opened
 * @param {ReturnType<typeof import("../engine/engine.js").engine>} load
 * @param {new (inner: object) => Opened} Opened
 */
export function opener(load, Opened) {
  /**
   * @param {import("../entry/index.js").Source} source
   * @param {import("../entry/index.js").OpenOptions} [options] checked
   * @returns {Promise<Opened>}
   */
  return (source, options) => {
    const given = Promise.resolve(source);
    return openedNow(async (cache) => {
      const both = [load(options?.wasm), given.then((source) => bytesOf(source, { cache })).then(inflateIndex)];
      const [{ Index }, bytes] = await Promise.all(both);
      return guarded(() => new Opened(new Index(bytes)));
    });
  };
}
