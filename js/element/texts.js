import { FRAME_TEXTS } from "./frame.js";

const { error, retry } = FRAME_TEXTS;

/**
 * The texts of the panel; values take the place of `{query}`, `{shown}`, `{total}`, `{count}`, `{key}`
 * and `{phrases}`. A text may have several forms, by the plural category of its number (`total` or
 * `count`): `{ one: "1 page", other: "{total} pages" }`.
 */
export const TEXTS = {
  loading: "Loading…",
  empty: "No results for “{query}”",
  error,
  retry,
  results: { one: "{shown} of {total} page", other: "{shown} of {total} pages" },
  unchecked: "Not looked for everywhere: {phrases}",
  didYouMean: "Did you mean",
  more: "{count} more on this page",
  pinned: "Recommended",
  elsewhere: "Other languages and versions",
  same: "Also in {others}",
  all: "See all {total}",
  showMore: "Show more",
  section: "Section",
  recent: "Recent searches",
  clear: "Clear",
  remove: "Remove “{query}”",
  keep: "Keep “{query}”",
  any: "All",
  complete: "{key} completes to “{query}”",
  toMove: "to move",
  toOpen: "to open",
  toRead: "to read here",
  toClose: "to close",
};

/**
 * Says how many pages there are and, in another line, which phrases they may lack.
 *
 * @param {typeof TEXTS} texts
 * @param {import("../entry/index.js").Results} results
 * @param {string} query
 * @param {number} shown the number of pages that are shown
 */
export function status(texts, { total, totalIsLowerBound, uncheckedPhrases = [] }, query, shown) {
  const phrases = uncheckedPhrases.map((phrase) => `"${phrase}"`).join(", ");
  const values = { query, phrases, shown, total: counted(total, totalIsLowerBound) };
  const lines = [shown > 0 ? texts.results : texts.empty];
  if (phrases) lines.push(texts.unchecked);
  return lines.map((line) => filled(line, values, texts.lang)).join("\n");
}

/** A number, with a sign where there may be more. */
export const counted = (number, isLeast) => (isLeast ? `${number}+` : `${number}`);

/**
 * A text with values in their places.
 *
 * @param {string | Partial<Record<Intl.LDMLPluralRule, string>>} text
 * @param {Record<string, string | number>} values
 * @param {string} [lang] whose plural forms the text has
 */
export function filled(text, values, lang = "en") {
  const form = typeof text === "string" ? text : formOf(text, parseInt(values.count ?? values.total, 10), lang);
  return form.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

const formOf = (forms, number, lang) => forms[new Intl.PluralRules(lang).select(number)] ?? forms.other ?? "";
