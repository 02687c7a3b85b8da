import { KindexError } from "../engine/errors.js";
import { located } from "./located.js";

/** The wait for the next letter before many files are loaded for a word of one or two. */
const PAUSE_MS = 150;

/** A query that ends in one or two letters or digits, which begin words in many files. */
const BEGUN = /(?:^|\s)[\p{Lu}\p{Ll}\p{N}]{1,2}$/u;

/** The time for which a failure holds before another letter asks again. */
const HOLD_MS = 5000;

const NO_ADDRESS = 'src is missing, the address of an index: src="/site.kdx"';

/** The sources that elements of the page have, by what they open. */
const shared = new Map();

/**
 * A source that all elements share which have the same index.
 *
 * @param {(source: string | object[], options: object) => Promise<object>} open
 * @param {string} address of a file, or of a folder, which ends in "/", or those of several; empty where there is none
 * @param {boolean} worker whether to search in another thread
 */
export function sourceOf(open, address, worker) {
  const key = `${worker} ${address}`;
  const found = shared.get(key) ?? new Source(() => opened(open, address, worker), () => shared.delete(key));
  shared.set(key, found);
  found.users += 1;
  return found;
}

/**
 * A source over an index that the page has opened, and closes.
 *
 * @param {{ search: Function }} index
 */
export const sourceOver = (index) => new Source(async () => index);

async function opened(open, address, worker) {
  if (!address) throw new KindexError("invalid_option", NO_ADDRESS);
  return open(sourcesIn(address), worker ? { worker: true } : {});
}

/** One address, or of several the list: commas stand between them, and after each may be its label. */
function sourcesIn(address) {
  const all = address.split(/,\s+/);
  if (all.length === 1) return address;
  return all.map((one) => {
    const [src, ...words] = one.split(/\s+/);
    return words.length > 0 ? { src, label: words.join(" ") } : { src };
  });
}

/** An index that is opened when it is first needed. */
class Source {
  /** The number of elements that have it. */
  users = 0;
  #open;
  #onClose;
  #opening;
  /** The time of the failure to open it; 0 if there was none. */
  #failed = 0;

  constructor(open, onClose) {
    this.#open = open;
    this.#onClose = onClose;
  }

  /** Opens the index once. If that fails, it can be opened anew after a while. */
  open() {
    if (performance.now() - this.#failed > HOLD_MS) this.retry();
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
      return await this.#open();
    } catch (error) {
      this.#failed = performance.now();
      throw error;
    }
  }

  /**
   * Prepares the searches of a query. Only the first of them waits for the next letter.
   *
   * @param {string} query
   * @param {AbortSignal} signal
   * @param {string} base what the addresses of hits are relative to; the page where it is empty
   * @returns {(options: import("../entry/index.js").SearchOptions) => Promise<import("../entry/index.js").Results>}
   */
  searches(query, signal, base) {
    let pause = BEGUN.test(query) ? PAUSE_MS : 0;
    return async (options) => {
      const index = await this.open();
      const searching = index.search(query, { ...options, signal, pause });
      pause = 0;
      const results = await searching;
      return base ? { ...results, hits: results.hits.map((hit) => located(hit, new URL(base, document.baseURI))) } : results;
    };
  }

  /** An element gives it back; with the last one the index is closed. */
  close() {
    this.users -= 1;
    if (this.users > 0 || !this.#onClose) return;
    this.#onClose();
    this.#opening?.then((index) => index.close(), () => {});
    this.#opening = undefined;
  }
}
