#!/usr/bin/env node
// Stands for Python where examples/vectors/pypi.sh runs embed.py, as its packages take 290 MB. It gives the
// vectors that embeddings.json has.
import { readFileSync } from "node:fs";
import { writeRows } from "../../bench/vectors/npy.mjs";
import { recordedVectors } from "./embeddings.mjs";

const [, texts, vectors] = process.argv.slice(2);
const recorded = await recordedVectors();
if (texts === "--query") console.log(JSON.stringify(recorded(vectors)));
else {
  const lines = readFileSync(texts, "utf8").split("\n").filter(Boolean);
  writeRows(vectors, lines.map((line) => Float32Array.from(recorded(JSON.parse(line).embed))));
}
