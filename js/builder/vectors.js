// Vectors for indexes: the texts of which they are made, and what is given for them.
import { KindexError, guarded } from "../engine/errors.js";
import { checkedOptions, isWhole, string, whole } from "../engine/options.js";
import { isVector } from "../explorer/explore-options.js";
import { withinMemory } from "./memory.js";

/** The level whose chunks are embedded: a model reads small texts best. */
const CHILD_LEVEL = 0;

const LEVELS = ["parents", "children"];

const isFunction = (value) => typeof value === "function";
const isMap = (value) => isFunction(value.get) && isFunction(value.set);

/** The settings, each with its test. The module decides itself which values can be used. */
const SETTINGS = {
  embedder: string,
  of: [(value) => LEVELS.includes(value), `are ${LEVELS.join(" and ")}`],
  dimensions: whole,
  bits: [(value) => isWhole(value) && value < 256, "are 4 and 32"],
  embed: [isFunction, "are functions"],
  batch: [(value) => isWhole(value) && value > 0, "are whole numbers from 1"],
  cache: [isMap, "are objects with get and set, such as a Map"],
  before: [(value) => typeof value === "object", "are indexes in one file, opened by kindex/build, and their bytes"],
  entries: [(value) => typeof value === "object", "are pairs of an id and a vector, and an object of vectors by id"],
};

/** @typedef {"embed" | "cache" | "entries" | "before"} Optional */

/**
 * @param {import("../entry/index.js").VectorOptions} given
 * @returns {Required<Omit<import("../entry/index.js").VectorOptions, Optional>> & Pick<import("../entry/index.js").VectorOptions, Optional>}
 */
export function vectorSettings(given) {
  const settings = Object.fromEntries(checkedOptions(given, SETTINGS));
  if (settings.embedder === undefined) throw invalid("embedder", "give the name of the model");
  if (!settings.embed === !settings.entries) throw invalid("vectors", "give either embed or entries");
  if (settings.cache && !settings.embed) throw invalid("cache", "it needs embed");
  return { of: "parents", dimensions: 128, bits: 4, batch: 64, ...settings };
}

/**
 * The bytes of an index with vectors.
 *
 * @param {object} engine the WebAssembly module that makes indexes
 * @param {Uint8Array} bytes
 * @param {Omit<ReturnType<typeof vectorSettings>, "before">} settings
 * @param {Uint8Array} [before] the bytes of an index of which as much is kept as can be
 * @returns {Promise<Uint8Array>}
 */
export async function withVectors(engine, bytes, settings, before) {
  const { embedder, of, dimensions, bits } = settings;
  let vectors;
  for await (const [id, vector] of settings.embed ? embedded(engine, bytes, settings) : entriesOf(settings.entries)) {
    const numbers = Float32Array.from(vector);
    vectors ??= guarded(() => new engine.Vectors(embedder, numbers.length));
    withinMemory(() => vectors.add(id, numbers));
  }
  // The module says why an index cannot be without any.
  vectors ??= new engine.Vectors(embedder, 1);
  if (before) await ofBefore(() => withinMemory(() => vectors.continueFrom(before)));
  return withinMemory(() => vectors.finish(bytes, of === "children", dimensions, bits));
}

/**
 * Uses an index before. Its faults are those of the option.
 *
 * @template T
 * @param {() => T | Promise<T>} use
 */
export async function ofBefore(use) {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof KindexError) || error.message.startsWith("before")) throw error;
    throw new KindexError(error.code, `before: ${error.message}; leave it out to work all out anew`, { cause: error });
  }
}

/** The texts of the chunks of a level, in their order, document by document. */
export function* textsOf(inner, level) {
  const explore = (way, id, number) => JSON.parse(guarded(() => inner.explore(way, id, number, 0)));
  for (const id of explore("documents", "", 0)) yield* explore("texts", id, level);
}

/** The vectors that are given, each with the id of its chunk. */
function* entriesOf(entries) {
  for (const entry of isFunction(entries[Symbol.iterator]) ? entries : Object.entries(entries)) {
    const [id, vector] = Array.isArray(entry) ? entry : [];
    if (typeof id !== "string") throw invalid("entries", "accepted are pairs of an id and a vector");
    yield [id, checkedVector("entries", id, vector)];
  }
}

/** The vectors that the function gives, or that are known of earlier ones. */
async function* embedded(engine, bytes, { embedder, embed, batch, cache }) {
  const inner = guarded(() => new engine.Index(bytes));
  try {
    const asked = [];
    for (const { id, embed: text } of textsOf(inner, CHILD_LEVEL)) {
      // A chunk without text is found by nothing.
      if (text === "") continue;
      const key = cache && (await keyOf(embedder, text));
      const known = (await cache?.get(key)) ?? undefined;
      if (known !== undefined) yield [id, checkedVector("cache", id, known)];
      else asked.push({ id, key, text });
      if (asked.length === batch) yield* answered(asked.splice(0), embed, cache);
    }
    if (asked.length > 0) yield* answered(asked, embed, cache);
  } finally {
    inner.free();
  }
}

/** Asks for the vectors of a batch of texts. Each is kept once the module has taken it. */
async function* answered(asked, embed, cache) {
  const given = await embed(asked.map(({ text }) => text));
  const last = asked[asked.length - 1];
  if (!(given?.length === asked.length)) {
    const found = given?.length >= 0 ? `${given.length} vectors` : "no array of vectors";
    throw invalid("embed", `it gave ${found} for ${asked.length} texts, those of the chunks ${asked[0].id} to ${last.id}`);
  }
  for (const [at, { id, key }] of asked.entries()) {
    const vector = checkedVector("embed", id, given[at]);
    yield [id, vector];
    await cache?.set(key, vector);
  }
}

/** A vector as numbers of 32 bits, on memory of its own. */
function checkedVector(name, id, vector) {
  if (typeof vector === "object" && vector !== null && isVector(vector)) return Float32Array.from(vector);
  throw invalid(name, `the vector of the chunk ${id} is no array of numbers`);
}

/** A key for the vector of a text: that of another model is another. */
async function keyOf(embedder, text) {
  const bytes = new TextEncoder().encode(`${embedder}\n${text}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function invalid(name, message) {
  return new KindexError("invalid_option", `${name}: ${message}`);
}
