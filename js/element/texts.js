/** What the element itself says; `{query}`, `{shown}` and `{total}` stand for what they are called. */
export const TEXTS = {
  label: "Search",
  loading: "Loading…",
  empty: "No results for “{query}”",
  error: "Search is not available",
  retry: "Try again",
  results: "{shown} of {total} results",
  didYouMean: "Did you mean",
  close: "Close",
};

/**
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
