// Opens an index that is named on the command line.
import { stat } from "node:fs/promises";
import { open } from "../explore.js";

/**
 * @param {string} path a file, or a folder with an index in several files
 * @param {string} [tenant]
 */
export async function openIndex(path, tenant) {
  const isFolder = await stat(path).then((found) => found.isDirectory(), () => false);
  return open(isFolder ? path.replace(/\/*$/, "/") : path, { tenant });
}
