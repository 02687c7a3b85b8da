/** Numbers and sizes as the page says them. */

/** @param {number} value */
export function number(value) {
  return value.toLocaleString("en");
}

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1e6) return `${number(Math.ceil(bytes / 1e3))} KB`;
  return `${number(Math.round(bytes / 1e5) / 10)} MB`;
}

/** @param {number} took in milliseconds */
export function milliseconds(took) {
  if (took < 0.1) return "less than 0.1 ms";
  return `${took < 10 ? took.toFixed(1) : Math.round(took)} ms`;
}

/**
 * @param {number} count
 * @param {string} noun in the singular
 */
export function countOf(count, noun) {
  return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The number of results, and of those shown.
 * @param {number} total
 * @param {number} shown
 * @param {boolean} isLowerBound whether there may be more than `total`
 */
export function matches(total, shown, isLowerBound) {
  if (total === 0) return "No matches";
  const all = total === 1 && !isLowerBound ? "1 match" : `${number(total)}${isLowerBound ? "+" : ""} matches`;
  return total > shown ? `${all}, the best ${number(shown)} shown` : all;
}

/**
 * The size of an index.
 * @param {import("./library.js").Entry} entry
 * @param {{documents: number, bytes: number}} [stats] what an open index says of itself
 */
export function about({ documents, files = 1, bytes }, stats = { documents, bytes }) {
  const parts = [];
  if (stats.documents !== undefined) parts.push(countOf(stats.documents, "document"));
  if (files > 1) parts.push(countOf(files, "file"));
  if (stats.bytes !== undefined) parts.push(size(stats.bytes));
  return parts.join(" · ");
}
