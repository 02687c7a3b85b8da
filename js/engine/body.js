/**
 * The bytes of a body, as long as it is not too large.
 *
 * @param {ReadableStream<Uint8Array> | null} stream nothing for no body
 * @param {number} maxBytes
 * @param {() => Error} tooLarge what is thrown where there are more; the rest is not read then
 * @returns {Promise<Uint8Array>}
 */
export async function bytesWithin(stream, maxBytes, tooLarge) {
  const parts = [];
  let length = 0;
  for await (const part of stream ?? []) {
    length += part.length;
    if (length > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
