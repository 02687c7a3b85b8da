// The controls by which a reader chooses values of a key: a list in the box, boxes to check on a page of results.
import { element } from "./dom.js";

/**
 * @typedef {object} Shown what a control shows
 * @property {[value: string, pages: number][]} counts the values, each with how many pages it would leave
 * @property {string[]} chosen
 * @property {string} name of the key, for readers
 * @property {string} title the same, as a heading
 * @property {string} any what stands for all values
 */

/** A list, of which one value is chosen or none. */
export class Select {
  node = element("select", { part: "filter" });
  isEmpty = true;

  /** @param {(values: string[]) => void} onChoose */
  constructor(onChoose) {
    this.node.addEventListener("change", () => onChoose([this.node.value].filter(Boolean)));
  }

  /** @param {Shown} shown */
  show({ counts, chosen: [value = ""], name, title, any }) {
    const options = counts.map(([one, count]) => element("option", { value: one }, `${one} (${count})`));
    this.node.replaceChildren(element("option", { value: "" }, `${title}: ${any}`), ...options);
    this.node.value = value;
    this.node.setAttribute("aria-label", name);
    this.node.classList.toggle("chosen", value !== "");
    this.isEmpty = counts.length === 0;
  }
}

/** Boxes to check, of which any number are. A page has to have one of their values. */
export class Checks {
  node = element("fieldset", { part: "filter" });
  isEmpty = true;
  #legend = element("legend");
  /** The labels by the values of their boxes. They stay where they are, as a box that moves loses the focus. */
  #labels = new Map();

  /** @param {(values: string[]) => void} onChoose */
  constructor(onChoose) {
    this.node.append(this.#legend);
    this.node.addEventListener("change", () => onChoose(this.#checked));
  }

  get #checked() {
    return [...this.#labels].filter(([, { firstChild }]) => firstChild.checked).map(([value]) => value);
  }

  /** @param {Shown} shown */
  show({ counts, chosen, title }) {
    this.#legend.textContent = title;
    const values = new Set(counts.map(([value]) => value));
    for (const [value, label] of this.#labels) {
      if (values.has(value)) continue;
      label.remove();
      this.#labels.delete(value);
    }
    for (const [value, count] of counts) {
      const label = this.#labels.get(value) ?? this.#added(value);
      label.firstChild.checked = chosen.includes(value);
      label.lastChild.textContent = ` ${value} (${count})`;
    }
    this.node.classList.toggle("chosen", chosen.length > 0);
    this.isEmpty = counts.length === 0;
  }

  #added(value) {
    const label = element("label", {}, element("input", { type: "checkbox" }), element("span"));
    this.#labels.set(value, label);
    this.node.append(label);
    return label;
  }
}
