/**
 * Searches with the vectors of queries, which an embedder gives: a function of whoever serves an index.
 * It may be a service elsewhere, so it has a time, and no search fails because of it.
 */
import { KindexError } from "../engine/errors.js";
import { needlessness } from "./needless.js";

/** The time that an embedder has. */
const TIMEOUT_MS = 2000;

/** The number of vectors that are kept: of 1,536 numbers each they take 1.5 MB. */
const MAX_KEPT_VECTORS = 256;

/** The weight of a vector, as the core has it. */
const DEFAULT_ALPHA = 0.5;

/** What is told of a search that could not read the vectors that it needs. */
const TOO_MANY = "the vectors are in more files than may be read for one request";

/**
 * A search, whether the vector of the query counted, and otherwise why not.
 *
 * @typedef {{ found: import("../entry/index.js").Results, vector: boolean, reason: string | null, failed: boolean }} Answer
 *
 * @typedef {object} Asking
 * @property {number} [alpha] the weight, in the place of the usual one
 * @property {object} [about] what the embedder is told besides the text
 * @property {string} [scope] whose queries they are: vectors are kept for each by itself
 * @property {(error: unknown) => void} onError is told why the vector cannot be used
 */
export class Embedder {
  #settings;
  /** The last ones come last. @type {Map<string, Float32Array>} */
  #kept = new Map();

  /** @param {import("../entry/mcp.js").EmbedderOptions} settings with `embed` */
  constructor({ embed, embedder, alpha = DEFAULT_ALPHA, candidates, embedTimeout = TIMEOUT_MS }) {
    this.#settings = { embed, embedder, alpha, candidates, timeout: embedTimeout };
  }

  /**
   * Searches with the vector of the query, and by its words alone where there is none to be had.
   *
   * @param {{ search: Function, vectors: Function }} index
   * @param {string} query
   * @param {import("../entry/index.js").ExploreSearchOptions} options
   * @param {Asking} asking
   * @returns {Promise<Answer>}
   */
  async search(index, query, options, { alpha = this.#settings.alpha, onError, ...asking }) {
    const byWords = async (reason, failed) => {
      const found = await index.search(query, options);
      return { found, vector: false, reason, failed };
    };
    const needless = needlessness(query, alpha, options);
    if (needless !== undefined) return byWords(needless, false);
    try {
      const found = await index.search(query, { ...options, alpha, ...(await this.#optionsFor(index, query, asking)) });
      return { found, vector: true, reason: null, failed: false };
    } catch (error) {
      if (error?.code === "too_many_files") return byWords(TOO_MANY, true);
      if (error?.code !== "embedder_failed") throw error;
      onError(error.cause ?? error);
      return byWords(error.message, true);
    }
  }

  async #optionsFor(index, query, { about, scope }) {
    const { embedder, candidates } = this.#settings;
    const made = await index.vectors();
    if (!made) throw failure("the index has no vectors");
    // Vectors without a name may be anybody's.
    const isNamed = embedder !== undefined && made.embedder !== "";
    if (isNamed && embedder !== made.embedder) {
      throw failure(`the vectors of the index are those of ${made.embedder}, not of ${embedder}`);
    }
    const vector = await this.vectorOf(query, about, scope);
    if (vector.length !== made.dimensions) {
      throw failure(`the embedder gave ${vector.length} numbers, and the vectors of the index have ${made.dimensions}`);
    }
    return { vector, candidates, ...(isNamed && { embedder }) };
  }

  /**
   * The vector of a text. Rejects with an error of the code `embedder_failed`.
   *
   * @param {string} text
   * @param {object} [about] what the embedder is told besides
   * @param {string} [scope]
   */
  async vectorOf(text, about = {}, scope = "") {
    const key = `${scope}\0${text}`;
    const vector = this.#kept.get(key) ?? (await this.#asked(text, about));
    this.#kept.delete(key);
    this.#kept.set(key, vector);
    if (this.#kept.size > MAX_KEPT_VECTORS) this.#kept.delete(this.#kept.keys().next().value);
    return vector;
  }

  async #asked(text, about) {
    const { embed, timeout } = this.#settings;
    try {
      return usable(await within(timeout, (signal) => embed(text, { ...about, signal })));
    } catch (error) {
      // One that asks another of its kind hands its errors on.
      throw error?.code === "embedder_failed" ? error : failure("the embedder failed", error);
    }
  }
}

/** Gives work a time. Its signal tells it that this is over. */
async function within(milliseconds, work) {
  const controller = new AbortController();
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      reject(failure(`the embedder did not answer within ${milliseconds} ms`));
      controller.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The numbers of a vector with which a search can be made. */
function usable(given) {
  if (!Array.isArray(given) && !ArrayBuffer.isView(given)) throw failure("the embedder gave no array of numbers");
  const vector = Float32Array.from(/** @type {ArrayLike<number>} */ (given));
  const isNumber = (number, at) => typeof given[at] === "number" && Number.isFinite(number);
  if (!vector.every(isNumber)) throw failure("the embedder gave what is no finite number");
  if (!vector.some((number) => number !== 0)) throw failure("the embedder gave no number but zero");
  return vector;
}

/** An error that whoever searches may see, but not its cause. */
function failure(message, cause) {
  return new KindexError("embedder_failed", message, cause === undefined ? {} : { cause });
}
