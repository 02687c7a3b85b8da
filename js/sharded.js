/**
 * Searches an index in several files, of which only those are loaded that an answer needs: for
 * sites so large that one file is too much for a page.
 */
import * as glue from "./sharded/sharded.js";
import { bytesOf } from "./bytes.js";
import { engine } from "./engine.js";
import { KindexError, closed, guarded, wrongArgument } from "./errors.js";
import { inflated } from "./gzip.js";
import { results } from "./json.js";
import { searchArguments } from "./options.js";
import { Shards } from "./shards.js";

export { KindexError } from "./errors.js";

const load = engine(glue, () => new URL("./sharded/sharded_bg.wasm", import.meta.url));

/** The file that is loaded first. */
const HEAD = "index.kdx";

/** An open index in several files. */
export class ShardedIndex {
  #inner;
  #shards;

  constructor(inner, shards) {
    this.#inner = inner;
    this.#shards = shards;
  }

  /**
   * @param {string} query
   * @param {import("./index.js").SearchOptions & { signal?: AbortSignal }} [options]
   * @returns {Promise<import("./index.js").Results>}
   */
  async search(query, given) {
    const { signal, ...options } = given ?? {};
    if (typeof query !== "string") throw wrongArgument("query", "a string");
    const args = searchArguments(options);
    for (;;) {
      signal?.throwIfAborted();
      if (!this.#inner) throw closed();
      try {
        const found = results(guarded(() => this.#inner.search(query, ...args)));
        this.#shards.trim(this.#inner);
        return found;
      } catch (error) {
        const wanted = error.code === "missing_shards" ? [...this.#inner.wanted()] : [];
        if (wanted.length === 0) throw error;
        await this.#shards.bring(wanted, () => this.#inner, signal);
      }
    }
  }

  /** Gives the memory back, and stops what is on its way. Closing twice does no harm. */
  close() {
    this.#shards.close();
    this.#inner?.free();
    this.#inner = undefined;
  }
}

/**
 * @param {string | URL | import("./index.js").ReadFile} source
 * @param {import("./index.js").ShardedOpenOptions} [options]
 * @returns {Promise<ShardedIndex>}
 */
export async function open(source, options) {
  const { wasm } = options ?? {};
  const cacheBytes = options?.cacheBytes ?? 64 << 20;
  if (!(cacheBytes >= 0)) throw new KindexError("invalid_option", "cacheBytes: accepted are numbers from 0");
  const files = reader(source);
  const both = [load(wasm), files(HEAD, {}).then((bytes) => inflated(bytes, HEAD))];
  const [{ Index }, head] = await Promise.all(both);
  return new ShardedIndex(guarded(() => new Index(head)), new Shards(files, cacheBytes));
}

/** What reads a file of the index by its name. */
function reader(source) {
  if (typeof source === "function") return (name, how) => read(source, name, how);
  if (typeof source !== "string" && !(source instanceof URL)) {
    throw wrongArgument("source", "the address of a folder, or a function that reads its files");
  }
  const folder = String(source).replace(/\/?$/, "/");
  const at = (name) => (source instanceof URL ? new URL(folder + name) : folder + name);
  return (name, { signal }) => bytesOf(at(name), signal);
}

/** Buckets give nothing for what they lack. */
async function read(source, name, how) {
  const found = await source(name, how);
  if (found !== undefined && found !== null) return bytesOf(found);
  throw new KindexError("missing_file", `${name} is not there`);
}
