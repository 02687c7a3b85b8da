/** Queries that a reader can click. */
import { element } from "./kindex/element/dom.js";

/**
 * @param {HTMLElement} list
 * @param {string[]} queries
 * @param {(query: string) => void} choose
 */
export function showSamples(list, queries, choose) {
  list.replaceChildren(
    ...queries.map((query) => {
      const button = element("button", { type: "button", class: "sample" }, query);
      button.addEventListener("click", () => choose(query));
      return element("li", {}, button);
    }),
  );
}
