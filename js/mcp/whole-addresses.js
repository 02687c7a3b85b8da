// An index whose pages have whole addresses.

/** The methods whose answers have addresses. */
const METHODS = ["search", "pages", "page", "document"];

/** What is kept as it is: metadata may have any keys. */
const KEPT = ["meta", "filters"];

/**
 * The index with addresses that are relative to `base` made whole in all that it answers.
 *
 * @param {import("../entry/explore.js").Explorer} index
 * @param {string} base
 */
export function withAddresses(index, base) {
  const get = (_, name) => {
    const ask = index[name]?.bind(index);
    if (name === "grep") return async (pattern, options) => whole(await ask(pattern, { ...options, page: within(options?.page, base) }), base);
    return METHODS.includes(name) ? async (...args) => whole(await ask(...args), base) : ask;
  };
  return new Proxy(index, { get });
}

/** The address of a page, or a part of one, as the index has it. */
const within = (page, base) => (page?.startsWith(base) ? page.slice(base.length) : page);

function whole(value, base) {
  if (Array.isArray(value)) return value.map((one) => whole(one, base));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => {
    if (name === "url") return [name, absolute(one, base)];
    return [name, KEPT.includes(name) ? one : whole(one, base)];
  });
  return Object.fromEntries(entries);
}

function absolute(url, base) {
  try {
    return url && new URL(url, base).href;
  } catch {
    return url; // No address at all.
  }
}
