// JSON-RPC as far as MCP has it.

export const CODES = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  resource: -32002,
  header: -32020,
  version: -32022,
};

/** An error that is answered in the place of a result. */
export class RpcError extends Error {
  /**
   * @param {keyof typeof CODES} kind
   * @param {string} message
   * @param {object} [data]
   */
  constructor(kind, message, data) {
    super(message);
    this.code = CODES[kind];
    this.data = data;
  }
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {{ code: number, message: string, data?: object }} error */
export function errorResponse(id, { code, message, data }) {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/**
 * The kind of a message. An answer is a "response", although a server asks nothing.
 *
 * @returns {"request" | "notification" | "response" | undefined} nothing where it is no message
 */
export function kindOf(message) {
  if (!isObject(message) || message.jsonrpc !== "2.0") return undefined;
  const { id, method } = message;
  if (method === undefined) return "result" in message || "error" in message ? "response" : undefined;
  if (typeof method !== "string") return undefined;
  if (id === undefined) return "notification";
  return typeof id === "string" || Number.isSafeInteger(id) ? "request" : undefined;
}
