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

/** The flag in the header of an index that it is the head of several files. */
const SHARDED = 2;

/**
 * The bytes of an index in one file that is compressed.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function inflatedIndex(bytes) {
  const index = await inflated(bytes, "the index");
  if ((index[10] & SHARDED) === 0) return index;
  const message = "the index is in several files: open its folder, as in open(\"/search/\"), with kindex or kindex/sharded";
  throw new KindexError("unknown_flags", message);
}
