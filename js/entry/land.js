/**
 * Marks the passage that a result of `<kindex-search>` leads to, on pages that have no such element,
 * in browsers that do not find it by the address.
 */
import { land } from "../element/land.js";
import { findsPassages } from "../element/landing.js";

// On a server there is no page.
if (globalThis.document && !findsPassages()) {
  // Before that the browser scrolls to the heading still.
  if (document.readyState === "complete") land();
  else addEventListener("load", () => setTimeout(land));
  addEventListener("hashchange", land);
}
