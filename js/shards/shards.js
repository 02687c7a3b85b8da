import { KindexError, closed, guarded } from "../engine/errors.js";
import { inflated } from "../engine/gzip.js";

/** The files of an index besides its head: each is loaded once, however many ask for it. */
export class Shards {
  #read;
  #most;
  #limit;
  /** By number, the size of what is loaded, in bytes; what was loaded first comes first. */
  #sizes = new Map();
  /** The sum of the sizes. */
  #held = 0;
  /** By number, what is on its way: the promise, how many wait for it, and what stops it. */
  #coming = new Map();
  #coalesce;

  /**
   * @param {import("../entry/index.js").ReadFile} read
   * @param {number} most bytes that a file has, inflated
   * @param {number} limit bytes to keep, about
   * @param {boolean} coalesce whether those who want a shard wait for one reading of it
   */
  constructor(read, most, limit, coalesce) {
    this.#read = read;
    this.#most = most;
    this.#limit = limit;
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
   * @param {AbortSignal} [signal]
   */
  async bring(numbers, inner, signal) {
    const arrivals = this.#coalesce
      ? this.#together(numbers, inner, signal)
      : numbers.map((number) => this.#alone(number, inner, signal));
    try {
      await Promise.all(arrivals);
    } catch (error) {
      if (!this.#coalesce) await Promise.allSettled(arrivals);
      throw error;
    }
  }

  /** Stops what is on its way; who waits for it hears that the index was closed. */
  close() {
    for (const { controller } of this.#coming.values()) controller.abort(closed());
  }

  /** Drops what was loaded first where there is more than may be kept. */
  trim(inner) {
    for (const [number, size] of this.#sizes) {
      if (this.#held <= this.#limit) return;
      inner.unload(number);
      this.#sizes.delete(number);
      this.#held -= size;
    }
  }

  /** Loads a shard for one caller alone, with nothing that another one could wait for. */
  #alone(number, inner, signal = new AbortController().signal) {
    return this.#load(number, inner, signal);
  }

  /** Waits for each shard until it is there, or until the caller no longer wants any. */
  #together(numbers, inner, signal) {
    const stops = new Set();
    // One for all: of many, Node would say that they are a leak.
    const stop = () => stops.forEach((one) => one());
    signal?.addEventListener("abort", stop, { once: true });
    const over = (one) => {
      stops.delete(one);
      if (stops.size === 0) signal?.removeEventListener("abort", stop);
    };
    return numbers.map((number) => this.#one(number, inner, signal, stops, over));
  }

  #one(number, inner, signal, stops, over) {
    const coming = this.#coming.get(number) ?? this.#start(number, inner);
    coming.waiting++;
    return new Promise((resolve, reject) => {
      const stop = () => {
        if (--coming.waiting === 0) coming.controller.abort();
        reject(signal.reason);
      };
      stops.add(stop);
      const heard = (settle) => (value) => {
        over(stop);
        settle(value);
      };
      coming.arrival.then(heard(resolve), heard(reject));
    });
  }

  #start(number, inner) {
    const controller = new AbortController();
    // Whatever reads the files may not listen to the signal.
    const arrival = Promise.race([this.#load(number, inner, controller.signal), stopped(controller.signal)]);
    const coming = { arrival, controller, waiting: 0 };
    this.#coming.set(number, coming);
    // Another may have taken its place.
    const gone = () => {
      if (this.#coming.get(number) === coming) this.#coming.delete(number);
    };
    controller.signal.addEventListener("abort", gone);
    arrival.then(gone, gone);
    return coming;
  }

  async #load(number, inner, signal) {
    const name = `${inner().name(number)}.kds`;
    const bytes = await this.#bytes(name, signal);
    signal.throwIfAborted();
    const index = inner();
    if (!index) throw closed();
    take(index, number, bytes, name);
    this.#held += bytes.length - (this.#sizes.get(number) ?? 0);
    this.#sizes.set(number, bytes.length);
  }

  async #bytes(name, signal) {
    try {
      return await inflated(await this.#read(name, { signal }), name, this.#most);
    } catch (error) {
      if (error?.status !== 404 && !GONE.includes(error?.code)) throw error;
      const { url, status } = error;
      const message = `${error.message}: ${RELOAD}`;
      throw new KindexError("fetch_failed", message, { url, status, cause: error });
    }
  }
}

/** Never ends well: rejects when the signal says so. */
function stopped(signal) {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Codes of a file that is not there. */
const GONE = ["read_failed", "missing_file"];

const RELOAD = "the index was built anew, or not all of it is there; reload";

/** A host may answer with another page for what is not there. */
function take(index, number, bytes, name) {
  try {
    guarded(() => index.load(number, bytes));
  } catch (cause) {
    throw new KindexError(cause.code, `${name}: ${cause.message}: ${RELOAD}`, { cause });
  }
}
