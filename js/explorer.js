import { guarded, wrongArgument } from "./errors.js";
import { float } from "./json.js";
import { isWhole } from "./options.js";
import { Index, innerOf } from "./searcher.js";

/** The ways through an index, as the WebAssembly module numbers them. */
const WAYS = [
  "chunk",
  "parent",
  "children",
  "ancestors",
  "ancestor",
  "siblings",
  "chunks",
  "hierarchy",
  "document",
  "documents",
];

/** An open index that says more than what a query finds. */
export class Explorer extends Index {
  /**
   * @param {string} query
   * @param {import("./index.js").ExploreSearchOptions} [options]
   * @returns {import("./index.js").ExploreResults}
   */
  search(query, options) {
    const results = super.search(query, options);
    for (const hit of results.hits) {
      for (const one of [hit, ...(hit.more ?? [])]) readFloats(one.explanation);
    }
    return results;
  }

  /** @returns {import("./index.js").Stats} */
  stats() {
    const stats = JSON.parse(guarded(() => innerOf(this).stats()));
    stats.levels.forEach(readFloats);
    return stats;
  }

  /** Reads and checks every byte; throws where one is wrong. */
  verify() {
    guarded(() => innerOf(this).verify());
  }

  /** @param {string} id */
  chunk(id) {
    return go(this, "chunk", id)[0];
  }

  /** @param {string} id */
  parent(id) {
    return go(this, "parent", id)[0] ?? null;
  }

  /** @param {string} id */
  children(id) {
    return go(this, "children", id);
  }

  /** @param {string} id */
  ancestors(id) {
    return go(this, "ancestors", id);
  }

  /**
   * @param {string} id
   * @param {number} level
   */
  ancestor(id, level) {
    return go(this, "ancestor", id, { level })[0];
  }

  /**
   * @param {string} id
   * @param {number} [before]
   * @param {number} [after]
   */
  siblings(id, before = 1, after = 1) {
    return go(this, "siblings", id, { before, after });
  }

  /**
   * @param {string} id
   * @param {number} level
   */
  chunks(id, level) {
    return go(this, "chunks", id, { level });
  }

  /** @param {string} id */
  hierarchy(id) {
    return go(this, "hierarchy", id);
  }

  /** @param {string} id */
  document(id) {
    const document = go(this, "document", id);
    document.meta = Object.fromEntries(document.meta);
    document.filters = Object.fromEntries(document.filters);
    return document;
  }

  documents() {
    return go(this, "documents", "");
  }
}

function go(index, way, id, counts = {}) {
  if (typeof id !== "string") throw wrongArgument("id", "a string");
  for (const [name, count] of Object.entries(counts)) {
    if (!isWhole(count)) throw wrongArgument(name, "a whole number");
  }
  const [a = 0, b = 0] = Object.values(counts);
  return JSON.parse(guarded(() => innerOf(index).explore(WAYS.indexOf(way), id, a, b)));
}

/** Reads numbers with a fraction where no other array has numbers in it, at any depth. */
function readFloats(object) {
  for (const [key, value] of Object.entries(object ?? {})) {
    if (Array.isArray(value) && typeof value[0] === "number") object[key] = float(value);
    else if (typeof value === "object") readFloats(value);
  }
}
