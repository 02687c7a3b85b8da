/** Navigation by a site's own router: `kindex/element/routed`. */
import { isElsewhere } from "../element/keys.js";
import { PASSAGE } from "../element/led.js";

/**
 * Gives the results that are chosen to a site's own router, in place of the browser.
 *
 * @param {(href: string) => unknown} go
 * @returns {(event: MouseEvent) => Promise<void>} a listener for clicks on the field
 */
export function routed(go) {
  return async (event) => {
    const link = event.composedPath().find((node) => node.localName === "a" && node.href);
    if (!link || event.defaultPrevented || event.button !== 0 || event.altKey || isElsewhere(event)) return;
    const [href, words] = link.href.split(PASSAGE);
    if (new URL(href).origin !== location.origin) return;
    event.preventDefault();
    await go(href.replace(/#$/, ""));
    // No browser looks for a passage where a script changes the address.
    const { lead, arrive } = await import("./land.js");
    if (words) lead(href, words.split(",").map(decodeURIComponent));
    else arrive();
  };
}
