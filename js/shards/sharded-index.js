import { bytesOf } from "../engine/bytes.js";
import { KindexError, closedError, guarded, isDamaged, isFileAtFault } from "../engine/errors.js";
import { inflate, inflateIndex } from "../engine/gzip.js";
import { parseResults } from "../engine/json.js";
import { checkedQuery, searchArguments } from "../engine/options.js";
import { freed, openedNow } from "../index/file-index.js";
import { Shards, unlessAborted } from "./shards.js";

/** The name of the file that is loaded first. */
export const HEAD = "index.kdx";

/** This many files are asked for at once, whatever the pause: the next letter hardly needs fewer. */
export const FEW_FILES = 4;

/** An index with its files, and what is in its place once these no longer are. */
class Parts {
  /** @type {Shards} */
  shards;
  #open;
  #coalesce;
  /** The opening under way, for those who need it at the same time. */
  #opening;
  /** The stamp of what was opened anew although it was the same, which helps once. */
  #mended;

  /**
   * @param {Shards} shards
   * @param {(cache: RequestCache) => Promise<Shards>} open opens the head
   * @param {boolean} coalesce whether those who need it wait for one opening
   */
  constructor(shards, open, coalesce) {
    this.shards = shards;
    this.#open = open;
    this.#coalesce = coalesce;
  }

  /**
   * Opens the head anew, without the caches on the way, where a file of these shards is at fault, or the head.
   *
   * @param {Shards} shards
   * @param {Error} error that the question had
   * @returns {Promise<boolean>} whether others have taken their place
   */
  async areOther(shards, error) {
    const isShard = isFileAtFault(error.cause);
    const isHead = !isShard && isDamaged(error) && this.#mended !== shards.stamp;
    // The error of the question says more than that of the opening.
    if (this.shards === shards && (isShard || isHead)) await this.#renewed(isHead).catch(() => {});
    return this.shards !== shards;
  }

  #renewed(isHead) {
    this.#opening = (this.#coalesce && this.#opening) || this.#renew(isHead).finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #renew(isHead) {
    const before = this.shards;
    const next = await this.#open("reload");
    const isSame = next.stamp === before.stamp;
    // It may have been closed, or replaced by who did not wait.
    if (!before.inner || this.shards !== before || (isSame && !isHead)) return next.close();
    if (isSame) this.#mended = next.stamp;
    this.shards = next;
    before.close();
  }
}

/** The parts of each index, and the reader of its files. @type {WeakMap<ShardedIndex, { parts: Parts, read: import("../entry/index.js").ReadFile }>} */
const known = new WeakMap();

export const partsOf = (index) => known.get(index);

/**
 * Answers a question, once all is loaded that the answer needs. Each time that something is missing
 * it is loaded, and the question is asked again. Where that cannot be, another index may be in the place of
 * this one, which is opened then, once.
 *
 * @template Answer
 * @param {ShardedIndex} index
 * @param {(inner: object) => Answer} question
 * @param {{ signal?: AbortSignal, pause?: number }} [options] `pause` is how long to wait before
 *   more than a few files are loaded, in milliseconds
 * @returns {Promise<Answer>}
 */
export async function ask(index, question, { signal, pause = 0 } = {}) {
  const { parts, read } = known.get(index);
  const end = performance.now() + pause;
  for (let mayOpen = true; ; ) {
    signal?.throwIfAborted();
    const { shards } = parts;
    try {
      const { answer, missing } = asked(shards, question);
      if (!missing) return answer;
      // Another search may have loaded them when the pause is over, so the question comes first again.
      const rest = end - performance.now();
      if (rest > 0 && missing.length > FEW_FILES) await delay(rest, signal);
      else await shards.load(missing, read, signal);
    } catch (error) {
      if (signal?.aborted || !mayOpen || !(await unlessAborted(parts.areOther(shards, error), signal))) throw error;
      mayOpen = false;
    }
  }
}

/** The answer to a question, or the numbers of the shards that it needs besides. */
function asked(shards, question) {
  if (!shards.inner) throw closedError();
  try {
    const answer = question(shards.inner);
    shards.trim();
    return { answer };
  } catch (error) {
    const missing = error.code === "missing_shards" ? [...shards.inner.wanted()] : [];
    if (missing.length === 0) throw error;
    return { missing };
  }
}

/** Waits for a time in milliseconds, or until the signal ends that. */
export function delay(time, signal) {
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
    let search, searched;
    const goOn = (inner) => {
      if (inner !== searched) {
        freed(search);
        [search, searched] = [inner.begin(...args), inner];
      }
      return parseResults(guarded(() => search.run(inner)), options);
    };
    return ask(this, goOn, { signal, pause }).finally(() => freed(search));
  }

  /** Gives the memory back, and stops requests that are under way. Closing twice does no harm. */
  close() {
    known.get(this).parts.shards.close();
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
    const openHead = async (cache) => {
      const reading = read(HEAD, { cache });
      const [{ Index }, head] = await Promise.all([load(wasm), reading.then((bytes) => inflate(bytes, HEAD))]);
      const shards = new Shards(guarded(() => new Index(head)), head, { cacheBytes, coalesce });
      await read.keep?.(HEAD, await reading);
      return shards;
    };
    return new Opened(new Parts(await openedNow(openHead), openHead, coalesce), read);
  };
}

/**
 * The function that reads a file of the index by its name. Its `keep`, if it has one, is given the files that the
 * module took.
 */
function readerOf(source) {
  if (typeof source === "function") {
    const read = async (name, options) => bytesThere(await source(name, options), name);
    return Object.assign(read, { keep: source.keep });
  }
  const at = (name) => (source instanceof URL ? new URL(name, source) : source + name);
  return (name, options) => bytesOf(at(name), options);
}

/**
 * A reader of an index in one file, as of a folder that has no other.
 *
 * @param {import("../entry/index.js").Source | PromiseLike<import("../entry/index.js").Source>} source
 * @returns {import("../entry/index.js").ReadFile}
 */
export const readerOfFile = (source) => async (_, asking) => inflateIndex(await bytesOf(await source, asking));

/** The bytes of a file that was asked for. Buckets give nothing for files that they lack. */
export async function bytesThere(found, name) {
  if (found !== undefined && found !== null) return bytesOf(found);
  throw new KindexError("missing_file", `${name} is not there`);
}
