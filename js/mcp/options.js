// Checks the options of a server, so that a mistake shows before there is a message.
import { bounds } from "./interface.js";
import { OF_EMBED, isCandidates, isShare, isTime } from "../embedder/kinds.js";
import { KindexError, invalidArgument } from "../engine/errors.js";
import { isWhole, unknownOption } from "../engine/options.js";
import { NAMES, isName, namedGroupOf } from "../explorer/named-group.js";
import { isObject } from "./rpc.js";
import { wellFormed } from "./surrogates.js";
import { line } from "./text.js";

/** Results of fewer tokens would not hold a passage. */
const LEAST = bounds.leastResultTokens;

const isText = (value) => typeof value === "string";
const isFunction = (value) => typeof value === "function";
const isBuilt = (value) => isText(value) || (isObject(value) && Object.values(value).every(isText));
const isNames = (value) => Array.isArray(value) && value.every(isName) && new Set(value).size === value.length;

/** The options besides the index, each with the accepted values and their test. */
const OPTIONS = {
  name: ["are strings", isText],
  title: ["are strings", isText],
  description: ["are strings", isText],
  built: ["are strings, and objects that have one for each of several indexes", isBuilt],
  version: ["are strings", isText],
  instructions: ["are strings", isText],
  maxTokens: [`are whole numbers from ${LEAST}`, (value) => Number.isInteger(value) && value >= LEAST],
  docs: [`are lists of names without doubles, of ${NAMES}`, isNames],
  structured: ["are true and false", (value) => typeof value === "boolean"],
  phraseBytes: ["are whole numbers from 0 to 4294967295", isWhole],
  origins: ["are arrays of strings", (value) => Array.isArray(value) && value.every(isText)],
  onError: ["is a function", isFunction],
  embed: ["is a function", isFunction],
  embedder: ["are strings", isText],
  alpha: ["are numbers from 0 to 1", isShare],
  candidates: ["are whole numbers from 1 to 1000", isCandidates],
  embedTimeout: ["are numbers of milliseconds from 1", isTime],
};

/** The methods of an index that the tools call. */
export const METHODS = ["search", "chunk", "parent", "siblings", "chunks", "count", "document", "grep", "keys", "pages", "page", "section", "stats"];

/** @param {import("../entry/mcp.d.ts").McpOptions} options */
export function checkOptions(options) {
  const { index, ...others } = options ?? {};
  for (const [name, value] of Object.entries(others)) {
    if (!Object.hasOwn(OPTIONS, name)) throw unknownOption(name, ["index", ...Object.keys(OPTIONS)]);
    const [accepted, suits] = OPTIONS[name];
    if (value !== undefined && !suits(value)) throw new KindexError("invalid_option", `${name}: accepted ${accepted}`);
  }
  const idle = OF_EMBED.find((name) => others[name] !== undefined);
  if (idle && others.embed === undefined) throw new KindexError("invalid_option", `${idle}: it needs embed`);
  // A promise or a function is checked when it gives the index.
  if (!isLater(index)) readable(index);
}

/**
 * The words about a server, as UTF-8 can have them. A title or a description that says nothing is none.
 *
 * @param {import("../entry/mcp.d.ts").McpOptions} options
 */
export function wordsOf({ name, title, description, built, version, instructions }) {
  const words = wellFormed({ name, title, description, built, version, instructions });
  const said = (text) => (text !== undefined && line(text) !== "" ? text : undefined);
  return { ...words, title: said(words.title), description: said(words.description) };
}

const isLater = (index) => isFunction(index) || isFunction(index?.then);

/**
 * The names of the indexes where there are several, and otherwise none.
 *
 * @param {import("../entry/mcp.d.ts").McpOptions} options
 * @returns {string[] | undefined} undefined where an index that comes later says whether there are
 */
export function namesOf(options) {
  const { index, docs } = options;
  const said = docs && (docs.length > 1 ? [...docs] : []);
  const names = isLater(index) ? said : (readable(index).group?.names ?? []);
  if (names) checkNames(names, said ?? names, options);
  return names;
}

/**
 * Checks the names of indexes that are there, and the options that depend on how many these are.
 *
 * @param {string[]} names
 * @param {string[]} known those that were said before
 * @param {import("../entry/mcp.d.ts").McpOptions} options
 */
export function checkNames(names, known, { embed, built }) {
  if (names.join() !== known.join()) throw invalidArgument("index", known.length > 0 ? `an open group of ${known.join(", ")}, which docs names` : "one index, as docs names no others");
  if (names.length > 0 && embed) throw new KindexError("invalid_option", "embed: several indexes are ranked by words alone; leave it out");
  if (!isObject(built)) return;
  if (names.length === 0) throw new KindexError("invalid_option", "built: accepted for one index are strings");
  const unknown = Object.keys(built).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new KindexError("invalid_option", `built: there is no index ${unknown}; there are ${names.join(", ")}`);
}

/**
 * What is open: several indexes by their names, or one.
 *
 * @param {any} given
 * @returns {{ group?: import("../explorer/named-group.js").NamedGroup, index?: any }} throws a KindexError where an index
 *   has not all that the tools ask of it
 */
export function readable(given) {
  // A group of one is that one.
  const group = given?.labels?.length === 1 ? undefined : namedGroupOf(given);
  if (!group) return { index: askable(given?.labels ? given.indexes[0] : given) };
  for (const { index } of group.all) askable(index);
  return { group };
}

function askable(index) {
  if (METHODS.every((name) => isFunction(index?.[name]))) return index;
  const searchable = !isText(index) && isFunction(index?.search) ? ", which reads chunks and pages too; this one can only be searched" : "";
  throw invalidArgument("index", `what open() of kindex/explore gives${searchable}`);
}
