/**
 * A field that searches an index, and shows what it finds below: `<kindex-search src="/site.kdx">`,
 * once `kindex/element/define` or the page has registered the class.
 */
import { address } from "./element/choices.js";
import { element } from "./element/dom.js";
import { report } from "./element/report.js";
import { ariaKeys, isPressed, shownKeys } from "./element/shortcut.js";
import { Source } from "./element/source.js";
import { styles } from "./element/styles.js";
import { TEXTS, filled } from "./element/texts.js";
import { View } from "./element/view.js";

export { KindexError } from "./errors.js";

/** What the console has been told: each only once, however many elements there are. */
const told = new Set();

/** Attributes that are properties too, by what their values are. */
const STRINGS = ["src", "label", "placeholder", "shortcut", "loading"];
const BOOLEANS = ["worker", "modal"];

const LIMIT = 8;

/** How long a search may take before the element says that it waits, in milliseconds. */
const WAIT = 150;

// Frameworks load modules of pages on servers too, where there are no elements.
const Base = globalThis.HTMLElement ?? class {};

export class KindexSearch extends Base {
  static observedAttributes = [...STRINGS, ...BOOLEANS];

  #options = {};
  #texts = TEXTS;
  #view;
  #dialog;
  /** @type {Source | undefined} */
  #source;
  /** Stops the search that is under way. */
  #searching = new AbortController();
  /** The error that was told last. */
  #failed;
  #onResize = () => this.#view.place();
  #onKey = (event) => {
    if (this.shortcut && !event.defaultPrevented && isPressed(this.shortcut, event)) {
      event.preventDefault();
      this.show();
    }
  };

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [styles()];
  }

  connectedCallback() {
    this.#takeOver();
    // Moved to another place, it keeps what was typed.
    if (!this.#view) this.#build();
    document.addEventListener("keydown", this.#onKey);
    addEventListener("resize", this.#onResize);
    this.#openEarly();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#onKey);
    removeEventListener("resize", this.#onResize);
    this.#forget();
  }

  attributeChangedCallback(name, before, now) {
    if (!this.#view || before === now) return;
    if (name === "src" || name === "worker") {
      this.#forget();
      this.#view.clear();
      this.#openEarly();
    } else if (name === "modal") {
      this.#build();
    } else {
      this.#label();
    }
  }

  /** At most so many results. */
  get limit() {
    const limit = Number(this.getAttribute("limit") ?? LIMIT);
    return Number.isInteger(limit) && limit > 0 ? limit : LIMIT;
  }

  set limit(limit) {
    this.setAttribute("limit", String(limit));
  }

  /** Further options of each search, such as filters. */
  get options() {
    return this.#options;
  }

  set options(options) {
    this.#options = options;
  }

  /** What the element itself says, as far as it is to differ. */
  get texts() {
    return this.#texts;
  }

  set texts(texts) {
    this.#texts = { ...TEXTS, ...texts };
    if (this.#view) this.#label();
  }

  /** Puts the cursor into the field; with `modal` in its dialog. */
  show() {
    if (!this.#view) return;
    if (this.#dialog && !this.#dialog.open) this.#dialog.showModal();
    this.#view.input.focus();
    this.#view.input.select();
  }

  /** Properties that were set before the class was registered hide those of the class. */
  #takeOver() {
    for (const name of [...STRINGS, ...BOOLEANS, "limit", "options", "texts"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
  }

  #build() {
    const view = new View();
    this.#view = view;
    this.#dialog = undefined;
    view.input.addEventListener("focus", () => this.#onFocus());
    view.input.addEventListener("input", () => this.#search());
    view.input.addEventListener("click", () => view.reopen());
    view.input.addEventListener("keydown", (event) => this.#key(event));
    this.shadowRoot.replaceChildren(...(this.modal ? this.#inDialog(view) : this.#inPage(view)));
    this.#label();
  }

  #inPage(view) {
    const box = element("div", {}, ...view.nodes());
    box.addEventListener("focusout", (event) => box.contains(event.relatedTarget) || view.close());
    box.addEventListener("click", (event) => this.#select(event));
    return [box];
  }

  #inDialog(view) {
    const button = element("button", { part: "button", type: "button", "aria-haspopup": "dialog" });
    const close = element("button", { part: "close", type: "button" });
    const dialog = element("dialog", { part: "dialog" }, ...view.nodes(close));
    this.#dialog = dialog;
    button.addEventListener("click", () => this.show());
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      // The backdrop counts as the dialog itself.
      if (event.target === dialog) dialog.close();
      else this.#select(event);
    });
    return [button, dialog];
  }

  /** Writes what stands in attributes into the view. */
  #label() {
    const { label, input } = this.#view;
    const text = this.label || this.#texts.label;
    label.textContent = text;
    input.placeholder = this.placeholder;
    const button = this.shadowRoot.querySelector("[part=button]");
    const keys = button ?? input;
    if (this.shortcut) keys.setAttribute("aria-keyshortcuts", ariaKeys(this.shortcut));
    else keys.removeAttribute("aria-keyshortcuts");
    if (!button) return;
    button.replaceChildren(this.placeholder || text);
    if (this.shortcut) button.append(element("kbd", { part: "shortcut", "aria-hidden": "true" }, shownKeys(this.shortcut)));
    this.shadowRoot.querySelector("[part=close]").textContent = this.#texts.close;
    this.#dialog.setAttribute("aria-label", text);
  }

  #key(event) {
    const view = this.#view;
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (view.isOpen) view.move(event.key === "ArrowDown" ? 1 : -1);
      else view.reopen();
    } else if (event.key === "Enter") {
      if (view.isOpen) view.chosen?.click();
    } else if (event.key === "Escape" && this.#dialog) {
      // Of its own accord the browser would empty the field first.
      this.#dialog.close();
    } else if (event.key === "Escape" && view.isOpen) {
      view.close();
    } else {
      return;
    }
    event.preventDefault();
  }

  async #search() {
    this.#searching.abort();
    const { signal } = (this.#searching = new AbortController());
    const query = this.#view.input.value.trim();
    if (!query) return this.#view.clear();
    const waiting = setTimeout(() => this.#view.say(this.#texts.loading), WAIT);
    // Another query or none takes the place of this one.
    signal.addEventListener("abort", () => clearTimeout(waiting));
    try {
      const options = { prefix: true, limit: this.limit, ...this.options };
      const results = await this.#from().search(query, options, signal);
      if (!signal.aborted) this.#show(results);
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      clearTimeout(waiting);
    }
  }

  #show({ query, total, hits, didYouMean }) {
    const view = this.#view;
    const text = hits.length > 0 ? this.#texts.results : this.#texts.empty;
    view.show(hits, filled(text, { query, total, shown: hits.length }));
    if (!didYouMean) return;
    view.suggestion.hidden = false;
    const other = element("button", { type: "button" }, didYouMean);
    other.addEventListener("click", () => {
      view.input.value = didYouMean;
      this.#search();
    });
    view.suggestion.replaceChildren(`${this.#texts.didYouMean} `, other, "?");
  }

  /** Lets the page do something else than follow the link of an option. */
  #select(event) {
    const view = this.#view;
    const hit = view.hits[view.positionOf(event)];
    if (!hit) return;
    const detail = { hit, query: view.input.value.trim(), url: address(hit) };
    const options = { detail, bubbles: true, composed: true, cancelable: true };
    if (!this.dispatchEvent(new CustomEvent("kindex-select", options))) event.preventDefault();
    // In a new tab the list is of use here still.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    view.close();
    this.#dialog?.close();
  }

  #fail(error) {
    if (this.#view.input.value.trim()) this.#view.show([], "", this.#texts.error);
    // Several searches may wait for the same index.
    if (error === this.#failed) return;
    this.#failed = error;
    const options = { detail: { error }, bubbles: true, composed: true, cancelable: true };
    if (this.dispatchEvent(new CustomEvent("kindex-error", options))) complain(report(this.src, error));
  }

  #from() {
    return (this.#source ??= new Source(this.src, this.worker));
  }

  /** Who comes back to the field is not answered with a failure of before. */
  #onFocus() {
    this.#from().retry();
    if (this.#view.hasFailed) this.#search();
    else this.#open();
  }

  /** Opens the index before the field is used, where that is asked and there is an index. */
  #openEarly() {
    if (this.loading === "eager" && this.src) this.#open();
  }

  /** Opens the index before the first search. */
  #open() {
    const source = this.#from();
    source.open().catch((error) => {
      // Another may have taken its place.
      if (source === this.#source) this.#fail(error);
    });
  }

  #forget() {
    this.#searching.abort();
    this.#source?.close();
    this.#source = undefined;
  }
}

function complain(message) {
  if (!told.has(message)) console.error(message);
  told.add(message);
}

for (const name of STRINGS) {
  Object.defineProperty(KindexSearch.prototype, name, {
    get() {
      return this.getAttribute(name) ?? "";
    },
    set(value) {
      this.setAttribute(name, value);
    },
    enumerable: true,
  });
}

for (const name of BOOLEANS) {
  Object.defineProperty(KindexSearch.prototype, name, {
    get() {
      return this.hasAttribute(name);
    },
    set(value) {
      this.toggleAttribute(name, Boolean(value));
    },
    enumerable: true,
  });
}
