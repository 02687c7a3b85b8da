import { KindexError, closedError, guarded } from "../engine/errors.js";
import { inflate } from "../engine/gzip.js";

/** The files of an index besides its head: each is loaded once, however many ask for it. */
export class Shards {
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
   * @param {number} maxBytes the bytes of a file at most, inflated
   * @param {number} cacheBytes the bytes to keep, about
   * @param {boolean} coalesce whether those who want a shard wait for one reading of it
   */
  constructor(maxBytes, cacheBytes, coalesce) {
    this.#maxBytes = maxBytes;
    this.#cacheBytes = cacheBytes;
    this.#coalesce = coalesce;
  }

  /**
   * Loads shards, all at the same time. The first that fails is reported; the others go on arriving,
   * as the next search may want them. Where each caller loads for itself, they are waited for: there
   * they end with the caller.
   *
   * @param {number[]} numbers
   * @param {() => object | undefined} inner the index of the WebAssembly module, as long as it is
   *   open
   * @param {import("../entry/index.js").ReadFile} read
   * @param {AbortSignal} [signal]
   */
  async load(numbers, inner, read, signal) {
    const loads = this.#coalesce
      ? this.#loadShared(numbers, inner, read, signal)
      : numbers.map((number) => this.#loadAlone(number, inner, read, signal));
    try {
      await Promise.all(loads);
    } catch (error) {
      if (!this.#coalesce) await Promise.allSettled(loads);
      throw error;
    }
  }

  /** Stops the loads under way; those who wait for one are told that the index was closed. */
  close() {
    for (const { controller } of this.#pending.values()) controller.abort(closedError());
  }

  /** Drops the shards that were loaded first where there is more than may be kept. */
  trim(inner) {
    for (const [number, size] of this.#sizes) {
      if (this.#held <= this.#cacheBytes) return;
      inner.unload(number);
      this.#sizes.delete(number);
      this.#held -= size;
    }
  }

  /** Loads a shard for one caller alone, with nothing that another one could wait for. */
  #loadAlone(number, inner, read, signal = new AbortController().signal) {
    return this.#loadOne(number, inner, read, signal);
  }

  /** Waits for each shard until it is there, or until the caller no longer wants any. */
  #loadShared(numbers, inner, read, signal) {
    const stops = new Set();
    // There is one listener for all shards: of many, Node would say that they are a leak.
    const stopAll = () => stops.forEach((stop) => stop());
    signal?.addEventListener("abort", stopAll, { once: true });
    const remove = (stop) => {
      stops.delete(stop);
      if (stops.size === 0) signal?.removeEventListener("abort", stopAll);
    };
    return numbers.map((number) => this.#waitFor(number, inner, read, signal, stops, remove));
  }

  #waitFor(number, inner, read, signal, stops, remove) {
    const pending = this.#pending.get(number) ?? this.#start(number, inner, read);
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

  #start(number, inner, read) {
    const controller = new AbortController();
    // The reader may not listen to the signal.
    const promise = Promise.race([this.#loadOne(number, inner, read, controller.signal), rejectedBy(controller.signal)]);
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

  async #loadOne(number, inner, read, signal) {
    const name = `${inner().name(number)}.kds`;
    const bytes = await this.#bytes(name, read, signal);
    signal.throwIfAborted();
    const index = inner();
    if (!index) throw closedError();
    addShard(index, number, bytes, name);
    this.#held += bytes.length - (this.#sizes.get(number) ?? 0);
    this.#sizes.set(number, bytes.length);
  }

  async #bytes(name, read, signal) {
    try {
      return await inflate(await read(name, { signal }), name, this.#maxBytes);
    } catch (error) {
      if (error?.status !== 404 && !GONE.includes(error?.code)) throw error;
      const { url, status } = error;
      const message = `${error.message}: ${RELOAD}`;
      throw new KindexError("fetch_failed", message, { url, status, cause: error });
    }
  }
}

/** A promise that rejects when the signal is aborted, and never resolves. */
function rejectedBy(signal) {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The codes of errors about a file that is not there. */
const GONE = ["read_failed", "missing_file"];

const RELOAD = "the index was built anew, or not all of it is there; reload";

/** Gives the module a shard. It may be another page, which a host sends where a file is missing. */
function addShard(index, number, bytes, name) {
  try {
    guarded(() => index.load(number, bytes));
  } catch (cause) {
    throw new KindexError(cause.code, `${name}: ${cause.message}: ${RELOAD}`, { cause });
  }
}
