import { above } from "./dom.js";

/**
 * The language of what stands around an element, as the page has it.
 *
 * @param {Element} node
 * @returns {string} empty where nothing says it
 */
export function langOf(node) {
  for (let at = node; at; at = above(at)) {
    const tag = at.getAttribute("lang");
    if (tag) return tag;
  }
  return "";
}
