// `kindex stats`: what an index holds.
import { plain } from "../text/sanitize.js";
import { count, size } from "./numbers.js";
import { withIndex } from "./open.js";
import { UsageError, print, printJson } from "./output.js";

const help = `Show what an index holds and how large its sections are.

Usage: kindex stats INDEX

      --tenant NAME  the tenant, in an index of several
      --json         print JSON
`;

const options = { tenant: { type: "string" }, json: { type: "boolean" } };

async function run([path, ...others], { tenant, json }) {
  if (!path || others.length > 0) throw new UsageError("one INDEX is needed; see kindex stats --help");
  const stats = await withIndex(path, tenant, (index) => index.stats());
  if (json) printJson(stats);
  else print(rowsOf(stats).map(([name, value]) => `${name.padEnd(12)} ${value}\n`).join(""));
}

function rowsOf({ language, documents, headings, words, stems, terms, unit, levels, bytes, sections }) {
  return [
    ["language", plain(language)],
    ...Object.entries({ documents, headings, words, stems, terms }).map(([name, number]) => [name, count(number)]),
    ["unit", unit],
    ...levels.map((level, at) => [`level ${at}`, chunks(level, unit)]).reverse(),
    ["bytes", size(bytes)],
    ...sections.map((section) => [`  ${section.name}`, size(section.bytes)]),
  ];
}

function chunks({ chunks, size, overlap }, unit) {
  const limit = size === 0 ? ", no limit" : ` of ${count(size)} ${unit}`;
  return `${count(chunks)} chunks${limit}${overlap === 0 ? "" : `, overlap ${overlap}`}`;
}

export const stats = { help, options, native: [], run };
