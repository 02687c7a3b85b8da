import { Problem } from "./problem.js";

/** By the signal of a request, how many files it may read still. @type {WeakMap<AbortSignal, number>} */
const left = new WeakMap();

/**
 * What reads files, as long as the request may that wants them. It is known by its signal, which is
 * all that comes from the search down to here.
 *
 * @param {(name: string) => Promise<Uint8Array>} read
 */
export function boundedReader(read) {
  return async (name, { signal } = {}) => {
    const count = left.get(signal) ?? Infinity;
    if (count <= 0) throw tooMuch();
    if (signal) left.set(signal, count - 1);
    return read(name);
  };
}

/**
 * What stands for a request whose searches, all together, may read so many files.
 *
 * @param {number} files
 * @returns {AbortSignal}
 */
export function allowance(files) {
  const { signal } = new AbortController();
  left.set(signal, files);
  return signal;
}

/**
 * An index in several files for one request.
 *
 * @param {object} index
 * @param {AbortSignal} signal what `allowance` gave
 */
export function boundedIndex(index, signal) {
  const search = (query, options) => index.search(query, { ...options, signal });
  return new Proxy(index, { get: (_, name) => (name === "search" ? search : index[name]?.bind(index)) });
}

function tooMuch() {
  const detail = "This search needs more of the index than may be read for one. Leave out filters, phrases, and words that most pages have.";
  return new Problem(400, detail);
}
