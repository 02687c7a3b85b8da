// The part of the search field that is there at once: the field itself or, in front of a dialog, a button.
import { element } from "./dom.js";
import { CROSS, SEARCH, icon } from "./icons.js";
import { ariaKeys, shownKeys } from "./shortcut.js";

/** The id of the list that a panel adds. */
export const LIST = "list";

/** The texts that are there at once. */
export const FRAME_TEXTS = { label: "Search", close: "Close", error: "Search is not available", retry: "Try again" };

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
  /** Lies over the field, and has the end of the query that a panel proposes. */
  ghost = element("span", { class: "ghost", "aria-hidden": "true" });
  #entry = element("div", { class: "entry" }, icon(SEARCH), this.input, this.ghost);
  field = element("div", { part: "field", role: "search", "aria-labelledby": "label" }, this.label, this.#entry);
  /** Holds the field, and a panel below it. */
  box;
  /** Only where the field is in a dialog. */
  button;
  dialog;
  close;
  /** Whether it is the field of a page of results. */
  isPage;
  /** Says that there is no panel to come. */
  #failure;

  /** @param {"dialog" | "page" | ""} kind whether the field is in a dialog that a button opens, or on a page of results */
  constructor(kind) {
    this.isPage = kind === "page";
    if (kind !== "dialog") {
      this.box = element("div", { class: "box" }, this.field);
      if (this.isPage) this.#unlist();
      return;
    }
    this.button = element("button", { part: "button", type: "button", "aria-haspopup": "dialog" });
    this.close = element("button", { part: "close", type: "button" });
    this.field.append(this.close);
    this.box = this.dialog = element("dialog", { part: "dialog", class: "box" }, this.field);
  }

  /** Below a field of a page of results there are links, as on any page. */
  #unlist() {
    for (const name of ["role", "aria-autocomplete", "aria-expanded", "aria-controls"]) this.input.removeAttribute(name);
  }

  /** @returns {Node[]} */
  get nodes() {
    return this.button ? [this.button, this.box] : [this.box];
  }

  get query() {
    return this.input.value.trim();
  }

  get hasFailed() {
    return this.#failure !== undefined;
  }

  /**
   * Says that there is no panel to come, with a button that tries again.
   *
   * @param {{ error: string, retry: string }} words
   * @param {() => void} onRetry
   */
  fail({ error, retry }, onRetry) {
    if (this.#failure) return;
    const button = element("button", { part: "retry", type: "button" }, retry);
    button.addEventListener("click", onRetry);
    this.#failure = element("p", { class: this.isPage ? "absent flow" : "absent", role: "alert", dir: "auto" }, element("span", { part: "error" }, error), " ", button);
    this.box.append(this.#failure);
  }

  /** Takes that away, as the panel is there or nobody searches. */
  mend() {
    const failure = this.#failure;
    // First, as an element that is removed may lose the focus, which leads here again.
    this.#failure = undefined;
    failure?.remove();
  }

  /**
   * Writes the words of the page into it.
   *
   * @param {{ label: string, placeholder: string, keys: string[], close: string }} words
   */
  write({ label, placeholder, keys, close }) {
    this.label.textContent = label;
    this.input.placeholder = placeholder || label;
    const named = this.button ?? this.input;
    if (keys.length > 0) named.setAttribute("aria-keyshortcuts", keys.map(ariaKeys).join(" "));
    else named.removeAttribute("aria-keyshortcuts");
    if (!this.button) return;
    this.button.replaceChildren(icon(SEARCH), element("span", {}, placeholder || label));
    if (keys.length > 0) this.button.append(element("kbd", { part: "shortcut", "aria-hidden": "true" }, shownKeys(keys[0])));
    this.close.replaceChildren(icon(CROSS));
    this.close.setAttribute("aria-label", close);
    this.close.title = close;
    this.dialog.setAttribute("aria-label", label);
  }
}
