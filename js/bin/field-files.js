// The files of the package that a page with the search field may load.
import { readFile } from "node:fs/promises";
import { posix } from "node:path";

const PACKAGE = new URL("../package.json", import.meta.url);

/** The addresses of scripts, and of what they load, in minified modules. */
const ADDRESS = /["'`](\.{0,2}\/?[\w./-]+\.(?:js|wasm))["'`]/g;

/**
 * The contents of a script and of all that it leads to, by their paths in the package or another folder.
 *
 * @param {string} script its path
 * @param {URL} [folder] or any file in it
 * @returns {Promise<Map<string, Buffer>>}
 */
export async function filesOfField(script, folder = PACKAGE) {
  const files = new Map();
  const add = async (path) => {
    if (files.has(path) || path.startsWith("..")) return;
    const content = await readFile(new URL(path, folder)).catch(() => undefined);
    if (!content) return; // A string that only looks like an address.
    files.set(path, content);
    if (!path.endsWith(".js")) return;
    for (const [, address] of content.toString().matchAll(ADDRESS)) await add(posix.join(posix.dirname(path), address));
  };
  await add(script);
  return files;
}
