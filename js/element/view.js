import { optionElement } from "./option.js";
import { element } from "./dom.js";
import { LIST } from "./frame.js";
import { positionPanel } from "./position.js";

/** The time that typing has to rest before a screen reader announces the status, in milliseconds. */
const REST = 1000;

/** The panel with the options, below the field. It knows nothing of an index. */
export class View {
  #input;
  /** Says "did you mean", with a button for the other query. */
  suggestion = element("p", { part: "suggestion", dir: "auto", hidden: "" });
  /** Beside an error. */
  retry = element("button", { part: "retry", type: "button" });
  /** @type {import("../entry/index.js").Hit[]} */
  hits = [];
  /** No stop for Tab, which what scrolls is in Firefox. */
  #list = element("div", { part: LIST, id: LIST, role: "listbox", tabindex: "-1", "aria-labelledby": "label", hidden: "" });
  #error = element("p", { part: "error", role: "alert", dir: "auto" });
  #failure = element("div", { class: "failure", hidden: "" }, this.#error, this.retry);
  #status = element("p", { part: "status", dir: "auto", "aria-hidden": "true" });
  /** The same for screen readers, which announce changes of an element that was there before. */
  #liveRegion = element("p", { class: "unseen", role: "status" });
  #announcing;
  #panel = element("div", { part: "panel", hidden: "" }, this.#failure, this.suggestion, this.#list, this.#status);
  #active = -1;

  /** @param {import("./frame.js").Frame} frame */
  constructor(frame) {
    this.#input = frame.input;
    // The focus stays in the field.
    this.#panel.addEventListener("mousedown", (event) => event.preventDefault());
    frame.box.append(this.#panel, this.#liveRegion);
  }

  get isOpen() {
    return !this.#panel.hidden;
  }

  /** Whether it shows an error. */
  get hasFailed() {
    return !this.#failure.hidden;
  }

  /**
   * @param {import("../entry/index.js").Hit[]} hits
   * @param {string} status
   * @param {string} [error] why there is nothing
   */
  show(hits, status, error = "") {
    this.hits = hits;
    this.#list.replaceChildren(...hits.map(optionElement));
    this.#list.hidden = hits.length === 0;
    this.#list.scrollTop = 0;
    // A screen reader would announce the same text again.
    if (this.#error.textContent !== error) this.#error.textContent = error;
    this.#failure.hidden = !error;
    this.suggestion.hidden = true;
    this.#activate(-1);
    this.showStatus(status);
  }

  /** Shows a status below the options. */
  showStatus(status) {
    this.#status.textContent = status;
    this.#status.hidden = !status;
    this.cancelAnnouncement();
    this.#announcing = setTimeout(() => (this.#liveRegion.textContent = status), REST);
    this.#panel.hidden = false;
    this.#input.setAttribute("aria-expanded", String(!this.#list.hidden));
    this.positionPanel();
  }

  /** Cancels the announcement of a status that is out of date, as something else is typed. */
  cancelAnnouncement() {
    clearTimeout(this.#announcing);
  }

  /** Keeps the panel where it can be seen. */
  positionPanel() {
    if (this.isOpen) positionPanel(this.#panel, this.#input);
  }

  /** Hides the options, which `reopen` shows again. */
  close() {
    this.#panel.hidden = true;
    this.cancelAnnouncement();
    this.#liveRegion.textContent = "";
    this.#activate(-1);
    this.#input.setAttribute("aria-expanded", "false");
  }

  reopen() {
    if (this.#status.textContent || this.hasFailed) this.showStatus(this.#status.textContent);
  }

  /** Removes the options. */
  clear() {
    this.show([], "");
    this.close();
  }

  /** Goes to the next option, around the end; from the field to the first or last. */
  move(by) {
    const count = this.hits.length;
    if (count === 0) return;
    const from = this.#active < 0 && by < 0 ? 0 : this.#active;
    this.#activate((from + by + count) % count);
  }

  /** The option that Enter chooses: where none is active, the first. */
  get chosen() {
    return this.#list.children[Math.max(this.#active, 0)];
  }

  /** The hit of the option that a node is or lies in; undefined where it does not. */
  hitOf(node) {
    return this.hits[[...this.#list.children].findIndex((option) => option.contains(node))];
  }

  #activate(position) {
    this.#list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = position;
    const option = this.#list.children[position];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) this.#input.setAttribute("aria-activedescendant", option.id);
    else this.#input.removeAttribute("aria-activedescendant");
  }
}
