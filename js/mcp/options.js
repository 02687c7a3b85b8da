// Checks the options of a server, so that a mistake shows before there is a message.
import { bounds } from "./interface.js";
import { OF_EMBED, isCandidates, isShare, isTime } from "../embedder/kinds.js";
import { KindexError, invalidArgument } from "../engine/errors.js";
import { isWhole, unknownOption } from "../engine/options.js";

/** Results of fewer tokens would not hold a passage. */
const LEAST = bounds.leastResultTokens;

const isText = (value) => typeof value === "string";
const isFunction = (value) => typeof value === "function";

/** The options besides the index, each with the accepted values and their test. */
const OPTIONS = {
  name: ["are strings", isText],
  title: ["are strings", isText],
  description: ["are strings", isText],
  built: ["are strings", isText],
  version: ["are strings", isText],
  instructions: ["are strings", isText],
  maxTokens: [`are whole numbers from ${LEAST}`, (value) => Number.isInteger(value) && value >= LEAST],
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
const METHODS = ["search", "chunk", "parent", "siblings", "chunks", "count", "document", "grep", "keys", "pages", "page", "section", "stats"];

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
  if (!isFunction(index) && !isFunction(index?.then)) readable(index);
}

/**
 * The index, which has all that the tools ask of it.
 *
 * @template T
 * @param {T} index
 * @returns {T} throws a KindexError where it has not
 */
export function readable(index) {
  if (METHODS.every((name) => isFunction(index?.[name]))) return index;
  const searchable = !isText(index) && isFunction(index?.search) ? ", which reads chunks and pages too; this one can only be searched" : "";
  throw invalidArgument("index", `what open() of kindex/explore gives${searchable}`);
}
