/**
 * Marks the passage that a result of `<kindex-search>` leads to, in browsers that do not find it by the
 * address: the element loads this there, and so can pages that have no element.
 */
import { land, remember } from "../element/land.js";

/**
 * Leaves a passage for the page at an address to mark, which may be this one.
 *
 * @param {string} url
 * @param {string[]} passage the phrase, or its beginning and its end
 */
export function lead(url, passage) {
  remember(url, passage);
  // Before that the browser goes to the heading.
  setTimeout(land, 50);
}

// On a server there is no page.
if (globalThis.document && !("fragmentDirective" in document)) {
  if (document.readyState === "complete") land();
  else addEventListener("load", () => setTimeout(land));
}
