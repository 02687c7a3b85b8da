// The tools by their names, and the answer to a call of one.
import { describedFor } from "./about.js";
import { checkedArguments } from "./arguments.js";
import { grepDocs, grepText } from "./grep.js";
import { docsText, listDocs } from "./docs.js";
import { listPages, listText } from "./list.js";
import { bounds, outputSchemas, texts } from "./interface.js";
import { ToolError, isTooManyFiles } from "./tool-error.js";
import { pageText, readPage } from "./page.js";
import { searchDocs, searchText } from "./search.js";
import { cut } from "./text.js";

/** Tokens for the parts that are not counted one by one: the first line, hints, braces and names. */
const FRAME_TOKENS = bounds.frameTokens;

/** The tools by their names: the function that finds the answer, within tokens, and the one that words it. */
const TOOLS = {
  search_docs: [(sites, args, _, server) => searchDocs(sites, args, FRAME_TOKENS, server), searchText],
  list_docs: [listDocs, docsText],
  grep_docs: [(sites, args) => grepDocs(sites, args, FRAME_TOKENS), grepText],
  read_page: [(sites, args) => readPage(sites, args, FRAME_TOKENS), pageText],
  list_pages: [listPages, listText],
};

/**
 * The definitions for a server of this documentation. Its results have at most `maxTokens`, it may give
 * queries vectors, only where results are data too tools have the schemas of these, and `extended` adds what is there
 * of several indexes.
 */
export function definitions(tools, about, { maxTokens, structured, embeds, extended }) {
  const copies = structuredClone(structured ? tools.map(withData) : tools).map((tool) => describedFor(about, extended(tool)));
  if (embeds) copies.find(({ name }) => name === "search_docs").description += ` ${texts.byMeaning}`;
  for (const { inputSchema } of copies) {
    const { max_tokens: tokens } = inputSchema.properties;
    if (tokens) Object.assign(tokens, { maximum: maxTokens, default: Math.min(tokens.default, maxTokens) });
  }
  return copies;
}

export const isTool = (name) => Object.hasOwn(TOOLS, name);

const withData = ({ annotations, ...tool }) => ({ ...tool, outputSchema: outputSchemas[tool.name], annotations });

/**
 * The result of a call. An error that the caller can mend is a result too, so that a model sees it.
 *
 * @param {import("./sites.js").OneSite} sites
 * @param {{ name: string, inputSchema: object }} tool
 * @param {object} given
 * @param {import("../entry/mcp.js").Server} server
 */
export async function runTool(sites, tool, given, server) {
  const { maxTokens, structured } = server;
  const [run, text] = sites.tools?.[tool.name] ?? TOOLS[tool.name];
  try {
    const args = checkedArguments(tool.inputSchema, given);
    const found = await run(sites, args, maxTokens - FRAME_TOKENS, server);
    const content = [{ type: "text", text: text(found, args, sites) }];
    return structured ? { content, structuredContent: found } : { content };
  } catch (error) {
    if (!(error instanceof ToolError) && !isTooManyFiles(error)) throw error;
    // No character takes more than a token.
    return { content: [{ type: "text", text: cut(error.message, maxTokens - FRAME_TOKENS) }], isError: true };
  }
}
