import { open } from "../index.js";

/** How long to wait for the next letter before anything is requested, in milliseconds. */
const PAUSE = 150;

/** An index that is opened when it is first needed. */
export class Source {
  #address;
  #worker;
  #opening;

  /**
   * @param {string} address of a file, or of a folder, which ends in "/"
   * @param {boolean} worker whether to search in another thread
   */
  constructor(address, worker) {
    this.#address = address;
    this.#worker = worker;
  }

  /** Opens it, once; where that failed, once more. */
  open() {
    this.#opening ??= open(this.#address, this.#worker ? { worker: true } : {}).catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /**
   * @param {string} query
   * @param {import("../index.js").SearchOptions} options
   * @param {AbortSignal} signal
   * @returns {Promise<import("../index.js").Results>}
   */
  async search(query, options, signal) {
    const index = await this.open();
    if (this.#address.endsWith("/")) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return index.search(query, { ...options, signal });
  }

  close() {
    this.#opening?.then((index) => index.close(), () => {});
    this.#opening = undefined;
  }
}
