// Folders that are called by the tags of languages, one beside another: as the native command.
import { Builder } from "../entry/build.js";

/** Like `de`, `pt-BR` or `zh_Hant`. */
const TAG = /^[a-z]{2}([-_][a-z\d]{2,4})?$/i;

/** Of so many folders beside each other, one at least has to be called so: there are folders for `br` and `hr`, too. */
const MOST = 10;

/**
 * The languages that files have by the folders they lie in.
 *
 * @param {import("./walk.js").Found[]} found
 * @returns {Promise<Map<import("./walk.js").Found, string>>} by the files that have one, its tag
 */
export async function folderLanguages(found) {
  /** By folder, those in it, by name. */
  const inside = new Map();
  for (const { id, root } of found) {
    for (const { parent, name } of foldersOf(id, root)) inside.set(parent, (inside.get(parent) ?? new Set()).add(name));
  }
  const tags = new Map();
  for (const [parent, names] of inside) tags.set(parent, await languagesAmong(names));
  const languages = new Map();
  for (const one of found) {
    const named = foldersOf(one.id, one.root).find(({ parent, name }) => tags.get(parent).includes(name));
    if (named) languages.set(one, named.name);
  }
  return languages;
}

/** The folders of a path, the outermost first, each with what it is in. */
function foldersOf(id, root) {
  const names = id.split("/").slice(0, -1);
  return names.map((name, depth) => ({ parent: `${root}:${names.slice(0, depth).join("/")}`, name }));
}

/** Those of the names of folders beside each other that are there for their languages. */
async function languagesAmong(names) {
  const tags = [];
  for (const name of names) if (TAG.test(name) && (await isLanguage(name))) tags.push(name);
  const languages = new Set(tags.map((tag) => tag.slice(0, 2).toLowerCase()));
  return languages.size > 1 && tags.length * MOST >= names.size ? tags : [];
}

const isLanguage = (tag) => Builder.create({ language: tag.slice(0, 2) }).then(() => true, () => false);
