import { EXPOSED } from "../mcp/cors.js";

const encoder = new TextEncoder();

/**
 * A response with data of the index and facts about the request. The ETag is that of the data: a weak
 * one, as the rest differs each time.
 *
 * @param {import("./call.js").Call} call
 * @param {object} data
 * @param {string} version of the index
 */
export async function dataResponse(call, data, version) {
  const found = JSON.stringify(data);
  const tag = `W/${await digest(version + found)}`;
  const meta = {
    requestId: call.requestId,
    timestamp: new Date().toISOString(),
    took_ms: Math.round((performance.now() - call.started) * 1000) / 1000,
    index_version: version,
  };
  return withEtag(call, tag, () => `{"data":${found},"meta":${JSON.stringify(meta)}}`);
}

/** A response with a document that is the same each time. */
export async function documentResponse(call, document) {
  const text = JSON.stringify(document);
  return withEtag(call, await digest(text), () => text);
}

function withEtag({ request, settings, isPartial }, tag, body) {
  const headers = { etag: tag, "cache-control": isPartial ? "no-store" : settings.cacheControl };
  if (matches(request.headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers });
  return new Response(body(), { headers: { "content-type": "application/json", ...headers } });
}

/** Compares weakly, as If-None-Match is to be. */
function matches(given, tag) {
  const bare = (one) => one.trim().replace(/^W\//, "");
  return given !== null && given.split(",").some((one) => one.trim() === "*" || bare(one) === bare(tag));
}

async function digest(text) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  return `"${hex(hash.subarray(0, 12))}"`;
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * A response with the headers that all have: the id of the request, and the origins that may read it.
 *
 * @param {import("./call.js").Call} call
 * @param {Response} response
 */
export function withCommonHeaders({ request, requestId, settings }, response) {
  const headers = new Headers(response.headers);
  headers.set("x-request-id", requestId);
  headers.set("x-content-type-options", "nosniff");
  allowOrigin(headers, request.headers.get("origin"), settings.cors.origins);
  if (settings.tokens) headers.append("vary", "authorization");
  const body = request.method === "HEAD" ? null : response.body;
  return new Response(body, { status: response.status, headers });
}

function allowOrigin(headers, origin, origins) {
  const any = origins.includes("*");
  // That of MCP, which is said here once for all routes.
  headers.delete("vary");
  if (!any && origins.length > 0) headers.append("vary", "origin");
  const allowed = any ? "*" : origins.find((one) => one === origin);
  if (allowed !== undefined) {
    headers.set("access-control-allow-origin", allowed);
    headers.set("access-control-expose-headers", EXPOSED);
    return;
  }
  for (const name of [...headers.keys()]) if (name.startsWith("access-control-")) headers.delete(name);
}
