// Vectors of texts in a file that is small enough to be kept with the sources: kept.jsonl. Each line has
// the key of a text, which is the beginning of its hash, and a whole number from -127 to 127 for each
// dimension, as bytes in Base64.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const KEPT = new URL("kept.jsonl", import.meta.url);

/** The characters of a key: of a million texts hardly two have the same. */
const KEY = 12;

const GREATEST = 127;

export const keyOf = (text) => createHash("sha256").update(text).digest("base64url").slice(0, KEY);

/** The numbers of a vector as whole ones. Only its direction counts. */
function written(vector) {
  const factor = GREATEST / vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return Buffer.from(Int8Array.from(vector, (one) => Math.round(one * factor)).buffer).toString("base64");
}

const read = (text) => Float32Array.from(new Int8Array(Buffer.from(text, "base64")));

/** Keeps the vectors of texts, in the place of those before. */
export function keepVectors(texts, vectors, file = KEPT) {
  const lines = new Map(texts.map((text, at) => [keyOf(text), written(vectors[at])]));
  const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, sorted.map(([key, vector]) => `${JSON.stringify({ key, vector })}\n`).join(""));
}

/** A function that gives the vector of a text; undefined where none is kept. */
export function keptVectors(file = KEPT) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line)) : [];
  const vectors = new Map(lines.map(({ key, vector }) => [key, vector]));
  return (text) => {
    const vector = vectors.get(keyOf(text));
    return vector && read(vector);
  };
}
