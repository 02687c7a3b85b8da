/**
 * Serves over Node's own HTTP server what answers a Request with a Response: an MCP server, or what
 * is otherwise a Worker.
 */

/**
 * @param {import("./node.d.ts").Handler} handler
 * @param {Record<string, unknown>} [env]
 * @returns what `createServer` of `node:http` takes
 */
export function listener(handler, env = globalThis.process?.env) {
  return async (incoming, outgoing) => {
    const request = requestOf(incoming);
    if (!request) return send(incoming, outgoing, new Response(null, { status: 400 }));
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
    return new Request(new URL(url, `http://${headers.host ?? "localhost"}`), { method, headers, ...body });
  } catch {
    return undefined;
  }
}

async function send(incoming, outgoing, response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  // What was not read of the request would be taken for the next one.
  if (!incoming.complete) outgoing.setHeader("connection", "close");
  outgoing.end(bytes);
}
