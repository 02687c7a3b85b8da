// Vectors for indexes of the demo (scripts/demo.sh), by what `kindex chunks` wrote of them.
//
//   node bench/vectors/demo.mjs keep CHUNKS.jsonl                embeds all texts anew, for kept.jsonl
//   node bench/vectors/demo.mjs kept CHUNKS.jsonl VECTORS.npy    takes the vectors that are kept
//   node bench/vectors/demo.mjs made CHUNKS.jsonl VECTORS.npy    embeds what VECTORS.npy does not have
//
// VECTORS.jsonl has the lines of the vectors, as `kindex build --vectors VECTORS.npy` wants it.
import { writeFileSync } from "node:fs";
import { readLines } from "../data/archives.mjs";
import { embedAll, embedLines } from "./embed.mjs";
import { keepVectors, keptVectors } from "./kept.mjs";
import { writeRows } from "./npy.mjs";

/** So many numbers of a vector are kept, as many as an index has. */
const DIMENSIONS = 128;

const [command, chunks, path] = process.argv.slice(2);

const COMMANDS = {
  keep(lines) {
    const texts = lines.map(({ embed }) => embed);
    keepVectors(texts, embedAll(texts, DIMENSIONS));
  },

  kept(lines) {
    const vectorOf = keptVectors();
    const found = lines.map((line) => [line, vectorOf(line.embed)]).filter(([, vector]) => vector);
    writeFileSync(linesOf(path), found.map(([line]) => `${JSON.stringify(line)}\n`).join(""));
    writeRows(path, found.map(([, vector]) => vector));
    const missing = lines.length - found.length;
    if (missing) console.log(`demo: ${missing} of ${lines.length} passages are newer than the vectors: make demo-vectors`);
  },

  made: (lines) => void embedLines(lines, withoutEnd(path)),
};

const withoutEnd = (file) => file.replace(/\.npy$/, "");
const linesOf = (file) => `${withoutEnd(file)}.jsonl`;

COMMANDS[command](readLines(chunks));
