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
  return new Request(url, { method, headers, body: await bounded(request.body, most) });
}

/** @returns {Problem} */
export function tooLarge(most) {
  return new Problem(413, `The body has more than ${most} bytes.`);
}

async function bounded(stream, most) {
  const chunks = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      throw tooLarge(most);
    }
    chunks.push(next.value);
  }
  return new Blob(chunks).arrayBuffer();
}
