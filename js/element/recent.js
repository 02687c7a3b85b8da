// Earlier searches as rows, each with buttons that keep it at the top or remove it.
import { element } from "./dom.js";
import { CLOCK, CROSS, STAR, icon } from "./icons.js";
import { filled } from "./texts.js";

/**
 * The rows, and the grid's part that has them. A list of options could have no buttons for a screen reader.
 *
 * @param {import("./history.js").History} history
 * @param {import("./texts.js").TEXTS} texts
 * @param {(query: string) => void} search
 * @param {() => void} again shows the searches after a change
 * @returns {{ rows: import("./view.js").Row[], node: Node }}
 */
export function recentRows(history, texts, search, again) {
  const act = (part, label, content, change) => {
    const button = element("button", { part, type: "button", "aria-label": label, title: label }, content);
    button.addEventListener("click", (event) => {
      // It is no choice of the row.
      event.stopPropagation();
      change();
      again();
    });
    return button;
  };
  const rows = history.all.map(({ query, kept }, i) => {
    const remove = () => history.remove(query);
    const keep = act("keep", filled(texts.keep, { query }), icon(STAR), () => history.toggle(query));
    keep.setAttribute("aria-pressed", Boolean(kept));
    const end = cell({ class: "end" }, keep, act("remove", filled(texts.remove, { query }), icon(CROSS), remove));
    const title = element("span", { part: "title", dir: "auto" }, query);
    const node = element("div", { part: "option recent", role: "row", id: `option-${i}`, "aria-selected": "false", "aria-label": query });
    node.classList.toggle("kept", Boolean(kept));
    node.append(icon(kept ? STAR : CLOCK), cell({ class: "lines" }, title), end);
    return { node, run: () => search(query), remove: () => (remove(), again(), true) };
  });
  const clear = act("clear", texts.clear, texts.clear, () => history.clear());
  const head = element("div", { part: "page", role: "row" }, cell({ part: "page-title" }, texts.recent), cell({}, clear));
  const node = element("div", { class: "group", role: "rowgroup", "aria-label": texts.recent }, head, ...rows.map(({ node }) => node));
  return { rows, node };
}

const cell = (attributes, ...children) => element("span", { role: "gridcell", ...attributes }, ...children);
