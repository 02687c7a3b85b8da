// A server over two streams: a message on each line.
import { RpcError, failed } from "./rpc.js";
import { withoutHalves } from "./surrogates.js";

/** How many characters a line may have. */
const MOST = 4 << 20;

/**
 * Answers lines until the input ends, in their order. Nothing else goes to the output.
 *
 * @param {import("../entry/mcp.js").Mcp} mcp
 * @param {{ input: AsyncIterable<Uint8Array>, output: { write(text: string): unknown } }} streams
 */
export async function serveStdio(mcp, { input, output }) {
  for await (const line of linesOf(input)) {
    if (line?.trim() === "") continue;
    const said = await answerTo(mcp, line);
    if (said) output.write(`${JSON.stringify(said)}\n`);
  }
}

function answerTo(mcp, line) {
  if (line === undefined) return failed(null, new RpcError("request", "the message is too long"));
  let message;
  try {
    message = JSON.parse(withoutHalves(line));
  } catch {
    return failed(null, new RpcError("parse", "the line is no JSON"));
  }
  return mcp.handle(message);
}

/** The lines; nothing in the place of one that is too long. */
async function* linesOf(input) {
  const decoder = new TextDecoder();
  let rest = "";
  let skipping = false;
  for await (const part of input) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      yield skipping || line.length > MOST ? undefined : line;
      skipping = false;
    }
    if (rest.length > MOST) [rest, skipping] = ["", true];
  }
  if (skipping || rest) yield skipping ? undefined : rest;
}
