// Vectors of texts by examples/vectors/embed.py, which are kept in files so that no text is embedded twice.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";
import { readRows, writeRows } from "./npy.mjs";

/** The model of embed.py. */
export const MODEL = "all-MiniLM-L6-v2";

/** Vectors of sites are kept here, in a folder for each. */
export const KEPT = join(ROOT, "target/eval/vectors");

const linesOf = (path) => readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));

/** The text of a line that is to be embedded, as embed.py takes it. */
const textOf = ({ embed, text }) => embed ?? text;

/** Runs embed.py in the environment that scripts/setup.sh vectors makes. */
function runModel(texts, vectors) {
  const { KINDEX_PYTHON_VECTORS: programs } = process.env;
  if (!programs) throw new Error("the embedder is missing; run: scripts/setup.sh vectors, and source env.sh as it says");
  execFileSync(join(programs, "python"), [join(ROOT, "examples/vectors/embed.py"), texts, vectors], { stdio: "inherit" });
}

/** The vectors that files have, by their texts. */
function kept(texts, vectors) {
  if (!existsSync(texts) || !existsSync(vectors)) return new Map();
  const [lines, rows] = [linesOf(texts), readRows(vectors)];
  if (lines.length !== rows.length) throw new Error(`${vectors} has ${rows.length} vectors for ${lines.length} texts; remove it`);
  return new Map(lines.map((line, at) => [textOf(line), rows[at]]));
}

/** The vectors of texts, by these. */
function made(texts, path, run) {
  const [from, to] = [`${path}.new.jsonl`, `${path}.new.npy`];
  console.log(`${path}: embedding ${texts.length} texts`);
  writeFileSync(from, texts.map((text) => `${JSON.stringify({ text })}\n`).join(""));
  run(from, to);
  const rows = readRows(to);
  if (rows.length !== texts.length) throw new Error(`${to} has ${rows.length} vectors for ${texts.length} texts`);
  [from, to].forEach((file) => rmSync(file));
  return texts.map((text, at) => [text, rows[at]]);
}

/** Both files or none: a vector is never beside another text. */
function keep(lines, rows, texts, vectors) {
  writeFileSync(`${texts}.tmp`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  writeRows(`${vectors}.tmp`, rows);
  rmSync(texts, { force: true });
  renameSync(`${vectors}.tmp`, vectors);
  renameSync(`${texts}.tmp`, texts);
}

/**
 * The vector of each line, an object with the text in `embed` or `text`. The lines are kept in
 * PATH.jsonl, and their vectors in PATH.npy: texts that these have already are not embedded again.
 */
export function embedLines(lines, path, run = runModel) {
  const [texts, vectors] = [`${path}.jsonl`, `${path}.npy`];
  const known = kept(texts, vectors);
  const missing = [...new Set(lines.map(textOf))].filter((text) => !known.has(text));
  if (missing.length > 0) made(missing, path, run).forEach(([text, row]) => known.set(text, row));
  const rows = lines.map((line) => known.get(textOf(line)));
  keep(lines, rows, texts, vectors);
  return rows;
}
