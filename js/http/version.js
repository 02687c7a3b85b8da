import { KindexError } from "../engine/errors.js";
import { CHECKSUM, COUNT, END, LENGTH, SHARDED, hasFlag, uint16, uint32 } from "../engine/header.js";

/**
 * A version that differs where the content does: the checksum of the index, which covers those of all
 * its pages or files, and its length.
 *
 * @param {Uint8Array} bytes of the index, or of its head
 */
export function versionOf(bytes) {
  if (bytes.byteLength < END) throw new KindexError("truncated", "the index is cut off");
  const number = (place) => uint32(bytes, place).toString(16).padStart(8, "0");
  return `${number(CHECKSUM)}-${number(LENGTH)}`;
}

/** The number of files that an index has besides this one, which is its first. */
export function shardsOf(bytes) {
  return hasFlag(bytes, SHARDED) ? uint16(bytes, COUNT) : 0;
}
