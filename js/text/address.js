/**
 * Where a reader finds what was found: its page and, in it, the heading above it. Empty where the
 * page has no address; one that leads to a place of its own, as pages of some programs do, stays.
 *
 * @param {{ url: string, anchor?: string }} found
 * @returns {string}
 */
export function addressOf({ url, anchor }) {
  return url && anchor && !url.includes("#") ? `${url}#${encodeURIComponent(anchor)}` : url;
}

/**
 * @param {string} part of an address
 * @returns {string | undefined} what it stands for; nothing where it is not percent-encoded UTF-8
 */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
