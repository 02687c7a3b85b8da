// Writes measurements into the documents.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

/** Replaces the text between two marks of a document, and prints it. */
export function publish(name, text, document = "BENCHMARKS.md") {
  console.log(text);
  const path = join(ROOT, document);
  const page = readFileSync(path, "utf8");
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${document} has no marks ${begin} and ${end}`);
  writeFileSync(path, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`);
}

/** Writes tables by their names; prints them alone where the variable SITES names the sites that were measured. */
export function publishTables(tables) {
  for (const [name, text] of Object.entries(tables)) {
    if (process.env.SITES) console.log(text);
    else publish(name, text);
  }
}

/** A table of Markdown: the first column to the left, the others to the right. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}
