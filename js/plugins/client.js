/** The part of `virtual:kindex` that runs in pages. */
import { KindexSearch } from "../entry/element.js";

export { routed } from "../entry/routed.js";

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
