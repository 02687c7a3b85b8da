/**
 * Marks the passage that a result of `<kindex-search>` leads to, in browsers that do not find it by the
 * address: the element loads this there, and so can pages that have no element.
 */
import { land, remember } from "../element/land.js";

/** The address and the passage that were led to last. */
let last;

/**
 * Leaves a passage for the page at an address to mark, which may be this one.
 *
 * @param {string} url
 * @param {string[]} passage the phrase, or its beginning and its end; empty where there is none
 */
export function lead(url, passage) {
  last = { url, passage };
  if (passage.length === 0) return;
  remember(url, passage);
  // Before that the browser goes to the heading.
  setTimeout(land, 50);
}

/**
 * Leads once more to the passage at an address, which a script may only now have put into the page.
 *
 * @param {string} url
 */
export function leadAgain(url) {
  if (last?.url === url) lead(url, last.passage);
}

// On a server there is no page.
if (globalThis.document && !("fragmentDirective" in document)) {
  if (document.readyState === "complete") land();
  else addEventListener("load", () => setTimeout(land));
}
