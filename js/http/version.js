import { KindexError } from "../engine/errors.js";
import { CHECKSUM, COUNT, END, LENGTH, SHARDED, TENANTS, afterTable, hasFlag, uint16, uint32, uint8 } from "../engine/header.js";

const decoder = new TextDecoder();

/**
 * A version that differs where the content does: the checksum of the index, which covers those of all
 * its pages or files, and its length.
 *
 * @param {Uint8Array} bytes of the index, or of its head
 * @param {string} [tenant] whose index of several
 */
export function versionOf(bytes, tenant) {
  if (bytes.byteLength < END) throw new KindexError("truncated", "the index is cut off");
  const at = tenant !== undefined && hasFlag(bytes, TENANTS) ? offsetOf(tenant, bytes) : 0;
  const number = (place) => uint32(bytes, at + place).toString(16).padStart(8, "0");
  return `${number(CHECKSUM)}-${number(LENGTH)}`;
}

/** The number of files that an index has besides this one, which is its first. */
export function shardsOf(bytes) {
  return hasFlag(bytes, SHARDED) ? uint16(bytes, COUNT) : 0;
}

/** The offset at which the index of a tenant begins. */
function offsetOf(tenant, bytes) {
  let at = END + 4;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = uint8(bytes, at++);
      value += (byte % 128) * shift;
      if (byte < 128) return value;
    }
  };
  let place = afterTable(bytes);
  for (let left = uint16(bytes, COUNT); left > 0; left--) {
    const length = varint();
    const name = decoder.decode(bytes.subarray(at, at + length));
    at += length;
    const size = varint();
    if (name === tenant) return place;
    place += size;
  }
  throw new KindexError("invalid_option", `the index has no tenant ${tenant}`);
}
