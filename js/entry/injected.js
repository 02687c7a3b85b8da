/**
 * The code behind the script that `kindex inject` puts into finished pages. It registers
 * `<kindex-search>`. Fields of the page without an index get that of the site; a page that has none gets one.
 */
import { isPressed } from "../element/shortcut.js";
import { put } from "../element/spot.js";
import { KindexSearch } from "./element.js";

const NAME = "kindex-search";

/**
 * @typedef {object} Site
 * @property {string} src the index, relative to the script
 * @property {string} root the folder of the pages, relative to the script
 * @property {import("../element/spot.js").Spot} [spot] the place of the field, where the site says it
 * @property {Record<string, string>} attributes more of the field's attributes
 *
 * @param {Site} site
 * @param {string} script its address
 */
export async function inject({ src, root, spot, attributes }, script) {
  const base = new URL(root, script).href;
  const given = { src: new URL(src, script).href, base, ...attributes };
  if (given.results) given.results = new URL(given.results, base).href;
  const own = [...document.querySelectorAll(`${NAME}:not([src])`)];
  for (const field of own) fill(field, given);
  register(given);
  if (own.length > 0) return takeKeys(own);
  const field = document.createElement(NAME);
  fill(field, { modal: "", ...given });
  takeKeys([field]);
  return put(field, spot, attributes.style);
}

/** What the page says of its field comes first. */
function fill(field, given) {
  for (const [name, value] of Object.entries(given)) {
    if (field.hasAttribute(name)) continue;
    // A strict Content-Security-Policy allows a style by this way alone.
    if (name === "style") field.style.cssText = value;
    else field.setAttribute(name, value);
  }
}

function register(given) {
  if (customElements.get(NAME)) return;
  class SiteSearch extends KindexSearch {
    connectedCallback() {
      // Servers that change an open page to what its source says take away what that does not have.
      if (!this.hasAttribute("src")) fill(this, given);
      super.connectedCallback();
    }
  }
  customElements.define(NAME, SiteSearch);
}

const isSeen = (field) => field.checkVisibility?.({ visibilityProperty: true }) ?? true;

/** The shortcuts lead to one of the fields alone, also where the page has a search with the same ones. */
function takeKeys(fields) {
  const take = (event) => {
    const there = fields.filter((field) => field.isConnected);
    const field = there.find(isSeen) ?? there[0];
    if (!field?.shortcut.split(" ").some((keys) => isPressed(keys, event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (field.shadowRoot.querySelector("dialog")?.open) field.close();
    else field.show();
  };
  addEventListener("keydown", take, { capture: true });
}
