// The passage that a result leads to, on its way from the list to the page.

/** The key under which this tab keeps it. */
const KEY = "kindex-passage";

/** The time within which the page of a result opens. What waits longer was for one that never did. */
const MAX_OPENING_MS = 60_000;

/** The part of an address that names a passage: the phrase, or its beginning and its end. */
export const PASSAGE = ":~:text=";

/**
 * Keeps a passage for the page that is opened next.
 *
 * @param {string} url of that page
 * @param {string[]} passage the phrase, or its beginning and its end; empty for the heading alone
 */
export function remember(url, passage) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ url, passage, time: Date.now() }));
  } catch {
    // The page opens at its heading if nothing may be kept.
  }
}

/** Whether a passage may be meant for this page. */
export function isLed() {
  try {
    return Boolean(sessionStorage.getItem(KEY) || wordsOfAddress());
  } catch {
    return Boolean(wordsOfAddress());
  }
}

/** The passage that is meant for this page. One that is kept is used once. */
export function recalled() {
  try {
    const { url, passage, time } = JSON.parse(sessionStorage.getItem(KEY));
    const isLate = Date.now() - time > MAX_OPENING_MS;
    if (isLate || isHere(url)) sessionStorage.removeItem(KEY);
    if (isHere(url) && !isLate) return passage;
  } catch {
    // Nothing is kept.
  }
  return phrasesIn(wordsOfAddress());
}

/** The phrase, or its beginning and its end, in the form in which results have it; others are the browser's alone. */
function phrasesIn(words) {
  if (!words || words.includes("&")) return undefined;
  const parts = words.split(",");
  if (parts.length > 2 || parts.some((part) => /^-|-$/.test(part))) return undefined;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Whether an address is that of this page. */
export const isHere = (url) => pageOf(url) === pageOf(location.href);

/**
 * The words of the address by which this page was opened, as in another tab. Chromium tells them here
 * alone, other browsers nowhere.
 */
function wordsOfAddress() {
  const { name = "", type } = performance.getEntriesByType("navigation")[0] ?? {};
  return type === "navigate" && isHere(name) ? name.split(PASSAGE)[1] : undefined;
}

/** Gives an address without what servers and sites leave out: the fragment, and the name of the index page. */
function pageOf(url) {
  const [, path, query = ""] = /^([^?#]*)(\?[^#]+)?/.exec(url);
  // The query may say which page it is.
  return path.replace(/(\/index)?\.html$|\/$/, "") + query;
}
