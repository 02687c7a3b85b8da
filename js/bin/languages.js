// Folders that are called by the tags of languages, one beside another.
import { Builder } from "../build.js";

/** Like `de`, `pt-BR` or `zh_Hant`. */
const TAG = /^[a-z]{2}([-_][a-z\d]{2,4})?$/i;

/** Of so many folders beside each other, one at least has to be called so: there are folders for `br` and `hr`, too. */
const MOST = 10;

/**
 * @param {import("./walk.js").Found[]} found
 * @returns {Promise<string[]>} the folders, such as `docs/de/`
 */
export async function folderLanguages(found) {
  /** By folder, the names of those in it. */
  const inside = new Map();
  for (const { id, root } of found) {
    const folders = id.split("/").slice(0, -1);
    for (const [depth, name] of folders.entries()) {
      const parent = `${root}:${folders.slice(0, depth).join("/")}`;
      const path = `${folders.slice(0, depth + 1).join("/")}/`;
      inside.set(parent, (inside.get(parent) ?? new Map()).set(path, name));
    }
  }
  const all = await Promise.all(Array.from(inside.values(), languagesAmong));
  return all.flat();
}

/** Those of folders beside each other that are there for their languages. */
async function languagesAmong(folders) {
  const known = [];
  for (const [path, name] of folders) {
    const language = name.slice(0, 2).toLowerCase();
    if (TAG.test(name) && (await isLanguage(language))) known.push({ path, language });
  }
  const languages = new Set(known.map(({ language }) => language));
  return languages.size > 1 && known.length * MOST >= folders.size ? known.map(({ path }) => path) : [];
}

const isLanguage = (language) => Builder.create({ language }).then(() => true, () => false);
