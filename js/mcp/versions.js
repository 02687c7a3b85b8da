// The versions of the protocol. Until 2025 a connection begins with initialize; from 2026 on every
// request says in its _meta what it is written in, and nothing is remembered.
import { texts, versions } from "./interface.js";
import { RpcError, isObject } from "./rpc.js";
import { filled } from "./text.js";

const KEY = "io.modelcontextprotocol/";

export const VERSION_KEY = `${KEY}protocolVersion`;
export const SERVER_KEY = `${KEY}serverInfo`;
const CAPABILITIES_KEY = `${KEY}clientCapabilities`;

/** The version of a client that speaks HTTP and names none. */
export const UNSAID = "2025-03-26";

/** The only one in which several messages come as one. */
export const BATCHES = "2025-03-26";

/** Whether a message says in itself that it needs no handshake. */
export const isStateless = (message) =>
  isObject(message?.params?._meta) && VERSION_KEY in message.params._meta;

/** Checks the fields that a request without a handshake has to have. */
export function checkMeta({ params: { _meta: meta } }) {
  const version = meta[VERSION_KEY];
  if (typeof version !== "string") throw new RpcError("params", filled(texts.metaNoString, VERSION_KEY));
  if (!versions.stateless.includes(version)) throw unsupported(version);
  if (!isObject(meta[CAPABILITIES_KEY])) throw new RpcError("params", filled(texts.metaMissing, CAPABILITIES_KEY));
}

function unsupported(requested) {
  const data = { supported: versions.stateless, requested };
  return new RpcError("version", texts.unsupported, data);
}

/** The version of a connection that begins with a handshake: the one asked for, or the newest. */
export const negotiated = (asked) => (versions.withHandshake.includes(asked) ? asked : versions.withHandshake[0]);
