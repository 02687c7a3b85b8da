import { KindexError } from "../engine/errors.js";
import { askWay } from "../explorer/explorer.js";

/** By the signal of a request, how many files it may read still. @type {WeakMap<AbortSignal, number>} */
const left = new WeakMap();

/**
 * What reads files, as long as the request may that wants them. It is known by its signal, which is
 * all that comes from what is asked down to here.
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
 * What stands for a request that may read so many files, whatever it asks for and how often.
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
  const way = (name) => (...args) => askWay(index, name, args, signal);
  // It is awaited, so there has to be nothing where there is no method.
  return new Proxy(index, { get: (_, name) => (name === "search" ? search : name in index ? way(name) : undefined) });
}

function tooMuch() {
  const advice = "ask for less at once; in searches leave out filters, phrases, and words that most pages have, and give more letters of a beginning";
  const message = `more of the index is needed than may be read for one request: ${advice}. What was read is kept for a while, so asking again may do`;
  return new KindexError("too_many_files", message);
}

/** A last word of one or two letters or digits; not in scripts without case, where it may be a whole one. */
const SHORT = /(?:^|[^\p{L}\p{M}\p{N}])[\p{Lu}\p{Ll}\p{N}]{1,2}$/u;

/**
 * Whether too many words begin as the last one does: each may be in another file. It does not depend
 * on what is read already, so that the same request has the same answer.
 *
 * @param {string} query
 * @param {number} shards how many files the index has besides the first
 * @param {number} files how many a request may read
 */
export function isTooShort(query, shards, files) {
  return shards > files && SHORT.test(query.normalize("NFC"));
}
