/** The element's own texts; values take the place of `{query}`, `{shown}`, `{total}` and `{phrases}`. */
export const TEXTS = {
  label: "Search",
  loading: "Loading…",
  empty: "No results for “{query}”",
  error: "Search is not available",
  retry: "Try again",
  results: "{shown} of {total} results",
  unchecked: "Not looked for everywhere: {phrases}",
  didYouMean: "Did you mean",
  close: "Close",
};

/**
 * Says how many results there are and, in another line, which phrases they may lack.
 *
 * @param {typeof TEXTS} texts
 * @param {import("../entry/index.js").Results} results
 * @param {string} query
 */
export function status(texts, { hits, total, totalIsLowerBound, uncheckedPhrases = [] }, query) {
  const phrases = uncheckedPhrases.map((phrase) => `"${phrase}"`).join(", ");
  const values = { query, phrases, shown: hits.length, total: totalIsLowerBound ? `${total}+` : total };
  const lines = [hits.length > 0 ? texts.results : texts.empty];
  if (phrases) lines.push(texts.unchecked);
  return lines.map((line) => filled(line, values)).join("\n");
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
