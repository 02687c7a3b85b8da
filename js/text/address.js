/**
 * The address at which a reader finds a hit: its page and, in it, the heading above. It is empty if
 * the page has no address. An address that has a fragment, as some programs' pages have, stays.
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
