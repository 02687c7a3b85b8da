// The list of tenants in a file that keeps several, as FORMAT.md describes it.

/** The flag of files that keep tenants. */
const TENANTS = 1;

/** Where the length of the table stands, which follows. */
const FIXED = 24;

/**
 * The names of the tenants in an index that was just made; none where it keeps no tenants.
 *
 * @param {Uint8Array} bytes
 * @returns {string[]}
 */
export function tenantNames(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(10, true) !== TENANTS) return [];
  const names = [];
  let at = FIXED + 4;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  for (let left = view.getUint16(20, true); left > 0; left--) {
    const length = varint();
    names.push(new TextDecoder().decode(bytes.subarray(at, at + length)));
    at += length;
    varint();
  }
  return names;
}
