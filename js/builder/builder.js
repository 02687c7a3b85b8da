// Makes indexes, over any of the WebAssembly modules that can.
import { viewOf } from "../engine/bytes.js";
import { KindexError, guarded, invalidArgument } from "../engine/errors.js";
import { boolean, checkedOptions, definedEntries, string, unknownOption } from "../engine/options.js";
import { withinMemory } from "./memory.js";
import { recordOf } from "./records.js";

/** The options that all modules have. */
const OPTIONS = [
  "levels",
  "overlap",
  "unit",
  "chunker",
  "parents",
  "sectionDepth",
  "language",
  "synonyms",
  "baseUrl",
  "tenant",
  "mergeable",
];

/** The options of `finishFiles`. The WebAssembly module knows the layouts. */
export const FINISH_OPTIONS = { layout: string, pairs: boolean };

export const IN_A_FOLDER = "mergeable: an index in a folder cannot be changed; call finish, or leave it out";

/** The part of each builder in the WebAssembly module, until its index is finished. */
const inners = new WeakMap();

/** The builders whose index is to be changed. */
const mergeables = new WeakSet();

/** Takes documents one after another and gives the index of all. Each WebAssembly module has a class of its own. */
export class TextBuilder {
  /**
   * Loads the WebAssembly module.
   *
   * @type {(wasm?: import("../entry/index.js").WasmSource) => Promise<object>}
   */
  static engine;

  /** The names of the options. */
  static options = OPTIONS;

  constructor(inner, isMergeable) {
    inners.set(this, inner);
    if (isMergeable) mergeables.add(this);
  }

  /**
   * @param {import("../entry/index.js").BuilderOptions} [given]
   * @returns {Promise<TextBuilder>}
   */
  static async create(given = {}) {
    // Before it is taken apart, which null would answer with a TypeError.
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      throw new KindexError("invalid_option", "options: accepted is an object");
    }
    const { wasm, ...options } = given;
    const usable = definedEntries(options);
    for (const [key] of usable) {
      if (!this.options.includes(key)) throw unknownOption(key, this.options);
    }
    const engine = await this.engine(wasm);
    return guarded(() => new this(new engine.Builder(Object.fromEntries(usable)), options.mergeable));
  }

  /** @param {import("../entry/index.js").Document} document */
  add(document) {
    const record = recordOf(document);
    building(this, (inner) => inner.add(record));
  }

  /**
   * @param {string} path
   * @param {string | ArrayBufferLike | ArrayBufferView} content
   * @param {import("../entry/index.js").FileOptions} [options]
   * @returns {import("../entry/index.js").Added}
   */
  addFile(path, content, options) {
    if (typeof path !== "string") throw invalidArgument("path", "a string");
    const bytes = contentBytes(content);
    const given = checkedOptions(options, { lang: string, version: string, page: string, of: string });
    const { lang, version, page, of = "" } = Object.fromEntries(given);
    return JSON.parse(building(this, (inner) => inner.addFile(path, bytes, lang, version, page, of)));
  }

  /** @returns {[tenant: string | undefined, builder: TextBuilder][]} */
  byTenant() {
    const all = finishing(this, (inner) => inner.byTenant());
    return all.map(([tenant, inner]) => [tenant, new this.constructor(inner, mergeables.has(this))]);
  }

  /** @returns {Uint8Array} */
  finish(options) {
    checkedOptions(options, {});
    return finishing(this, (inner) => inner.finish());
  }

  /**
   * @param {import("../entry/index.js").FinishOptions} [options]
   * @returns {IterableIterator<[name: string, bytes: Uint8Array]>}
   */
  finishFiles(options) {
    const { layout = "auto", pairs = true } = Object.fromEntries(checkedOptions(options, FINISH_OPTIONS));
    refuseMergeable(this, IN_A_FOLDER);
    return handedOver(finishing(this, (inner) => inner.finishFiles(layout, pairs)));
  }
}

/** Refuses what an index that is to be changed cannot be. */
export function refuseMergeable(builder, message) {
  if (mergeables.has(builder)) throw new KindexError("invalid_option", message);
}

/** Calls the builder of the module, which stops when memory is full: then all that was added is lost. */
export function building(builder, call) {
  const inner = inners.get(builder);
  if (!inner) throw new KindexError("finished", "the index was finished; create another builder");
  try {
    return withinMemory(() => call(inner));
  } catch (error) {
    if (error.code === "out_of_memory") inners.delete(builder);
    throw error;
  }
}

/** The last call, which uses the builder up. */
function finishing(builder, call) {
  return building(builder, (inner) => {
    inners.delete(builder);
    return call(inner);
  });
}

/** Files of the WebAssembly module, whose memory they leave one by one. */
export function* handedOver(files) {
  try {
    for (let file = files.take(); file; file = files.take()) yield file;
  } finally {
    files.free();
  }
}

export function contentBytes(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : viewOf(content);
  if (!bytes) throw invalidArgument("content", "a string or bytes");
  return bytes;
}
