// Tables of an index as if it were stored otherwise.
import { table } from "../publish.mjs";

const LISTS = {
  varints: "**varints**: twice the gap, plus 1 where a frequency follows",
  columns: "the gaps, then the frequencies",
  packed: "blocks of 128 in as many bits as the largest takes (bitpacking), the rest as varints",
  gamma: "Elias's gamma code; frequencies in unary code, as in the next three",
  rice: "Rice's code, with the best parameter for each list",
  eliasFano: "Elias-Fano",
  roaring: "roaring bitmaps",
  smallest: "by what the list looks like: the smallest of varints, blocks, gamma, Rice and a bitmap",
};

const ORDERS = {
  paths: "**by path**",
  bisection: "recursive graph bisection, alike ones beside each other",
  random: "random",
};

const WORDS = {
  blocks: "**blocks of 16 that share beginnings**",
  fst: "a finite state automaton (fst)",
};

const COMPRESSORS = {
  gzip: "**gzip** (libdeflate)",
  lzma: "LZMA, the best of four settings for each file",
  brotli: "Brotli",
};

const mb = (bytes) => (bytes / 1e6).toFixed(2);

/** The difference from the first in percent; the first is what Kindex does. */
function share(bytes, own) {
  const size = (Math.abs(bytes / own - 1) * 100).toFixed(1);
  if (bytes === own || size === "0.0") return "";
  return `${bytes > own ? "+" : "−"}${size} %`;
}

/** A row for each way: a name, and its size of each kind with what that is more or less than the first one's. */
function rows(names, sizes, kinds) {
  const own = sizes[Object.keys(names)[0]];
  const cells = (row) => kinds.flatMap((kind) => [mb(row[kind]), share(row[kind], own[kind])]);
  return Object.entries(names).map(([key, name]) => [name, ...cells(sizes[key])]);
}

const KINDS = ["texts", "words", "lists"];

/** The sizes that each compressor reaches, by kind. */
function byCompressor(sizes) {
  const of = (name) => Object.fromEntries(KINDS.map((kind) => [kind, sizes[kind][name]]));
  return Object.fromEntries(Object.keys(COMPRESSORS).map((name) => [name, of(name)]));
}

const CRATES = ["bitpacking", "brotli", "fst", "libdeflater", "liblzma", "roaring"];

/** Takes what bench/rust/variants prints, and the versions of the crates. */
export function variantsTables({ name, variants: { postings, lists, orders, words, compressors } }, versions) {
  const count = (value) => value.toLocaleString("en");
  const sizes = ["MB", "", "with gzip", ""];
  return [
    `${name}; ${CRATES.map((crate) => `${crate} ${versions.get(crate)}`).join(", ")}.`,
    table([`lists of bodies, ${count(postings)} postings`, ...sizes], rows(LISTS, lists, ["raw", "gzip"])),
    `Frequencies are ${mb(lists.frequencies)} MB of the varints; impacts in half a byte each, instead of them, would be ${mb(lists.impacts)}.`,
    table(["order of the documents", "lists, MB", "", "with gzip", "", "texts with gzip", ""], rows(ORDERS, orders, ["raw", "gzip", "texts"])),
    table([`dictionary, ${count(words.words)} words and their places`, ...sizes], rows(WORDS, words, ["raw", "gzip"])),
    table(["compressor", "texts, MB", "", "words", "", "lists", ""], rows(COMPRESSORS, byCompressor(compressors), KINDS)),
  ].join("\n\n");
}
