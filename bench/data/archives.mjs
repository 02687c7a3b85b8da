// The archives of the sites that are measured, and other files of the collections.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";

/** The folder with `docs`, `ir` and `knownitem`; the variable DATA names another one. */
export const DATA = process.env.DATA ?? join(ROOT, "../shared/data");

/** The archive of a site. */
export const archiveOf = (name) => join(DATA, "docs", `${name}.tar.xz`);

/** The pages of a site, unpacked into a folder the first time; undefined where it is not in DATA. */
export function unpack(name, into) {
  if (!existsSync(archiveOf(name))) return undefined;
  const folder = join(into, name);
  if (!existsSync(folder)) {
    mkdirSync(into, { recursive: true });
    execFileSync("tar", ["-xJf", archiveOf(name), "-C", into]);
  }
  return folder;
}

/** The values of a file that has one in JSON on each line. */
export function readLines(path) {
  return readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}
