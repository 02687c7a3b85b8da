// Gives an index vectors: node build.mjs site.kdx
import { readFile, writeFile } from "node:fs/promises";
import { addVectors } from "kindex/build";
import { embedAll, name } from "./embedder.mjs";

const [path = "site.kdx"] = process.argv.slice(2);

// The vectors of earlier builds, so that only texts that are new are embedded.
const file = `${path}.vectors.json`;
const cache = new Map(JSON.parse(await readFile(file, "utf8").catch(() => "[]")));

let embedded = 0;
const embed = (texts) => {
  embedded += texts.length;
  return embedAll(texts);
};
const bytes = await addVectors(await readFile(path), { embedder: name, embed, cache });
await writeFile(path, bytes);
await writeFile(file, JSON.stringify([...cache].map(([key, vector]) => [key, [...vector]])));
console.log(`${path}: ${embedded} texts embedded by ${name}, ${bytes.length} bytes`);
