// Answers messages, whatever brings them.
import { bounds, texts, versions } from "./interface.js";
import { readJson } from "./arguments.js";
import { ToolError, isTooManyFiles } from "./tool-error.js";
import { RpcError, errorResponse, isObject, kindOf, saysNothing } from "./rpc.js";
import { contentsOf, listResources, readResource } from "./resources.js";
import { EXTENSION, SCHEME, getSkill, listSkills } from "./skill.js";
import { filled, line } from "./text.js";
import { fromIndexes } from "./several.js";
import { isTool, runTool } from "./tools.js";
import { SERVER_KEY, checkMeta, isStateless, negotiated } from "./versions.js";

const CAPABILITIES = { tools: {}, resources: {}, extensions: { [EXTENSION]: {} } };

/** The methods of both kinds of protocol: the function that answers, and whether a client may keep the answer. */
const SHARED = {
  "tools/list": [listTools, true],
  "tools/call": [callTool, false],
  "resources/list": [pages, true],
  "resources/templates/list": [templates, true],
  "resources/read": [page, true],
  "skills/list": [listSkills, true],
  "skills/get": [getSkill, true],
};

const METHODS = {
  handshake: { initialize: [initialize, false], ping: [() => ({}), false], ...SHARED },
  stateless: { "server/discover": [discover, true], ...SHARED },
};

/**
 * The answer to a message, or to several that came as one.
 *
 * @param {import("../entry/mcp.js").Server} server
 * @param {unknown} message
 * @returns {Promise<object | object[] | undefined>} nothing where none is wanted
 */
export async function answer(server, message) {
  if (!Array.isArray(message)) return answerOne(server, message);
  if (message.length === 0 || message.length > bounds.messages) {
    return errorResponse(null, new RpcError("request", filled(texts.batch, bounds.messages)));
  }
  // Together they may read as much as one.
  const sharing = { ...server, phraseBytes: Math.floor(server.phraseBytes / message.length) };
  const answers = [];
  for (const one of message) {
    const response = await answerOne(sharing, one);
    if (response) answers.push(response);
  }
  return answers.length > 0 ? answers : undefined;
}

async function answerOne(server, message) {
  const kind = kindOf(message);
  if (kind === "notification" || kind === "response") return undefined;
  if (!kind) return errorResponse(null, new RpcError("request", texts.noRequest));
  const { id } = message;
  try {
    return { jsonrpc: "2.0", id, result: await resultOf(server, message) };
  } catch (error) {
    if (error instanceof RpcError) return errorResponse(id, error);
    // An argument that is wrong is a parameter here, as no tool is called.
    if (error instanceof ToolError) return errorResponse(id, new RpcError("params", error.message));
    if (isTooManyFiles(error)) return errorResponse(id, new RpcError("internal", error.message));
    server.onError(error);
    return errorResponse(id, unreadable(error));
  }
}

/** The error that a client sees of one inside: no more than its code. */
function unreadable(error) {
  const code = error?.code;
  return new RpcError("internal", filled(texts.unusable, typeof code === "string" ? ` (${code})` : ""));
}

async function resultOf(server, message) {
  const { method } = message;
  const params = objectIn("params", message.params);
  const stateless = isStateless(message);
  if (stateless) checkMeta(message);
  const methods = stateless ? METHODS.stateless : METHODS.handshake;
  if (!Object.hasOwn(methods, method)) throw new RpcError("method", filled(texts.noMethod, line(method)));
  const [run, cacheable] = methods[method];
  const result = await run(server, params, stateless);
  return stateless ? { ...result, ...stamp(server, result, cacheable) } : result;
}

/** The fields of every result without a handshake. Clients keep nothing, as an index may be built anew at any time. */
function stamp({ info }, { _meta: given }, cacheable) {
  const kept = cacheable ? { ttlMs: 0, cacheScope: "private" } : {};
  return { resultType: "complete", ...kept, _meta: { ...given, [SERVER_KEY]: info } };
}

async function initialize(server, { protocolVersion }) {
  if (typeof protocolVersion !== "string") throw new RpcError("params", filled(texts.anyString, "protocolVersion"));
  return {
    protocolVersion: negotiated(protocolVersion),
    capabilities: CAPABILITIES,
    serverInfo: server.info,
    instructions: (await server.described()).instructions,
  };
}

async function discover(server) {
  const { instructions } = await server.described();
  return { supportedVersions: versions.stateless, capabilities: CAPABILITIES, instructions };
}

async function listTools(server) {
  const { tools } = await server.described();
  return { tools };
}

async function callTool(server, { name, arguments: given }) {
  if (typeof name !== "string") throw new RpcError("params", filled(texts.anyString, "name"));
  if (!isTool(name)) throw new RpcError("params", filled(texts.noTool, line(name)));
  const args = objectIn("arguments", readJson(given));
  return fromIndexes(server, async (sites) => {
    const { tools } = await server.described(sites.names);
    return runTool(sites, tools.find((one) => one.name === name), args, server);
  });
}

/** An object that clients may leave empty: as nothing, an empty text or an empty list. */
function objectIn(name, value) {
  if (isObject(value)) return value;
  if (saysNothing(value)) return {};
  throw new RpcError("params", filled(texts.object, name));
}

async function pages(server, { cursor }) {
  const from = saysNothing(cursor) ? undefined : cursor;
  if (from !== undefined && typeof from !== "string") throw new RpcError("params", filled(texts.anyString, "cursor"));
  return fromIndexes(server, async (sites) => listResources(sites, (await server.described(sites.names)).skill, from));
}

function templates({ resourceTemplates }) {
  return { resourceTemplates };
}

async function page(server, { uri }, stateless) {
  if (typeof uri !== "string") throw new RpcError("params", filled(texts.anyString, "uri"));
  const skill = uri.startsWith(SCHEME) && (await server.described()).skill;
  if (uri === skill.uri) return contentsOf(uri, skill.text);
  const found = await fromIndexes(server, (sites) => readResource(sites, uri));
  if (!found) throw new RpcError(stateless ? "params" : "resource", texts.noResource, { uri });
  return found;
}
