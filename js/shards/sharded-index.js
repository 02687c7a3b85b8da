import { bytesOf } from "../engine/bytes.js";
import { KindexError, closed, guarded, wrongArgument } from "../engine/errors.js";
import { inflated, mostOfShard } from "../engine/gzip.js";
import { results } from "../engine/json.js";
import { openOptions, searchArguments } from "../engine/options.js";
import { Shards } from "./shards.js";

/** The file that is loaded first. */
export const HEAD = "index.kdx";

/**
 * What each open index has in the WebAssembly module, and its files.
 *
 * @type {WeakMap<ShardedIndex, { inner: object | undefined, shards: Shards }>}
 */
const parts = new WeakMap();

/**
 * Asks until all is loaded that the answer needs.
 *
 * @template Answer
 * @param {ShardedIndex} index
 * @param {(inner: object) => Answer} question
 * @param {AbortSignal} [signal]
 * @param {number} [pause] how long to wait before anything is loaded, in milliseconds
 * @returns {Promise<Answer>}
 */
export async function ask(index, question, signal, pause = 0) {
  const part = parts.get(index);
  for (let rest = pause; ; rest = 0) {
    signal?.throwIfAborted();
    if (!part.inner) throw closed();
    try {
      const answer = question(part.inner);
      part.shards.trim(part.inner);
      return answer;
    } catch (error) {
      const wanted = error.code === "missing_shards" ? [...part.inner.wanted()] : [];
      if (wanted.length === 0) throw error;
      // Another search may have loaded it when the pause is over.
      if (rest > 0) await passed(rest, signal);
      else await part.shards.bring(wanted, () => part.inner, signal);
    }
  }
}

/** Waits so many milliseconds, or until the signal ends that. */
function passed(time, signal) {
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
  constructor(inner, shards) {
    parts.set(this, { inner, shards });
  }

  /**
   * @param {string} query
   * @param {import("../entry/index.js").ShardedSearchOptions} [options]
   * @returns {Promise<import("../entry/index.js").Results>}
   */
  async search(query, given) {
    const { signal, ...options } = given ?? {};
    if (typeof query !== "string") throw wrongArgument("query", "a string");
    const args = searchArguments(options);
    return ask(this, (inner) => results(guarded(() => inner.search(query, ...args))), signal, options.pause ?? 0);
  }

  /** Gives the memory back, and stops what is on its way. Closing twice does no harm. */
  close() {
    const part = parts.get(this);
    part.shards.close();
    part.inner?.free();
    part.inner = undefined;
  }
}

/**
 * Makes the function `open` for indexes in several files over a WebAssembly module.
 *
 * @template {ShardedIndex} Opened
 * @param {ReturnType<typeof import("../engine/engine.js").engine>} load
 * @param {new (inner: object, shards: Shards) => Opened} Opened
 */
export function shardedOpener(load, Opened) {
  /**
   * @param {string | URL | import("../entry/index.js").ReadFile} source
   * @param {import("../entry/index.js").ShardedOpenOptions} [options]
   * @param {boolean} [areChecked] whether the entry point that hands the options on has checked them
   * @returns {Promise<Opened>}
   */
  return async (source, options, areChecked) => {
    if (!areChecked) openOptions(options);
    const { wasm } = options ?? {};
    const cacheBytes = options?.cacheBytes ?? 64 << 20;
    const coalesce = options?.coalesce ?? true;
    const files = reader(source);
    const both = [load(wasm), files(HEAD, {}).then((bytes) => inflated(bytes, HEAD))];
    const [{ Index }, head] = await Promise.all(both);
    const inner = guarded(() => new Index(head));
    return new Opened(inner, new Shards(files, mostOfShard(head), cacheBytes, coalesce));
  };
}

/** What reads a file of the index by its name. */
function reader(source) {
  if (typeof source === "function") return async (name, how) => bytesThere(await source(name, how), name);
  if (typeof source !== "string" && !(source instanceof URL)) {
    throw wrongArgument("source", "the address of a folder, or a function that reads its files");
  }
  const folder = String(source).replace(/\/?$/, "/");
  const at = (name) => (source instanceof URL ? new URL(folder + name) : folder + name);
  return (name, { signal }) => bytesOf(at(name), signal);
}

/** The bytes of a file that was asked for. Buckets give nothing for what they lack. */
export async function bytesThere(found, name) {
  if (found !== undefined && found !== null) return bytesOf(found);
  throw new KindexError("missing_file", `${name} is not there`);
}
