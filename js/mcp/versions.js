// The versions of the protocol. Until 2025 a connection begins with initialize; from 2026 on every
// request says in its _meta what it is written in, and nothing is remembered.
import { RpcError, isObject } from "./rpc.js";

const KEY = "io.modelcontextprotocol/";

export const VERSION_KEY = `${KEY}protocolVersion`;
export const SERVER_KEY = `${KEY}serverInfo`;
const CAPABILITIES_KEY = `${KEY}clientCapabilities`;

/** Without a handshake, newest first. */
export const STATELESS = ["2026-07-28"];

/** With one, newest first. */
export const WITH_HANDSHAKE = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

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
  if (typeof version !== "string") throw new RpcError("params", `_meta: ${VERSION_KEY} is no string`);
  if (!STATELESS.includes(version)) throw unsupported(version);
  if (!isObject(meta[CAPABILITIES_KEY])) throw new RpcError("params", `_meta: ${CAPABILITIES_KEY} is missing`);
}

function unsupported(requested) {
  const data = { supported: STATELESS, requested };
  return new RpcError("version", "Unsupported protocol version", data);
}

/** The version of a connection that begins with a handshake: the one asked for, or the newest. */
export const negotiated = (asked) => (WITH_HANDSHAKE.includes(asked) ? asked : WITH_HANDSHAKE[0]);
