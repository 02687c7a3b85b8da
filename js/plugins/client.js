/** The part of `virtual:kindex` that runs in pages. */
import { isElsewhere } from "../element/keys.js";
import { KindexSearch } from "../entry/element.js";

/** The part of an address that names a passage: the phrase, or its beginning and its end. */
const PASSAGE = ":~:text=";

/** The fields on the page, also those in closed shadow roots. */
const connected = new Set();

/**
 * Registers `<kindex-search>`, which searches the index of the site where it has no `src`.
 *
 * @param {string} src
 */
export function register(src) {
  if (customElements.get("kindex-search")) return;
  class SiteSearch extends KindexSearch {
    connectedCallback() {
      // A framework may have set the property before.
      if (!this.hasAttribute("src") && !Object.hasOwn(this, "src")) this.src = src;
      super.connectedCallback();
      connected.add(this);
    }

    disconnectedCallback() {
      connected.delete(this);
      super.disconnectedCallback();
    }
  }
  customElements.define("kindex-search", SiteSearch);
}

/**
 * Lets the fields of the page search the index anew, as it has changed.
 *
 * @param {string} src
 */
export function renew(src) {
  // Another script may have registered those of the page.
  const all = new Set([...connected, ...document.querySelectorAll("kindex-search")]);
  const fields = [...all].filter((field) => field.getAttribute("src") === src);
  // They share it: once all have given it back it is opened anew.
  for (const field of fields) field.src = "";
  for (const field of fields) field.src = src;
}

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
    const land = () => import("../entry/land.js");
    if (words) (await land()).lead(href, words.split(",").map(decodeURIComponent));
    else if (!("fragmentDirective" in document)) (await land()).leadAgain(href);
  };
}
