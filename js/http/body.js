import { bytesWithin } from "../engine/body.js";
import { Problem } from "./problem.js";

/**
 * The request with a body that is here as a whole and not too large.
 *
 * @param {Request} request
 * @param {number} maxBytes
 */
export async function withBody(request, maxBytes) {
  if (request.body === null) return request;
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: await bytesWithin(request.body, maxBytes, () => tooLarge(maxBytes)) });
}

/** @returns {Problem} */
export function tooLarge(maxBytes) {
  return new Problem(413, `The body has more than ${maxBytes} bytes.`);
}
