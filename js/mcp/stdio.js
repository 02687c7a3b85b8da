// A server over two streams: a message on each line.
import { texts } from "./interface.js";
import { RpcError, errorResponse, trimmed } from "./rpc.js";
import { withoutLoneSurrogates } from "./surrogates.js";

/** The characters that a line may have. */
const MAX_LINE_CHARACTERS = 4 << 20;

/**
 * Answers lines until the input ends, in their order. Nothing else goes to the output.
 *
 * @param {import("../entry/mcp.js").Mcp} mcp
 * @param {{ input: AsyncIterable<Uint8Array>, output: { write(text: string): unknown } }} streams
 */
export async function serveStdio(mcp, { input, output }) {
  let isGone = false;
  // A client that has gone away is no fault. Streams of Node say so.
  output.on?.("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    isGone = true;
  });
  for await (const whole of linesOf(input)) {
    if (isGone) return;
    const line = whole?.replace(/^\uFEFF+/, "");
    if (line !== undefined && trimmed(line) === "") continue;
    const response = await answerTo(mcp, line);
    if (response) output.write(`${JSON.stringify(response)}\n`);
  }
}

function answerTo(mcp, line) {
  if (line === undefined) return errorResponse(null, new RpcError("request", texts.tooLong));
  let message;
  try {
    message = JSON.parse(withoutLoneSurrogates(line));
  } catch {
    return errorResponse(null, new RpcError("parse", texts.noJson));
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
      yield skipping || line.length > MAX_LINE_CHARACTERS ? undefined : line;
      skipping = false;
    }
    if (rest.length > MAX_LINE_CHARACTERS) [rest, skipping] = ["", true];
  }
  if (skipping || rest) yield skipping ? undefined : rest;
}
