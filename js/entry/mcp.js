/**
 * An index for language models: a server of the Model Context Protocol, over HTTP or whatever else
 * brings messages.
 */
import { Embedder } from "../embedder/embedder.js";
import { aboutOf, after, describedFor } from "../mcp/about.js";
import { answer } from "../mcp/answer.js";
import { respond } from "../mcp/http.js";
import { VERSION, bounds, instructions as usual, resourceTemplates, tools } from "../mcp/interface.js";
import { checkOptions, readable } from "../mcp/options.js";
import { wellFormed } from "../mcp/surrogates.js";
import { definitions } from "../mcp/tools.js";

export { KindexError } from "../engine/errors.js";
export { serveStdio } from "../mcp/stdio.js";

/**
 * @typedef {object} Server the state that answers need
 * @property {() => Promise<import("./explore.js").Explorer>} index
 * @property {{ name: string, title?: string, version: string }} info
 * @property {string} [built] when the index was built, in words
 * @property {string} instructions
 * @property {object[]} tools
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
  const { index, name = "kindex", title, description, built, version = VERSION } = options;
  const { instructions, maxTokens = bounds.resultTokens, phraseBytes = bounds.phraseBytes } = options;
  const { origins, structured = false, onError = console.error } = options;
  const about = aboutOf(title, description);
  const server = {
    index: async () => readable(await (typeof index === "function" ? index() : index)),
    info: { name, ...(title === undefined ? {} : { title }), version },
    built,
    instructions: instructions ?? after(about, usual),
    tools: definitions(tools, about, { maxTokens, structured, embeds: options.embed !== undefined }),
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
  };
}
