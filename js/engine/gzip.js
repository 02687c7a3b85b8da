import { KindexError } from "./errors.js";
import { END, LENGTH, SHARDED, afterTable, hasFlag, isIndex, uint32 } from "./header.js";

/**
 * Inflates bytes that are compressed with gzip, and leaves others as they are. Many hosts compress
 * only types that they know, so an index may be compressed itself. As a few bytes may inflate to any
 * number, no more are inflated than the header says, and some that show that there are more.
 *
 * @param {Uint8Array} bytes
 * @param {string} name what they are, for whoever has to mend them
 * @param {number} [maxBytes] the bytes that there may be, where no header says it
 * @returns {Promise<Uint8Array>}
 */
export async function inflate(bytes, name, maxBytes) {
  if (!isCompressed(bytes)) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    return await readAtMost(stream, maxBytes);
  } catch (cause) {
    throw new KindexError("corrupt", `${name} is damaged: ${cause.message}`, { cause });
  }
}

/** Whether bytes begin as those of gzip do; no index does, and no shard. */
const isCompressed = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Reads a stream to its end, or to a little more than it may have. */
async function readAtMost(stream, maxBytes) {
  const head = [];
  let length = 0;
  const limit = new TransformStream({
    transform(part, controller) {
      controller.enqueue(part);
      length += part.length;
      head.push(...part.subarray(0, END - head.length));
      if (length > (maxBytes ?? indexLength(head))) controller.terminate();
    },
  });
  return new Uint8Array(await new Response(stream.pipeThrough(limit)).arrayBuffer());
}

/** The bytes that a shard has at most: as the whole index by its head, in which each number of 4 bytes may take 5. */
export function maxShardBytes(head) {
  // The table stands between the header of the file and that of the index.
  const at = afterTable(head) + LENGTH;
  return at + 4 > head.byteLength ? 0 : 2 * uint32(head, at);
}

/** The length of an index by its own header; 0 if it is none. */
function indexLength(head) {
  if (head.length < END) return Infinity;
  return isIndex(head) ? uint32(Uint8Array.from(head), LENGTH) : 0;
}

/**
 * The bytes of an index in one file, which may be compressed.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function inflateIndex(bytes) {
  const index = await inflate(bytes, "the index");
  if (!isIndex(index) || !hasFlag(index, SHARDED)) return index;
  const message = 'the index is in several files: open its folder, as in open("/search/")';
  throw new KindexError("unknown_flags", message);
}
