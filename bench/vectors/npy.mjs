// Arrays of NumPy in files: tables of single-precision numbers, a row for each vector.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
import { readFileSync, writeFileSync } from "node:fs";

const MAGIC = "\x93NUMPY\x01\x00";

/** The bytes before the header: the magic string and two for its length. */
const PREFIX = MAGIC.length + 2;

/** The numbers begin at a multiple of ALIGNMENT bytes. */
const ALIGNMENT = 64;

const HEADER = /^\{'descr': '<f4', 'fortran_order': False, 'shape': \((\d+), (\d+)\), \}/;

/** Reads a table as a list of rows. */
export function readRows(path) {
  const bytes = readFileSync(path);
  if (bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) throw new Error(`${path} is no array of NumPy of version 1.0`);
  const begin = PREFIX + bytes.readUInt16LE(MAGIC.length);
  const shape = HEADER.exec(bytes.toString("latin1", PREFIX, begin));
  if (!shape) throw new Error(`${path} is no table of single-precision numbers in rows`);
  const [rows, columns] = shape.slice(1).map(Number);
  if (bytes.length !== begin + 4 * rows * columns) throw new Error(`${path} is not as long as its header says`);
  const from = bytes.byteOffset + begin;
  const values = new Float32Array(bytes.buffer.slice(from, from + 4 * rows * columns));
  return Array.from({ length: rows }, (_, row) => values.subarray(row * columns, (row + 1) * columns));
}

function headerOf(rows, columns) {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  const filled = Math.ceil((PREFIX + text.length + 1) / ALIGNMENT) * ALIGNMENT - PREFIX;
  const length = Buffer.alloc(2);
  length.writeUInt16LE(filled);
  return Buffer.concat([Buffer.from(MAGIC, "latin1"), length, Buffer.from(`${text.padEnd(filled - 1)}\n`, "latin1")]);
}

/** Writes rows of one length as a table. */
export function writeRows(path, rows) {
  const columns = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== columns)) throw new Error(`${path}: the rows are not of one length`);
  const bytes = rows.map((row) => Buffer.from(row.buffer, row.byteOffset, row.byteLength));
  writeFileSync(path, Buffer.concat([headerOf(rows.length, columns), ...bytes]));
}
