// JSON-RPC as far as MCP has it.
import { codes } from "./interface.js";

/** An error that is answered in the place of a result. */
export class RpcError extends Error {
  /**
   * @param {keyof typeof codes} kind
   * @param {string} message
   * @param {object} [data]
   */
  constructor(kind, message, data) {
    super(message);
    this.code = codes[kind];
    this.data = data;
  }
}

/** A text without the blanks of ASCII at its ends. */
export const trimmed = (text) => text.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, "");

/** Whether a value is empty in one of the ways in which clients leave out what they need not say. */
export function saysNothing(value) {
  if (typeof value === "string") return trimmed(value) === "";
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
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
