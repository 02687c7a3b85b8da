// Hugo's bundles: a folder with an `index.md` is one page, and the other pages in it and below are
// parts of that one: as the native command.

import { basename, join } from "node:path";

const PAGE = /\.(md|markdown|html?)$/i;

/** Whether a file makes its folder a bundle, or is a translation of one that does, such as `index.de.md`. */
const isIndex = (name) => /^index\.[^/]*$/.test(name) && /\.(md|markdown)$/i.test(name);

const isBundle = (name) => isIndex(name) && /^index\.[^.]*$/.test(name);

/**
 * @param {import("./walk.js").Found[]} found
 * @param {string[]} paths the roots
 * @returns {Map<import("./walk.js").Found, string>} by the files that another page shows, its id
 */
export function bundlePages(found, paths) {
  const bundles = new Map();
  for (const { file, id, root } of found) {
    const name = basename(id);
    // What lies in the root is the page of the site: as a bundle it would be the only one.
    const isRoot = join(paths[root], name) === file;
    if (isBundle(name) && !isRoot) bundles.set(`${root}:${id.slice(0, -name.length)}`, id);
  }
  const pages = new Map();
  for (const one of found.filter(({ id }) => PAGE.test(id))) {
    const folder = foldersOf(one.id).find((path) => bundles.has(`${one.root}:${path}`));
    if (folder && !isIndex(one.id.slice(folder.length))) pages.set(one, bundles.get(`${one.root}:${folder}`));
  }
  return pages;
}

/** The folders that a file lies in, each with the slash at its end, the outermost first. */
function foldersOf(id) {
  return Array.from(id.matchAll(/\//g), ({ index }) => id.slice(0, index + 1));
}
