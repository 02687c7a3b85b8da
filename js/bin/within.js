import { isAbsolute, relative, sep } from "node:path";

/** The path of a file below a folder, with forward slashes; empty where it is not in there. */
export function within(folder, file) {
  const path = relative(folder, file);
  return isAbsolute(path) || path === ".." || path.startsWith(`..${sep}`) ? "" : path.replaceAll(sep, "/");
}
