/**
 * Makes indexes, and does all else with them too: with the largest of the WebAssembly modules.
 */
import { viewOf } from "../engine/bytes.js";
import { KindexError, guarded, invalidArgument } from "../engine/errors.js";
import { inflate } from "../engine/gzip.js";
import { ChangeableIndex } from "../builder/changeable.js";
import { withinMemory } from "../builder/memory.js";
import { recordOf, wellFormed } from "../builder/records.js";
import { ofBefore, textsOf, vectorSettings, withVectors } from "../builder/vectors.js";
import { explorerOpener } from "../explorer/explorer.js";
import { innerOf } from "../index/file-index.js";
import { boolean, checkedOptions, definedEntries, isWhole, object, string, unknownOption } from "../engine/options.js";
import { fullEngine } from "./full-engine.js";

export { KindexError };

export const open = explorerOpener(fullEngine, ChangeableIndex);

const OPTIONS = [
  "levels",
  "overlap",
  "unit",
  "chunker",
  "parents",
  "sectionDepth",
  "language",
  "synonyms",
  "pins",
  "baseUrl",
  "site",
  "rooms",
  "tenant",
  "topics",
  "memories",
  "textBesidePages",
  "mergeable",
  "rootSelectors",
  "excludeSelectors",
];

const CHANGEABLE =
  "vectors: the index that `with` makes of one that is mergeable has none; leave mergeable out, or call finish, and give each index its vectors by addVectors";

/** The options of `finishFiles`. The WebAssembly module knows the layouts. */
const FINISH_OPTIONS = { layout: string, pairs: boolean, vectors: object };

/** A list of pins as a file would have it, as YAML has all of JSON. Other options are as given. */
function written([key, value]) {
  if (key !== "pins" || typeof value === "string") return [key, value];
  if (!Array.isArray(value)) throw new KindexError("invalid_option", "pins: accepted are a list and the text of a file");
  return [key, wellFormed(JSON.stringify(value))];
}

/** Takes documents one after another and gives the index of all. */
export class Builder {
  #inner;
  #mergeable;

  constructor(inner, mergeable) {
    this.#inner = inner;
    this.#mergeable = mergeable;
  }

  /**
   * @param {import("./index.js").BuilderOptions} [options]
   * @returns {Promise<Builder>}
   */
  static async create(given = {}) {
    // Before it is taken apart, which null would answer with a TypeError.
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      throw new KindexError("invalid_option", "options: accepted is an object");
    }
    const { wasm, ...options } = given;
    const usable = definedEntries(options);
    for (const [key] of usable) {
      if (!OPTIONS.includes(key)) throw unknownOption(key, OPTIONS);
    }
    const engine = await fullEngine(wasm);
    return guarded(() => new Builder(new engine.Builder(Object.fromEntries(usable.map(written))), options.mergeable));
  }

  /** @param {import("./index.js").Document} document */
  add(document) {
    const record = recordOf(document);
    this.#building((inner) => inner.add(record));
  }

  /**
   * @param {string} path
   * @param {string | ArrayBufferLike | ArrayBufferView} content
   * @param {import("./index.js").SurveyOptions} [options]
   */
  survey(path, content, options) {
    if (typeof path !== "string") throw invalidArgument("path", "a string");
    const bytes = contentBytes(content);
    const { of = "" } = Object.fromEntries(checkedOptions(options, { of: string }));
    this.#building((inner) => inner.survey(path, bytes, of));
  }

  /**
   * @param {string} path
   * @param {string | ArrayBufferLike | ArrayBufferView} content
   * @param {import("./index.js").FileOptions} [options]
   * @returns {import("./index.js").Added}
   */
  addFile(path, content, options) {
    if (typeof path !== "string") throw invalidArgument("path", "a string");
    const bytes = contentBytes(content);
    const given = checkedOptions(options, { lang: string, version: string, page: string, of: string });
    const { lang, version, page, of = "" } = Object.fromEntries(given);
    return JSON.parse(this.#building((inner) => inner.addFile(path, bytes, lang, version, page, of)));
  }

  /** @returns {{ query: string, page: string }[]} */
  unknownPins() {
    const all = this.#building((inner) => inner.unknownPins());
    return Array.from({ length: all.length / 2 }, (_, at) => ({ query: all[2 * at], page: all[2 * at + 1] }));
  }

  /** @returns {[tenant: string | undefined, builder: Builder][]} */
  byTenant() {
    const all = this.#building((inner) => {
      this.#inner = undefined;
      return inner.byTenant();
    });
    return all.map(([tenant, inner]) => [tenant, new Builder(inner, this.#mergeable)]);
  }

  /**
   * @param {{ vectors?: import("./index.js").VectorOptions }} [options]
   * @returns {Uint8Array | Promise<Uint8Array>}
   */
  finish(options) {
    const { vectors } = Object.fromEntries(checkedOptions(options, { vectors: object }));
    // Before the builder is used up.
    const settings = vectors && vectorSettings(vectors);
    if (settings && this.#mergeable) throw new KindexError("invalid_option", CHANGEABLE);
    const bytes = this.#building((inner) => {
      this.#inner = undefined;
      return inner.finish();
    });
    return settings ? vectorsAdded(bytes, settings) : bytes;
  }

  /**
   * @param {import("./index.js").FinishOptions & { vectors?: import("./index.js").VectorOptions }} [options]
   * @returns {IterableIterator<[name: string, bytes: Uint8Array]> | Promise<IterableIterator<[name: string, bytes: Uint8Array]>>}
   */
  finishFiles(options) {
    const { layout = "auto", pairs = true, vectors } = Object.fromEntries(checkedOptions(options, FINISH_OPTIONS));
    if (this.#mergeable) {
      throw new KindexError("invalid_option", "mergeable: an index in a folder cannot be changed; call finish, or leave it out");
    }
    if (vectors) return filesWithVectors(this.finish({ vectors }), layout, pairs);
    const files = this.#building((inner) => {
      this.#inner = undefined;
      return inner.finishFiles(layout, pairs);
    });
    return handedOver(files);
  }

  /** Calls the builder of the module, which stops when memory is full: then all that was added is lost. */
  #building(call) {
    if (!this.#inner) {
      throw new KindexError("finished", "the index was finished; create another builder");
    }
    try {
      return withinMemory(() => call(this.#inner));
    } catch (error) {
      if (error.code === "out_of_memory") this.#inner = undefined;
      throw error;
    }
  }
}

/**
 * The index, or the bytes of one, with vectors.
 *
 * @param {ChangeableIndex | ArrayBufferLike | ArrayBufferView} index
 * @param {import("./index.js").VectorOptions} vectors
 * @returns {Promise<ChangeableIndex | Uint8Array>}
 */
export async function addVectors(index, vectors) {
  const settings = vectorSettings(vectors);
  const made = await vectorsAdded(await bytesOf("index", index), settings);
  return index instanceof ChangeableIndex ? open(made) : made;
}

/**
 * The texts of the chunks of a level, of which vectors are made.
 *
 * @param {ChangeableIndex} index
 * @param {number} [level]
 * @returns {import("./index.js").ChunkText[]}
 */
export function chunkTexts(index, level = 0) {
  if (!(index instanceof ChangeableIndex)) {
    throw invalidArgument("index", "an index that kindex/build opened from one file");
  }
  if (!isWhole(level)) throw invalidArgument("level", "a whole number");
  return [...textsOf(innerOf(index), level)];
}

async function vectorsAdded(bytes, { before, ...settings }) {
  const engine = await fullEngine();
  return withVectors(engine, bytes, settings, before && (await ofBefore(() => bytesOf("before", before))));
}

/** The bytes of an index that is given as such or opened. */
async function bytesOf(name, index) {
  const bytes = index instanceof ChangeableIndex ? index.bytes() : viewOf(index);
  if (!bytes) throw invalidArgument(name, "an index that kindex/build opened from one file, or its bytes");
  return inflate(bytes, "the index");
}

async function filesWithVectors(made, layout, pairs) {
  const bytes = await made;
  const { filesOf } = await fullEngine();
  return handedOver(withinMemory(() => filesOf(bytes, layout, pairs)));
}

/** Files of the WebAssembly module, whose memory they leave one by one. */
function* handedOver(files) {
  try {
    for (let file = files.take(); file; file = files.take()) yield file;
  } finally {
    files.free();
  }
}

function contentBytes(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : viewOf(content);
  if (!bytes) throw invalidArgument("content", "a string or bytes");
  return bytes;
}
