import { bytesOf } from "./bytes.js";
import { KindexError, guarded, wrongArgument } from "./errors.js";
import { searchArguments } from "./options.js";

/** An open index. */
class Index {
  #inner;

  constructor(inner) {
    this.#inner = inner;
  }

  /**
   * @param {string} query
   * @param {import("./index.js").SearchOptions} [options]
   * @returns {import("./index.js").Results}
   */
  search(query, options) {
    if (typeof query !== "string") throw wrongArgument("query", "a string");
    const args = searchArguments(options);
    return guarded(() => this.#open().search(query, ...args));
  }

  /** @returns {import("./index.js").Stats} */
  stats() {
    return guarded(() => this.#open().stats());
  }

  /** Reads and checks every byte; throws where one is wrong. */
  verify() {
    guarded(() => this.#open().verify());
  }

  /** Gives the memory back. Closing twice does no harm. */
  close() {
    this.#inner?.free();
    this.#inner = undefined;
  }

  #open() {
    if (!this.#inner) throw new KindexError("closed", "the index was closed; open it again");
    return this.#inner;
  }
}

/**
 * Makes the function `open` over a WebAssembly module.
 *
 * @param {ReturnType<typeof import("./engine.js").engine>} load
 */
export function opener(load) {
  /**
   * @param {import("./index.js").Source} source
   * @param {import("./index.js").OpenOptions} [options]
   * @returns {Promise<Index>}
   */
  return async (source, options) => {
    const both = [load(options?.wasm), Promise.resolve(source).then(bytesOf)];
    const [engine, bytes] = await Promise.all(both);
    return guarded(() => new Index(new engine.Index(bytes)));
  };
}
