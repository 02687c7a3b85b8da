// What was measured, kept by sites: a run over some of them leaves the others as they were.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OUT } from "./run.mjs";

const FOLDER = join(OUT, "results");

export function keep(result) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${result.name}.json`), JSON.stringify(result, undefined, 1));
}

/** Those of these names that were measured, in this order. */
export function kept(names) {
  const paths = names.map((name) => join(FOLDER, `${name}.json`));
  return paths.filter(existsSync).map((path) => JSON.parse(readFileSync(path, "utf8")));
}
