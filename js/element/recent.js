// Earlier searches as options, each of which can be kept at the top or removed.
import { element } from "./dom.js";
import { CLOCK, CROSS, STAR, icon } from "./icons.js";
import { filled } from "./texts.js";

/**
 * @param {import("./history.js").History} history
 * @param {import("./texts.js").TEXTS} texts
 * @param {(query: string) => void} search
 * @param {() => void} again shows what is left after a change
 * @returns {{ rows: import("./view.js").Row[], nodes: Node[] }}
 */
export function recentRows(history, texts, search, again) {
  const rows = history.all.map(({ query, kept }, i) => {
    const end = element("span", { class: "end", "aria-hidden": "true" });
    const does = (name, label, act) => {
      const one = element("span", { part: name, title: filled(label, { query }) }, icon(name === "keep" ? STAR : CROSS));
      one.addEventListener("click", (event) => {
        event.stopPropagation();
        act.call(history, query);
        again();
      });
      end.append(one);
    };
    does("keep", texts.keep, history.toggle);
    does("remove", texts.remove, history.remove);
    const title = element("span", { part: "title", dir: "auto" }, query);
    const node = element("div", { part: "option recent", role: "option", id: `option-${i}`, "aria-selected": "false", "aria-label": query });
    node.classList.toggle("kept", Boolean(kept));
    node.append(icon(kept ? STAR : CLOCK), element("span", { class: "lines" }, title), end);
    return { node, run: () => search(query), remove: () => (history.remove(query), again(), true) };
  });
  const clear = element("span", { part: "clear" }, texts.clear);
  clear.addEventListener("click", () => (history.clear(), again()));
  const head = element("div", { part: "page", "aria-hidden": "true" }, element("span", { part: "page-title" }, texts.recent), clear);
  return { rows, nodes: [element("div", { class: "group", role: "group", "aria-label": texts.recent }, head, ...rows.map(({ node }) => node))] };
}
