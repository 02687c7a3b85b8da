// A passage on the way to the page that a result leads to, in this tab.

const KEY = "kindex-passage";

/** Whether this browser finds a passage by the address. */
export const findsPassages = () => "fragmentDirective" in document;

/** Whether there is a passage that somebody has to mark. */
export function isAwaited() {
  try {
    return !findsPassages() && sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * Keeps a passage for the page that is opened next.
 *
 * @param {string} url of that page
 * @param {string[]} passage the phrase, or its beginning and its end
 */
export function remember(url, passage) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ url, passage }));
  } catch {
    // Where nothing may be kept, the page opens at its heading.
  }
}

/** The passage that is kept for this page; it serves once. */
export function recalled() {
  try {
    const { url, passage } = JSON.parse(sessionStorage.getItem(KEY));
    if (pageOf(url) !== pageOf(location.href)) return undefined;
    sessionStorage.removeItem(KEY);
    return passage;
  } catch {
    return undefined;
  }
}

/** An address without what servers and sites leave out: the fragment, and the name of the index page. */
const pageOf = (url) => url.replace(/[?#].*/, "").replace(/(\/index)?\.html$|\/$/, "");
