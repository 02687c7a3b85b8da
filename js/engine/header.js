/**
 * Reads the header of an index. The WebAssembly module reads all of it; this is for those who need a
 * field before the module has the index, or has it whole.
 */

/** The places of the fields, in bytes, and the end of the header. FORMAT.md has all of them. */
export const FLAGS = 10;
export const LENGTH = 12;
export const CHECKSUM = 16;
export const COUNT = 20;
export const END = 24;

/** The flag of the first of several files. */
export const SHARDED = 2;

const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const uint16 = (bytes, at) => viewOf(bytes).getUint16(at, true);
export const uint32 = (bytes, at) => viewOf(bytes).getUint32(at, true);

/** Whether some bytes begin as an index does: the first two tell. */
export const isIndex = (bytes) => bytes[0] === 0x89 && bytes[1] === 0x4b;

export const hasFlag = (bytes, flag) => (bytes[FLAGS] & flag) !== 0;

/** The place after the table of tenants or of shards, which follows the header with its length before it. */
export const afterTable = (bytes) => END + 4 + uint32(bytes, END);
