// The part of the search field that is there at once: the field itself or, in front of a dialog, a button.
import { element } from "./dom.js";
import { ariaKeys, shownKeys } from "./shortcut.js";

/** The id of the list that a panel adds. */
export const LIST = "list";

/** The nodes that need nothing of a panel. */
export class Frame {
  input = element("input", {
    part: "input",
    id: "input",
    type: "search",
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "search",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": LIST,
  });
  label = element("label", { class: "unseen", for: "input", id: "label" });
  field = element("div", { part: "field", role: "search", "aria-labelledby": "label" }, this.label, this.input);
  /** What holds the field, and a panel below it. */
  box;
  /** Only where the field is in a dialog. */
  button;
  dialog;
  close;

  /** @param {boolean} modal whether the field is in a dialog that a button opens */
  constructor(modal) {
    if (!modal) {
      this.box = element("div", {}, this.field);
      return;
    }
    this.button = element("button", { part: "button", type: "button", "aria-haspopup": "dialog" });
    this.close = element("button", { part: "close", type: "button" });
    this.field.append(this.close);
    this.box = this.dialog = element("dialog", { part: "dialog" }, this.field);
  }

  /** @returns {Node[]} */
  get nodes() {
    return this.button ? [this.button, this.box] : [this.box];
  }

  get query() {
    return this.input.value.trim();
  }

  /**
   * Writes the words of the page into it.
   *
   * @param {{ label: string, placeholder: string, keys: string[], close: string }} words
   */
  write({ label, placeholder, keys, close }) {
    this.label.textContent = label;
    this.input.placeholder = placeholder;
    const named = this.button ?? this.input;
    if (keys.length > 0) named.setAttribute("aria-keyshortcuts", keys.map(ariaKeys).join(" "));
    else named.removeAttribute("aria-keyshortcuts");
    if (!this.button) return;
    this.button.replaceChildren(placeholder || label);
    if (keys.length > 0) this.button.append(element("kbd", { part: "shortcut", "aria-hidden": "true" }, shownKeys(keys[0])));
    this.close.textContent = close;
    this.dialog.setAttribute("aria-label", label);
  }
}
