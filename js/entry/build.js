/**
 * Makes indexes, and does all else with them too: with the largest of the WebAssembly modules.
 */
import { viewOf } from "../engine/bytes.js";
import { KindexError, invalidArgument } from "../engine/errors.js";
import { inflate } from "../engine/gzip.js";
import { checkedOptions, isWhole, object, string } from "../engine/options.js";
import { innerOf } from "../index/file-index.js";
import { Explorer, explorerOpener } from "../explorer/explorer.js";
import { FINISH_OPTIONS, IN_A_FOLDER, TextBuilder, building, contentBytes, handedOver, refuseMergeable } from "../builder/builder.js";
import { changeable } from "../builder/changeable.js";
import { withinMemory } from "../builder/memory.js";
import { wellFormed } from "../builder/records.js";
import { ofBefore, textsOf, vectorSettings, withVectors } from "../builder/vectors.js";
import { fullEngine } from "./full-engine.js";

export { KindexError };

/** An open index that can be explored, and of which changes make others. */
class ChangeableIndex extends changeable(Explorer) {}

export const open = explorerOpener(fullEngine, ChangeableIndex);

/** The options that only this module has. */
const OPTIONS = ["pins", "site", "rooms", "topics", "memories", "textBesidePages", "rootSelectors", "excludeSelectors"];

const CHANGEABLE =
  "vectors: the index that `with` makes of one that is mergeable has none; leave mergeable out, or call finish, and give each index its vectors by addVectors";

/** Options with a list of pins as a file would have it, as YAML has all of JSON. */
function written(options) {
  const pins = options?.pins ?? "";
  if (typeof pins === "string") return options;
  if (!Array.isArray(pins)) throw new KindexError("invalid_option", "pins: accepted are a list and the text of a file");
  return { ...options, pins: wellFormed(JSON.stringify(pins)) };
}

/** Takes files of all kinds too, and vectors. */
export class Builder extends TextBuilder {
  static engine = fullEngine;

  static options = [...TextBuilder.options, ...OPTIONS];

  /**
   * @param {import("./index.js").BuilderOptions} [options]
   * @returns {Promise<Builder>}
   */
  static async create(options) {
    return super.create(written(options));
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
    building(this, (inner) => inner.survey(path, bytes, of));
  }

  /** @returns {{ query: string, page: string }[]} */
  unknownPins() {
    const all = building(this, (inner) => inner.unknownPins());
    return Array.from({ length: all.length / 2 }, (_, at) => ({ query: all[2 * at], page: all[2 * at + 1] }));
  }

  /**
   * @param {{ vectors?: import("./index.js").VectorOptions }} [options]
   * @returns {Uint8Array | Promise<Uint8Array>}
   */
  finish(options) {
    const { vectors } = Object.fromEntries(checkedOptions(options, { vectors: object }));
    if (!vectors) return super.finish();
    // Before the builder is used up.
    const settings = vectorSettings(vectors);
    refuseMergeable(this, CHANGEABLE);
    return vectorsAdded(super.finish(), settings);
  }

  /**
   * @param {import("./index.js").FinishOptions & { vectors?: import("./index.js").VectorOptions }} [options]
   * @returns {IterableIterator<[name: string, bytes: Uint8Array]> | Promise<IterableIterator<[name: string, bytes: Uint8Array]>>}
   */
  finishFiles(options) {
    const { vectors, ...files } = Object.fromEntries(checkedOptions(options, { ...FINISH_OPTIONS, vectors: object }));
    refuseMergeable(this, IN_A_FOLDER);
    return vectors ? filesWithVectors(this.finish({ vectors }), files) : super.finishFiles(files);
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

async function filesWithVectors(made, { layout = "auto", pairs = true }) {
  const bytes = await made;
  const { filesOf } = await fullEngine();
  return handedOver(withinMemory(() => filesOf(bytes, layout, pairs)));
}
