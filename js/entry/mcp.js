/**
 * An index for language models: a server of the Model Context Protocol, over HTTP or whatever else
 * brings messages.
 */
import { Embedder } from "../embedder/embedder.js";
import { aboutOf, after, describedFor } from "../mcp/about.js";
import { answer } from "../mcp/answer.js";
import { cardOf, catalogOf } from "../mcp/card.js";
import { respond } from "../mcp/http.js";
import { VERSION, bounds, instructions as usual, resourceTemplates, tools } from "../mcp/interface.js";
import { checkNames, checkOptions, namesOf, wordsOf } from "../mcp/options.js";
import { severalInstructions, sitesOf, telling, withSeveral } from "../mcp/several.js";
import { skillOf } from "../mcp/skill.js";
import { wellFormed } from "../mcp/surrogates.js";
import { definitions } from "../mcp/tools.js";

export { KindexError } from "../engine/errors.js";
export { serveStdio } from "../mcp/stdio.js";

/**
 * @typedef {object} Server the state that answers need
 * @property {() => Promise<import("../mcp/sites.js").OneSite | import("../mcp/several.js").Several>} sites the indexes
 * @property {{ name: string, title?: string, version: string }} info
 * @property {string | Record<string, string>} [built] when the index was built, in words, or each of several
 * @property {(names?: string[]) => Promise<{ instructions: string, tools: object[], skill: import("../mcp/skill.js").Skill }>} described what is said of the server
 *   with indexes of these names, which are otherwise found
 * @property {object[]} resourceTemplates
 * @property {number} maxTokens
 * @property {boolean} structured whether results are given as data too
 * @property {number} phraseBytes
 * @property {Embedder} [embedder] gives queries their vectors
 * @property {(error: unknown) => void} onError
 *
 * @typedef {import("./mcp.d.ts").Mcp} Mcp
 */

/**
 * @param {import("./mcp.d.ts").McpOptions} options
 * @returns {Mcp}
 */
export function createMcp(options) {
  checkOptions(options);
  const { name = "kindex", title, description, built, version = VERSION, instructions } = wordsOf(options);
  const { index, maxTokens = bounds.resultTokens, phraseBytes = bounds.phraseBytes } = options;
  const { origins, structured = false, onError = console.error } = options;
  const about = aboutOf(title, description);
  const known = namesOf(options);
  const tell = telling(onError);
  const sites = async () => {
    const given = await (typeof index === "function" ? index() : index);
    const found = sitesOf(given);
    checkNames(found.names, known ?? found.names, options);
    tell(found.names, given.errors);
    return found;
  };
  // Of an index that does not come the tools are told as of one.
  const without = (error) => {
    if (FAULTS.includes(error?.code)) throw error;
    onError(error);
    return { names: [] };
  };
  const describe = (names) => ({
    instructions: instructions ?? after(about, names.length > 0 ? severalInstructions(usual, names) : usual),
    skill: skillOf({ title, description }, names),
    tools: definitions(tools, about, {
      ...{ maxTokens, structured, embeds: options.embed !== undefined },
      extended: (tool) => (names.length > 0 ? withSeveral(tool, names) : tool),
    }),
  });
  const server = {
    sites,
    described: describing(describe, async () => known ?? (await sites().catch(without)).names),
    info: { name, ...(title === undefined ? {} : { title }), version },
    built,
    resourceTemplates: resourceTemplates.map((one) => describedFor(about, one)),
    maxTokens,
    structured,
    phraseBytes,
    embedder: options.embed && new Embedder(options),
    onError,
  };
  return {
    fetch: (request) => respond(server, request, origins),
    handle: (message) => answer(server, wellFormed(message)),
    card: (address, { needsToken = false } = {}) => cardOf({ title, description, version }, address, needsToken),
    catalog: catalogOf,
  };
}

/** The codes of errors of those who write the options. */
const FAULTS = ["invalid_argument", "invalid_option"];

/** Describes a server by the names of its indexes, which hardly change. */
function describing(describe, namesOf) {
  let last;
  return async (given) => {
    const names = given ?? (await namesOf());
    const key = names.join();
    if (last?.key !== key) last = { key, description: describe(names) };
    return last.description;
  };
}
