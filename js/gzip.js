import { KindexError } from "./errors.js";

/**
 * Bytes as they were before gzip, where they are compressed with it: many hosts compress nothing
 * that they do not know, so an index may be so itself.
 *
 * @param {Uint8Array} bytes
 * @param {string} name what they are, for whoever has to mend them
 * @returns {Promise<Uint8Array>}
 */
export async function inflated(bytes, name) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (cause) {
    throw new KindexError("corrupt", `${name} is damaged: ${cause.message}`, { cause });
  }
}
