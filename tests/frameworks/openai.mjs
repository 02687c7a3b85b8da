// A server that answers as OpenAI's chat completions do: it calls a tool that it is offered once,
// with the question as the query, and then answers with the first address of a page that it was
// told of. So the examples run as they stand, and nothing leaves the machine.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** An address as the index under test has them. */
const ADDRESS = /[\w/]+\.html(#[\w%-]+)?/;

/** Gives `use` its address and the bodies of the requests that come in. */
export async function answeringAsOpenAI(use) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    requests.push({ path: request.url, key: request.headers.authorization, body });
    response.setHeader("content-type", "application/json").end(JSON.stringify(completion(body)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}/v1`, requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function completion({ model, tools, messages }) {
  const calls = tools && !messages.some(({ role }) => role === "tool");
  const message = calls ? calling(tools[0].function.name, messages.at(-1).content) : answering(messages);
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, finish_reason: calls ? "tool_calls" : "stop", logprobs: null }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function calling(name, query) {
  const call = { id: "call_1", type: "function", function: { name, arguments: JSON.stringify({ query }) } };
  return { role: "assistant", content: null, refusal: null, tool_calls: [call] };
}

function answering(messages) {
  const [address = "nothing"] = ADDRESS.exec(messages.at(-1).content) ?? [];
  return { role: "assistant", content: `See ${address}.`, refusal: null };
}
