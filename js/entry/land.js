/**
 * Leads to the passage that a result of `<kindex-search>` is about, where the browser does not find it by the
 * address: the element loads this there, and so can pages that have no element.
 */
import { land } from "../element/land.js";
import { remember } from "../element/led.js";
import { findsPassages } from "../element/passage.js";

/** The time after which the browser has gone to the heading. */
const GOING_MS = 50;

/** The time after which a browser that looks for the words has found them, and opened what is folded. */
const LOOKING_MS = 200;

/** What waits for that, and whether a script has changed the address since the last passage. */
let going;
let isRoutedTo = false;

/**
 * Leads to the passage that is kept for this page, once the browser is there.
 *
 * @param {boolean} [isRouted] whether a script has changed the address
 */
export function arrive(isRouted = false) {
  isRoutedTo ||= isRouted;
  clearTimeout(going);
  going = setTimeout(() => {
    land({ isRouted: isRoutedTo });
    isRoutedTo = false;
  }, GOING_MS);
}

/**
 * Leads to a passage of the page to which a script has changed the address.
 *
 * @param {string} url
 * @param {string[]} passage the phrase, or its beginning and its end
 */
export function lead(url, passage) {
  remember(url, passage);
  arrive(true);
}

// On a server there is no page.
if (globalThis.document) {
  if (document.readyState === "complete") arrive();
  else addEventListener("load", () => setTimeout(land, findsPassages() ? LOOKING_MS : 0, { isLoading: true }));
}
