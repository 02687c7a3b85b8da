// The proposed end of a query: from a heading that begins with it, or from a word of the index.

/**
 * @param {string} typed as it stands in the field
 * @param {import("../entry/index.js").Results} results of that, with completions
 * @param {Set<string>} words that texts have, folded
 * @returns {string} what follows; empty where nothing does, or where the last word is whole
 */
export function restOf(typed, { hits, completions = [] }, words) {
  const begun = typed.trimStart().toLowerCase();
  if (begun.length < 2 || /\s$/.test(typed)) return "";
  const names = hits.slice(0, 1).flatMap(({ title, headings }) => [...headings, title]);
  const goesOn = (text) => text.toLowerCase().startsWith(begun) && text.length > begun.length;
  const isWhole = words.has(begun.split(/\s+/).at(-1));
  // A heading goes on with the word, or after it.
  const heading = names.find((name) => goesOn(name) && name.length < 60);
  // Longer names of programs are no words that somebody would go on with.
  const goesOnAsWord = (text) => goesOn(text) && /^[\p{L}\p{N}]+$/u.test(text.slice(begun.length));
  const next = heading ?? (isWhole ? undefined : completions.find(goesOnAsWord));
  return next?.slice(begun.length) ?? "";
}
