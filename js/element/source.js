import { KindexError } from "../engine/errors.js";
import { distinctResults } from "./distinct.js";

/** The wait for the next letter before anything is loaded, in milliseconds. */
const PAUSE = 150;

/** The time for which a failure holds before another letter asks again, in milliseconds. */
const HOLD = 5000;

const NO_ADDRESS = 'src is missing, the address of an index: src="/site.kdx"';

/** An index that is opened when it is first needed. */
export class Source {
  #open;
  #address;
  #worker;
  #opening;
  /** The time of the failure to open it; 0 if there was none. */
  #failed = 0;

  /**
   * @param {typeof import("../entry/index.js").open} open
   * @param {string} address of a file, or of a folder, which ends in "/"; empty where there is none
   * @param {string} base what the address is relative to
   * @param {boolean} worker whether to search in another thread
   */
  constructor(open, address, base, worker) {
    this.#open = open;
    this.#address = address && absolute(address, base);
    this.#worker = worker;
  }

  /** Opens the index once. If that fails, it can be opened anew after a while. */
  open() {
    if (performance.now() - this.#failed > HOLD) this.retry();
    this.#opening ??= this.#opened();
    return this.#opening;
  }

  /** Lets it be opened again at once where that failed. */
  retry() {
    if (this.#failed) this.#opening = undefined;
    this.#failed = 0;
  }

  async #opened() {
    try {
      if (!this.#address) throw new KindexError("invalid_option", NO_ADDRESS);
      return await this.#open(this.#address, this.#worker ? { worker: true } : {});
    } catch (error) {
      this.#failed = performance.now();
      throw error;
    }
  }

  /**
   * @param {string} query
   * @param {import("../entry/index.js").SearchOptions} options with `limit` and `perDocument`
   * @param {AbortSignal} signal
   * @returns {Promise<import("../entry/index.js").Results>} no link twice
   */
  async search(query, options, signal) {
    const index = await this.open();
    let pause = PAUSE;
    const search = (one) => {
      const answer = index.search(query, { ...one, signal, pause });
      pause = 0;
      return answer;
    };
    return distinctResults(search, options);
  }

  close() {
    this.#opening?.then((index) => index.close(), () => {});
    this.#opening = undefined;
  }
}

/** An absolute address. A string that is no address stays, so that the error names it. */
function absolute(address, base) {
  try {
    return new URL(address, base).href;
  } catch {
    return address;
  }
}
