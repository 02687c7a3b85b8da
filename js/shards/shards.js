import { KindexError, closedError, guarded, isDamaged, isFileAtFault } from "../engine/errors.js";
import { inflate, maxShardBytes } from "../engine/gzip.js";
import { END } from "../engine/header.js";

/**
 * The index that a head gave in the WebAssembly module, until it is closed, and its other files: each is loaded
 * once, however many ask for it.
 */
export class Shards {
  /** The index in the module; undefined once it is closed. @type {object | undefined} */
  inner;
  /** Differs from that of another index: the header has a checksum of all. */
  stamp;
  #maxBytes;
  #cacheBytes;
  #coalesce;
  /** The sizes of the shards that are loaded, in bytes, by number; the first loaded comes first. */
  #sizes = new Map();
  /** The sum of the sizes. */
  #held = 0;
  /** The loads under way, by number: the promise, how many wait for it, and what stops it. */
  #pending = new Map();

  /**
   * @param {object} inner
   * @param {Uint8Array} head its bytes
   * @param {{ cacheBytes: number, coalesce: boolean }} options the bytes to keep, about, and whether those who
   *   want a shard wait for one reading of it
   */
  constructor(inner, head, { cacheBytes, coalesce }) {
    this.inner = inner;
    this.stamp = head.slice(0, END).join();
    this.#maxBytes = maxShardBytes(head);
    this.#cacheBytes = cacheBytes;
    this.#coalesce = coalesce;
  }

  /**
   * Loads shards, all at the same time. The first that fails is reported; the others go on arriving,
   * as the next search may want them. Where each caller loads for itself, they are waited for: there
   * they end with the caller.
   *
   * @param {number[]} numbers
   * @param {import("../entry/index.js").ReadFile} read
   * @param {AbortSignal} [signal]
   */
  async load(numbers, read, signal) {
    const loads = this.#coalesce
      ? this.#loadShared(numbers, read, signal)
      : numbers.map((number) => this.#loadAlone(number, read, signal));
    try {
      await Promise.all(loads);
    } catch (error) {
      if (!this.#coalesce) await Promise.allSettled(loads);
      throw error;
    }
  }

  /** Gives the memory back, and stops the loads under way; those who wait for one are told that it was closed. */
  close() {
    for (const { controller } of this.#pending.values()) controller.abort(closedError());
    this.inner?.free();
    this.inner = undefined;
  }

  /** Drops the shards that were loaded first where there is more than may be kept. */
  trim() {
    for (const [number, size] of this.#sizes) {
      if (this.#held <= this.#cacheBytes) return;
      this.inner.unload(number);
      this.#sizes.delete(number);
      this.#held -= size;
    }
  }

  /** Loads a shard for one caller alone, with nothing that another one could wait for. */
  #loadAlone(number, read, signal = new AbortController().signal) {
    return this.#loadOne(number, read, signal);
  }

  /** Waits for each shard until it is there, or until the caller no longer wants any. */
  #loadShared(numbers, read, signal) {
    const stops = new Set();
    // There is one listener for all shards: of many, Node would say that they are a leak.
    const stopAll = () => stops.forEach((stop) => stop());
    signal?.addEventListener("abort", stopAll, { once: true });
    const remove = (stop) => {
      stops.delete(stop);
      if (stops.size === 0) signal?.removeEventListener("abort", stopAll);
    };
    return numbers.map((number) => this.#waitFor(number, read, signal, stops, remove));
  }

  #waitFor(number, read, signal, stops, remove) {
    const pending = this.#pending.get(number) ?? this.#start(number, read);
    pending.waiting++;
    return new Promise((resolve, reject) => {
      const stop = () => {
        if (--pending.waiting === 0) pending.controller.abort();
        reject(signal.reason);
      };
      stops.add(stop);
      const settled = (settle) => (value) => {
        remove(stop);
        settle(value);
      };
      pending.promise.then(settled(resolve), settled(reject));
    });
  }

  #start(number, read) {
    const controller = new AbortController();
    // The reader may not listen to the signal.
    const promise = Promise.race([this.#loadOne(number, read, controller.signal), rejectedBy(controller.signal)]);
    const pending = { promise, controller, waiting: 0 };
    this.#pending.set(number, pending);
    // A later load of the same shard may have taken its place.
    const forget = () => {
      if (this.#pending.get(number) === pending) this.#pending.delete(number);
    };
    controller.signal.addEventListener("abort", forget);
    promise.then(forget, forget);
    return pending;
  }

  async #loadOne(number, read, signal) {
    const name = `${this.inner.name(number)}.kds`;
    try {
      await this.#take(number, name, read, { signal });
    } catch (error) {
      if (!isFileAtFault(error) || signal.aborted) throw error;
      // What is kept on the way may be wrong.
      await this.#take(number, name, read, { signal, cache: "reload" }).catch((cause) => {
        throw isFileAtFault(cause) ? unusable(name, cause) : cause;
      });
    }
  }

  /** Reads a file, which counts once the module took it. */
  async #take(number, name, read, options) {
    const file = await read(name, options);
    const bytes = await inflate(file, name, this.#maxBytes);
    options.signal.throwIfAborted();
    if (!this.inner) throw closedError();
    guarded(() => this.inner.load(number, bytes));
    this.#held += bytes.length - (this.#sizes.get(number) ?? 0);
    this.#sizes.set(number, bytes.length);
    await read.keep?.(name, file);
  }
}

/**
 * What a promise gives, unless the signal is aborted before.
 *
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} [signal]
 */
export const unlessAborted = (promise, signal) => (signal ? Promise.race([promise, rejectedBy(signal)]) : promise);

/** A promise that rejects when the signal is aborted, and never resolves. */
function rejectedBy(signal) {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

const ADVICE = "the index was built anew, or not all of it is there; reload";

/** The error about a file that is not there, or not the one that its name says: it may be a page, which a host sends instead. */
function unusable(name, cause) {
  const { code, message, url, status } = cause;
  if (!isDamaged(cause)) return new KindexError("fetch_failed", `${message}: ${ADVICE}`, { url, status, cause });
  return new KindexError(code, `${name}: ${message}: ${ADVICE}`, { cause });
}
