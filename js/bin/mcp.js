// `kindex mcp`: an index for language models, over standard input and output.
import { createMcp, serveStdio } from "../entry/mcp.js";
import { whole } from "./arguments.js";
import { held } from "./open.js";
import { UsageError, standardOutput } from "./output.js";

const help = `Serve an index to language models, by the Model Context Protocol over standard input and output.

Usage: kindex mcp INDEX

      --title TEXT         which documentation it has, such as "Vue documentation"; people and
                           language models see it
      --description TEXT   what the documentation is about, in a sentence for language models
      --instructions TEXT  what a language model is told of the server as a whole
      --max-tokens N       about how many tokens the result of a tool may have [default: 10000]
      --phrase-bytes N     how many bytes of texts may be read to find phrases, for a message or
                           several that come as one; answers name the phrases for which that does
                           not reach [default: 131072]

Clients start this command themselves. It answers messages, one on each line, until its input ends.
`;

const options = {
  title: { type: "string" },
  description: { type: "string" },
  instructions: { type: "string" },
  "max-tokens": { type: "string" },
  "phrase-bytes": { type: "string" },
};

async function run([path, ...others], { "max-tokens": tokens, "phrase-bytes": bytes, ...texts }) {
  if (!path || others.length > 0) throw new UsageError("one INDEX is needed; see kindex mcp --help");
  const [maxTokens, phraseBytes] = [whole("max-tokens", tokens), whole("phrase-bytes", bytes)];
  const index = await held(path);
  await serveStdio(createMcp({ index, maxTokens, phraseBytes, ...texts }), { input: process.stdin, output: standardOutput() });
}

export const mcp = { help, options, native: [], run };
