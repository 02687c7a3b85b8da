/**
 * The code behind the script that `kindex inject` puts into finished pages. It registers
 * `<kindex-search>` and puts one into the page.
 */
import { isPressed } from "../element/shortcut.js";
import { put } from "../element/spot.js";
import "./define.js";

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
export function inject({ src, root, spot, attributes }, script) {
  const field = document.createElement("kindex-search");
  const { style, ...others } = attributes;
  const base = new URL(root, script).href;
  const given = { modal: "", src: new URL(src, script).href, base, ...others };
  if (given.results) given.results = new URL(given.results, base).href;
  for (const [name, value] of Object.entries(given)) field.setAttribute(name, value);
  takeKeys(field);
  return put(field, spot, style);
}

/** The shortcuts lead here alone, also where the page has a search with the same ones. */
function takeKeys(field) {
  const take = (event) => {
    if (!field.shortcut.split(" ").some((keys) => isPressed(keys, event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (field.shadowRoot.querySelector("dialog")?.open) field.close();
    else field.show();
  };
  addEventListener("keydown", take, { capture: true });
}
