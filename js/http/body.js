import { bytesWithin } from "../engine/body.js";
import { Problem } from "./problem.js";

/**
 * The request with a body that is here as a whole and not too large.
 *
 * @param {Request} request
 * @param {number} most bytes
 */
export async function withBody(request, most) {
  if (request.body === null) return request;
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: await bytesWithin(request.body, most, () => tooLarge(most)) });
}

/** @returns {Problem} */
export function tooLarge(most) {
  return new Problem(413, `The body has more than ${most} bytes.`);
}
