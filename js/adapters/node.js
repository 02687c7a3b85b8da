/**
 * Serves over Node's own HTTP server what answers a Request with a Response: an MCP server, or what
 * is otherwise a Worker.
 */
import { namesOf } from "./hosts.js";

export { latest } from "./latest.js";

/**
 * @param {import("./node.d.ts").Handler} handler
 * @param {Record<string, unknown>} [env]
 * @param {import("./node.d.ts").ListenerOptions} [options]
 * @returns what `createServer` of `node:http` takes
 */
export function listener(handler, env = globalThis.process?.env, options) {
  const mayCall = namesOf(options);
  return async (incoming, outgoing) => {
    const request = requestOf(incoming);
    if (!request) return send(incoming, outgoing, new Response(null, { status: 400 }));
    const other = namesIn(incoming, request).find((name) => !mayCall(incoming, name));
    if (other !== undefined) return send(incoming, outgoing, refusal(other));
    try {
      await send(incoming, outgoing, await handler.fetch(request, env));
    } catch (error) {
      console.error(error);
      if (outgoing.headersSent) outgoing.destroy();
      else await send(incoming, outgoing, new Response(null, { status: 500 }));
    }
  };
}

/** The same as a Request; nothing where it cannot be one. */
function requestOf(incoming) {
  const { method, url, socket } = incoming;
  // Limits count by this header, which Cloudflare sets; here a client could say anything in it.
  const headers = { ...incoming.headers, "cf-connecting-ip": socket.remoteAddress ?? "unknown" };
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? { body: incoming, duplex: "half" } : {};
  try {
    return new Request(new URL(url, baseOf(incoming)), { method, headers, ...body });
  } catch {
    return undefined;
  }
}

const baseOf = ({ headers }) => `http://${headers.host ?? "localhost"}`;

/** The names by which a request calls the server: in its header, and in its address if that is a whole one. */
const namesIn = (incoming, request) => [baseOf(incoming), request.url].map((address) => new URL(address).hostname);

function refusal(name) {
  const text = `This server does not answer to the name ${JSON.stringify(name)}, as a page of the web could take it to read what is answered here. To allow it, give listener() of kindex/node the option hosts with that name.\n`;
  return new Response(text, { status: 403, headers: { "content-type": "text/plain; charset=utf-8" } });
}

async function send(incoming, outgoing, response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  // The rest of the request, which nobody read, would be taken for the next one.
  if (!incoming.complete) outgoing.setHeader("connection", "close");
  outgoing.end(bytes);
}
