// The notation of .gitignore files.
import { Glob } from "./glob.js";

/**
 * Reads patterns; those that cannot be read say nothing.
 *
 * @param {string} text a pattern on each line
 * @returns {(path: string, isFolder: boolean) => boolean | undefined} says of a path below the
 *   folder of the file, with forward slashes, whether it is ignored; undefined where nothing is said
 */
export function ignoring(text) {
  const rules = text.split(/\r?\n/).map(rule).filter(Boolean);
  return (path, isFolder) => rules.findLast(({ folders, glob }) => (isFolder || !folders) && glob.matches(path))?.ignored;
}

function rule(line) {
  // A blank at the end counts only after a backslash.
  let pattern = line.replace(/(?<!\\)\s+$/, "");
  if (!pattern || pattern.startsWith("#")) return undefined;
  const ignored = !pattern.startsWith("!");
  if (!ignored) pattern = pattern.slice(1);
  const folders = pattern.endsWith("/");
  if (folders) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes("/");
  const glob = Glob.read(`${anchored ? "" : "**/"}${pattern.replace(/^\//, "")}`);
  return glob && { ignored, folders, glob };
}
