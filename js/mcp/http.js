// Streamable HTTP without sessions and streams: a message comes with a POST, its answer is the
// response.
import { codes, texts, versions } from "./interface.js";
import { bytesWithin } from "../engine/body.js";
import { EXPOSED, preflight } from "./cors.js";
import { RpcError, errorResponse, kindOf } from "./rpc.js";
import { withoutLoneSurrogates } from "./surrogates.js";
import { BATCHES, UNSAID, isStateless, VERSION_KEY } from "./versions.js";
import { answer } from "./answer.js";
import { filled } from "./text.js";

/** The bytes that a request may have: several of the longest messages that make sense. */
const MAX_REQUEST_BYTES = 256 << 10;

/** The versions of the protocol, newest first. */
const KNOWN = [...versions.stateless, ...versions.withHandshake];

/** The methods that are answered, and the time for which a browser keeps that. */
const METHODS = "POST, OPTIONS";
const PREFLIGHT_SECONDS = 86_400;

/** The parameter that a request without a handshake repeats in the header Mcp-Name, by method. */
const NAMED = { "tools/call": "name", "resources/read": "uri" };

/**
 * The origins of pages on the machine that their reader is at. Of other pages any could have a name
 * that leads there too.
 */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** An error that is answered with a status, before a message is looked at. */
class HttpError extends Error {
  constructor(status, error, headers) {
    super(error.message);
    Object.assign(this, { status, error, headers });
  }
}

/**
 * @param {import("../entry/mcp.js").Server} server
 * @param {Request} request
 * @param {readonly string[] | undefined} origins whose pages may call, of all with "*"; those of
 *   this machine where it is left out
 * @returns {Promise<Response>}
 */
export async function respond(server, request, origins) {
  const response = await responseTo(server, request, origins);
  const origin = request.headers.get("origin");
  if (origin === null) return response;
  response.headers.set("vary", "origin");
  if (!mayCall(origin, origins)) return response;
  response.headers.set("access-control-allow-origin", origin);
  response.headers.set("access-control-expose-headers", EXPOSED);
  return response;
}

async function responseTo(server, request, origins) {
  try {
    checkRequest(request, origins);
    if (request.method === "OPTIONS") return preflight(METHODS, PREFLIGHT_SECONDS);
    const message = await messageIn(request);
    checkVersion(request.headers, message);
    const said = await answer(server, message);
    return said ? json(statusOf(said, message), said) : new Response(null, { status: 202 });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return json(error.status, errorResponse(error.id ?? null, error.error), error.headers);
  }
}

function json(status, body, headers) {
  const text = JSON.stringify(body);
  return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
}

/** Only without a handshake the status tells of errors in answers. */
function statusOf({ error }, message) {
  if (!error) return 200;
  if (error.code === codes.request) return 400;
  if (!isStateless(message)) return 200;
  if (error.code === codes.method) return 404;
  const inMeta = error.code === codes.params && error.message.startsWith("_meta:");
  return inMeta || error.code === codes.version ? 400 : 200;
}

function fail(status, message, headers) {
  throw new HttpError(status, new RpcError("request", message), headers);
}

function checkRequest({ method, headers }, origins) {
  const origin = headers.get("origin");
  if (origin !== null && !mayCall(origin, origins)) fail(403, "this origin may not call; the option origins names those that may");
  if (method === "OPTIONS") return;
  if (method !== "POST") fail(405, "only POST is answered; there are no streams", { allow: METHODS });
  const type = (headers.get("content-type") ?? "").split(";", 1)[0].trim().toLowerCase();
  if (type !== "application/json") fail(415, "the content type is not application/json");
  if (!/(^|[\s,])(application\/json|application\/\*|\*\/\*)/i.test(headers.get("accept") ?? "*/*")) {
    fail(406, "only application/json is answered, which Accept lacks");
  }
}

function mayCall(origin, origins) {
  return origins ? origins.includes(origin) || origins.includes("*") : LOOPBACK.test(origin);
}

async function messageIn(request) {
  const tooLarge = () => new HttpError(413, new RpcError("request", `a message has at most ${MAX_REQUEST_BYTES} bytes`));
  const bytes = await bytesWithin(request.body, MAX_REQUEST_BYTES, tooLarge);
  try {
    return JSON.parse(withoutLoneSurrogates(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw new HttpError(400, new RpcError("parse", texts.noJson));
  }
}

function checkVersion(headers, message) {
  const version = headers.get("mcp-protocol-version")?.trim();
  if (isStateless(message) && kindOf(message) === "request") return checkHeaders(headers, message, version);
  if (versions.stateless.includes(version) && kindOf(message) === "request") {
    throw messageError("params", filled(texts.metaMissing, VERSION_KEY), message);
  }
  if (version !== undefined && !KNOWN.includes(version)) {
    fail(400, `MCP-Protocol-Version: accepted are ${KNOWN.join(", ")}`);
  }
  if (!Array.isArray(message)) return;
  if ((version ?? UNSAID) !== BATCHES || message.some(isStateless)) {
    fail(400, `only version ${BATCHES} has batches`);
  }
}

/** Proxies go by the headers, so that these have to say the same as the message. */
function checkHeaders(headers, message, version) {
  const { method, params } = message;
  const wanted = [
    ["MCP-Protocol-Version", version, params._meta[VERSION_KEY]],
    ["Mcp-Method", headers.get("mcp-method")?.trim(), method],
    ["Mcp-Name", decoded(headers.get("mcp-name")?.trim()), params[NAMED[method]]],
  ];
  for (const [name, given, said] of wanted) {
    if (typeof said === "string" && given !== said) {
      throw messageError("header", `${name}: it is missing or is not what the message has`, message);
    }
  }
}

function messageError(kind, text, { id }) {
  return Object.assign(new HttpError(400, new RpcError(kind, text)), { id });
}

/** The value of a header. Characters outside of ASCII come as `=?base64?...?=`. */
function decoded(value) {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value ?? "") ?? [];
  if (encoded === undefined) return value;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

