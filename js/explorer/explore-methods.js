// The methods by which an open index is explored; each is given its part in the WebAssembly module.
import { guarded, invalidArgument } from "../engine/errors.js";
import { readFloats, readMeta } from "../engine/json.js";
import { isWhole, unknownOption } from "../engine/options.js";

/**
 * The methods by the names that the WebAssembly module has for them: for each, the name of the argument
 * that it starts from, and the names of its numbers.
 */
const METHODS = {
  chunk: ["id"],
  parent: ["id"],
  children: ["id"],
  ancestors: ["id"],
  ancestor: ["id", "level"],
  siblings: ["id", "before", "after"],
  chunks: ["id", "level"],
  hierarchy: ["id"],
  document: ["id"],
  count: ["id", "level"],
  section: ["id"],
  documents: [""],
  pages: ["prefix", "from", "limit"],
  page: ["url"],
  keys: ["", "limit"],
  vectors: [""],
};

/** @param {object} inner */
function call(inner, name, start, ...counts) {
  const [startName, ...countNames] = METHODS[name];
  if (typeof start !== "string") throw invalidArgument(startName, "a string");
  for (const [at, countName] of countNames.entries()) {
    if (!isWhole(counts[at])) throw invalidArgument(countName, "a whole number");
  }
  return JSON.parse(guarded(() => inner.explore(name, start, ...counts)));
}

export const chunk = (inner, id) => call(inner, "chunk", id)[0];
export const parent = (inner, id) => call(inner, "parent", id)[0] ?? null;
export const children = (inner, id) => call(inner, "children", id);
export const ancestors = (inner, id) => call(inner, "ancestors", id);
export const ancestor = (inner, id, level) => call(inner, "ancestor", id, level)[0];
export const siblings = (inner, id, before = 1, after = 1) => call(inner, "siblings", id, before, after);
export const chunks = (inner, id, level) => call(inner, "chunks", id, level);
export const count = (inner, id, level) => call(inner, "count", id, level);
export const section = (inner, id) => call(inner, "section", id)[0] ?? null;
export const hierarchy = (inner, id) => call(inner, "hierarchy", id);
export const documents = (inner) => call(inner, "documents", "");
export const page = (inner, url) => call(inner, "page", url)[0] ?? null;

export function vectors(inner) {
  const [found = null] = call(inner, "vectors", "");
  readFloats(found);
  return found;
}

export function pages(inner, options) {
  const { prefix = "", from = 0, limit = 100, ...others } = options ?? {};
  refuse(others, ["prefix", "from", "limit"]);
  return call(inner, "pages", prefix, from, limit);
}

export function keys(inner, options) {
  const { limit = 20, ...others } = options ?? {};
  refuse(others, ["limit"]);
  return call(inner, "keys", "", limit);
}

/** The ways in which a pattern may be meant, by the bits that the WebAssembly module has for them. */
const MEANT = ["regex", "case", "word"];

export function grep(inner, pattern, options) {
  const { page = "", from = [0, 1], limit = 20, ...others } = options ?? {};
  const { regex, case: matters, word, ...unknown } = others;
  refuse(unknown, [...MEANT, "page", "from", "limit"]);
  if (typeof pattern !== "string") throw invalidArgument("pattern", "a string");
  if (typeof page !== "string") throw invalidArgument("page", "a string");
  if (!Array.isArray(from) || from.length !== 2 || !from.every(isWhole)) throw invalidArgument("from", "what next was");
  if (!isWhole(limit)) throw invalidArgument("limit", "a whole number");
  const meant = [regex, matters, word].reduce((bits, is, at) => bits | (is ? 1 << at : 0), 0);
  const [document, line] = from;
  return JSON.parse(guarded(() => inner.grep(pattern, page, meant, document, line, limit)));
}

/** Throws where there are options besides those that are known. */
function refuse(others, known) {
  const [other] = Object.keys(others);
  if (other !== undefined) throw unknownOption(other, known);
}

export function document(inner, id) {
  const document = call(inner, "document", id);
  document.meta = readMeta(document.meta);
  document.filters = Object.fromEntries(document.filters);
  return document;
}

export const verify = (inner) => guarded(() => inner.verify());

export function stats(inner) {
  const stats = JSON.parse(guarded(() => inner.stats()));
  stats.levels.forEach(readFloats);
  return stats;
}
