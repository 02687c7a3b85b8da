// Asks a server of MCP on standard input and output, whichever it is.
import { createRequire } from "node:module";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const { version } = createRequire(import.meta.url)("./package.json");

/** The text of an answer, as a model is given it. */
const textOf = ({ content }) => content.flatMap(({ text }) => text ?? []).join("\n\n");

/**
 * Starts a server. `ask` gives the answers to a question: first that of the tool, then those of `next`, a tool that is
 * asked for each address in the first answer, in their order.
 *
 * @param {{ command: string, tool: string, argument: string, more?: object, next?: { tool: string, argument: string, address: RegExp } }} asked
 */
export async function serverOf({ command, tool, argument, more = {}, next }) {
  const [program, ...args] = command.split(/\s+/);
  const client = new Client({ name: "kindex-bench", version: version ?? "0" });
  await client.connect(new StdioClientTransport({ command: program, args, stderr: "inherit" }));
  const call = async (name, given) => textOf(await client.callTool({ name, arguments: given }));
  async function* ask(question) {
    const first = await call(tool, { ...more, [argument]: question });
    yield first;
    if (!next) return;
    const addresses = Array.from(first.matchAll(next.address), ([, address]) => address.replace(/#.*/, ""));
    for (const address of new Set(addresses)) yield await call(next.tool, { [next.argument]: address });
  }
  return { ask, close: () => client.close() };
}

/** What `kindex mcp` is asked: its search as it comes, then the pages of the results. */
export const kindexAsked = (program, index, more) => ({
  command: `${program} mcp ${index}`,
  tool: "search_docs",
  argument: "query",
  more,
  next: { tool: "read_page", argument: "url", address: /^url: (.+)$/gm },
});
