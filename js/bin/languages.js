// Folders that are called by the tags of languages, one beside another.
import { Builder } from "../build.js";

/** Like `de`, `pt-BR` or `zh_Hant`. */
const TAG = /^[a-z]{2}([-_][a-z\d]{2,4})?$/i;

/**
 * @param {import("./walk.js").Found[]} found
 * @returns {Promise<string[]>} the folders, such as `docs/de/`
 */
export async function folderLanguages(found) {
  const beside = new Map();
  for (const { id, root } of found) {
    const folders = id.split("/").slice(0, -1);
    for (const [depth, tag] of folders.entries()) {
      if (!TAG.test(tag)) continue;
      const parent = `${root}:${folders.slice(0, depth).join("/")}`;
      beside.set(parent, (beside.get(parent) ?? new Map()).set(folders.slice(0, depth + 1).join("/"), tag.slice(0, 2).toLowerCase()));
    }
  }
  const all = [];
  for (const folders of beside.values()) {
    const known = [];
    for (const [folder, language] of folders) {
      if (await isLanguage(language)) known.push([folder, language]);
    }
    if (new Set(known.map(([, language]) => language)).size > 1) all.push(...known.map(([folder]) => `${folder}/`));
  }
  return all;
}

const isLanguage = (language) => Builder.create({ language }).then(() => true, () => false);
