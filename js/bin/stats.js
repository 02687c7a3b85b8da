// `kindex stats`: what an index holds.
import { cut } from "../mcp/text.js";
import { plain } from "../text/sanitize.js";
import { count, counted, size } from "./numbers.js";
import { withIndex } from "./open.js";
import { UsageError, print, printJson } from "./output.js";

/** The values of a key that are shown; in JSON there are more. */
const MOST_VALUES = 10;

/** The characters of a value that are shown. */
const MOST_CHARACTERS = 40;

const help = `Show what an index holds, how large its sections are, and which metadata it has.

Usage: kindex stats INDEX

      --json  print JSON
`;

const options = { json: { type: "boolean" } };

async function run([path, ...others], { json }) {
  if (!path || others.length > 0) throw new UsageError("one INDEX is needed; see kindex stats --help");
  const stats = await withIndex(path, content);
  if (json) printJson(stats);
  else print(rowsOf(stats).map(([name, value]) => `${name.padEnd(12)} ${value}\n`).join(""));
}

async function content(index) {
  const vectors = await index.vectors();
  return { ...(await index.stats()), ...(vectors && { vectors }), keys: await index.keys() };
}

function rowsOf({ language, documents, headings, words, stems, terms, unit, levels, vectors, bytes, sections, keys }) {
  return [
    ["language", plain(language)],
    ...Object.entries({ documents, headings, words, stems, terms }).map(([name, number]) => [name, count(number)]),
    ["unit", unit],
    ...levels.map((level, at) => [`level ${at}`, chunks(level, unit)]).reverse(),
    ...(vectors ? [["vectors", aboutVectors(vectors)]] : []),
    ["bytes", size(bytes)],
    ...sections.map((section) => [`  ${section.name}`, size(section.bytes)]),
    ["keys", count(keys.length)],
    ...keys.map((key) => [`  ${plain(key.key)}`, valuesOf(key)]),
  ];
}

function valuesOf({ kind, documents, total, values }) {
  const about = `${kind}, ${counted(documents, "document")}, ${counted(total, "value")}`;
  // Values that are all different, as descriptions are, tell nothing of the whole.
  if (total > MOST_VALUES && values[0]?.documents === 1) return about;
  const parts = values.slice(0, MOST_VALUES).map((one) => `${cut(plain(one.value), MOST_CHARACTERS)} ${count(one.documents)}`);
  if (total > parts.length) parts.push(`${count(total - parts.length)} more`);
  return `${about}: ${parts.join(", ")}`;
}

function chunks({ chunks, size, overlap }, unit) {
  const limit = size === 0 ? ", no limit" : ` of ${count(size)} ${unit}`;
  return `${count(chunks)} chunks${limit}${overlap === 0 ? "" : `, overlap ${overlap}`}`;
}

function aboutVectors({ embedder, dimensions, kept, bits, level, chunks, all }) {
  const by = embedder === "" ? "" : ` by ${embedder}`;
  return plain(`${count(chunks)} of ${count(all)} chunks of level ${level}, ${kept} numbers of ${bits} bits, ${dimensions} given${by}`);
}

export const stats = { help, options, native: [], run };
