import { KindexError } from "../engine/errors.js";

/** The places of the header: FORMAT.md has all of them. */
const FLAGS = 10;
const LENGTH = 12;
const CHECKSUM = 16;
const COUNT = 20;
const HEADER = 24;

/** The flag of a file with an index for each tenant, and that of the first of several files. */
const TENANTS = 1;
const SHARDED = 2;

const decoder = new TextDecoder();

/**
 * A version that differs where the content does: the checksum of the index, which covers those of all
 * its pages or files, and its length.
 *
 * @param {Uint8Array} bytes of the index, or of its head
 * @param {string} [tenant] whose index of several
 */
export function versionOf(bytes, tenant) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < HEADER) throw new KindexError("truncated", "the index is cut off");
  const several = (view.getUint16(FLAGS, true) & TENANTS) !== 0;
  const at = several && tenant !== undefined ? offsetOf(tenant, bytes, view) : 0;
  const number = (place) => view.getUint32(at + place, true).toString(16).padStart(8, "0");
  return `${number(CHECKSUM)}-${number(LENGTH)}`;
}

/** The number of files that an index has besides this one, which is its first. */
export function shardsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (view.getUint16(FLAGS, true) & SHARDED) === 0 ? 0 : view.getUint16(COUNT, true);
}

/** The offset at which the index of a tenant begins. */
function offsetOf(tenant, bytes, view) {
  let at = HEADER + 4;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = view.getUint8(at++);
      value += (byte % 128) * shift;
      if (byte < 128) return value;
    }
  };
  let place = at + view.getUint32(HEADER, true);
  for (let left = view.getUint16(COUNT, true); left > 0; left--) {
    const length = varint();
    const name = decoder.decode(bytes.subarray(at, at + length));
    at += length;
    const size = varint();
    if (name === tenant) return place;
    place += size;
  }
  throw new KindexError("invalid_option", `the index has no tenant ${tenant}`);
}
