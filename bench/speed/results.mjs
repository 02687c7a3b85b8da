// Results of measurements, kept by sites: a run over some of them leaves the others as they were.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OUT } from "../paths.mjs";

const FOLDER = join(OUT, "results");

const pathOf = (name) => join(FOLDER, `${name}.json`);

/** Those of these names that were measured, in this order. */
export function kept(names) {
  return names.map(pathOf).filter(existsSync).map((path) => JSON.parse(readFileSync(path, "utf8")));
}

/** Keeps one part of a site's measurements, in place of the earlier one. */
export function keep(name, part) {
  mkdirSync(FOLDER, { recursive: true });
  const [before] = kept([name]);
  writeFileSync(pathOf(name), JSON.stringify({ ...before, name, ...part }, undefined, 1));
}
