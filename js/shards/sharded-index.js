import { bytesOf } from "../engine/bytes.js";
import { KindexError, closedError, guarded } from "../engine/errors.js";
import { inflate, maxShardBytes } from "../engine/gzip.js";
import { parseResults } from "../engine/json.js";
import { checkedQuery, searchArguments } from "../engine/options.js";
import { freed } from "../index/file-index.js";
import { Shards } from "./shards.js";

/** The name of the file that is loaded first. */
export const HEAD = "index.kdx";

/**
 * The parts of an open index: that in the WebAssembly module, until it is closed, and its files.
 *
 * @typedef {{ inner: object | undefined, shards: Shards }} Parts
 */

/** The parts of each index, and the reader of its files. @type {WeakMap<ShardedIndex, { parts: Parts, read: import("../entry/index.js").ReadFile }>} */
const known = new WeakMap();

/**
 * Answers a question, once all is loaded that the answer needs. Each time that something is missing
 * it is loaded, and the question is asked again.
 *
 * @template Answer
 * @param {ShardedIndex} index
 * @param {(inner: object) => Answer} question
 * @param {{ signal?: AbortSignal, pause?: number }} [options] `pause` is how long to wait before
 *   anything is loaded, in milliseconds
 * @returns {Promise<Answer>}
 */
export async function ask(index, question, { signal, pause = 0 } = {}) {
  const { parts, read } = known.get(index);
  for (let rest = pause; ; rest = 0) {
    signal?.throwIfAborted();
    if (!parts.inner) throw closedError();
    try {
      const answer = question(parts.inner);
      parts.shards.trim(parts.inner);
      return answer;
    } catch (error) {
      const missing = error.code === "missing_shards" ? [...parts.inner.wanted()] : [];
      if (missing.length === 0) throw error;
      // Another search may have loaded them when the pause is over, so the question comes first again.
      if (rest > 0) await delay(rest, signal);
      else await parts.shards.load(missing, () => parts.inner, read, signal);
    }
  }
}

/** Waits so many milliseconds, or until the signal ends that. */
function delay(time, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, time);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** An open index in several files. */
export class ShardedIndex {
  /** Checks search options, and brings them into the form in which the module takes them. */
  static argumentsOf = searchArguments;

  /**
   * @param {Parts} parts
   * @param {import("../entry/index.js").ReadFile} read
   */
  constructor(parts, read) {
    known.set(this, { parts, read });
  }

  /**
   * @param {string} query
   * @param {import("../entry/index.js").ShardedSearchOptions} [given]
   * @returns {Promise<import("../entry/index.js").Results>}
   */
  async search(query, given) {
    const { signal, ...options } = given ?? {};
    const args = [checkedQuery(query), ...this.constructor.argumentsOf(options)];
    const { pause } = options;
    let search;
    const goOn = (inner) => {
      search ??= inner.begin(...args);
      return parseResults(guarded(() => search.run(inner)), options);
    };
    return ask(this, goOn, { signal, pause }).finally(() => freed(search));
  }

  /** Gives the memory back, and stops requests that are under way. Closing twice does no harm. */
  close() {
    const { parts } = known.get(this);
    parts.shards.close();
    parts.inner?.free();
    parts.inner = undefined;
  }
}

/**
 * The same open index for a caller with a reader of its own. A shard that either loads is there for both.
 *
 * @template {ShardedIndex} Opened
 * @param {Opened} index
 * @param {(read: import("../entry/index.js").ReadFile) => import("../entry/index.js").ReadFile} wrap
 *   makes the caller's reader of that of the index
 * @returns {Opened}
 */
export function withReader(index, wrap) {
  const { parts, read } = known.get(index);
  return new index.constructor(parts, wrap(read));
}

/**
 * Makes a function that opens indexes in several files with a WebAssembly module. The options that it
 * is given are checked already.
 *
 * @template {ShardedIndex} Opened
 * @param {ReturnType<typeof import("../engine/engine.js").engine>} load
 * @param {new (parts: Parts, read: import("../entry/index.js").ReadFile) => Opened} Opened
 */
export function shardedOpener(load, Opened) {
  /**
   * @param {string | URL | import("../entry/index.js").ReadFile} source an address ends in "/"
   * @param {import("../entry/index.js").ShardedOpenOptions} [options]
   * @returns {Promise<Opened>}
   */
  return async (source, options) => {
    const { wasm } = options ?? {};
    const cacheBytes = options?.cacheBytes ?? 64 << 20;
    const coalesce = options?.coalesce ?? true;
    const read = readerOf(source);
    const both = [load(wasm), read(HEAD, {}).then((bytes) => inflate(bytes, HEAD))];
    const [{ Index }, head] = await Promise.all(both);
    const inner = guarded(() => new Index(head));
    return new Opened({ inner, shards: new Shards(maxShardBytes(head), cacheBytes, coalesce) }, read);
  };
}

/** The function that reads a file of the index by its name. */
function readerOf(source) {
  if (typeof source === "function") return async (name, options) => bytesThere(await source(name, options), name);
  const at = (name) => (source instanceof URL ? new URL(name, source) : source + name);
  return (name, { signal }) => bytesOf(at(name), signal);
}

/** The bytes of a file that was asked for. Buckets give nothing for files that they lack. */
export async function bytesThere(found, name) {
  if (found !== undefined && found !== null) return bytesOf(found);
  throw new KindexError("missing_file", `${name} is not there`);
}
