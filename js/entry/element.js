/**
 * A field that searches an index, and shows what it finds below: `<kindex-search src="/site.kdx">`,
 * once `kindex/element/define` or the page has registered the class. This is what a page loads at
 * once. What lists results, and the engine, are loaded when somebody means to search.
 */
import { ATTRIBUTES, COUNT_ATTRIBUTES, PROPERTIES, reflect } from "../element/attributes.js";
import { Backdrop } from "../element/backdrop.js";
import { Frame } from "../element/frame.js";
import { isComposed } from "../element/keys.js";
import { lockScroll, unlockScroll } from "../element/scroll-lock.js";
import { isPressed } from "../element/shortcut.js";
import { styles } from "../element/styles.js";
import { TEXTS } from "../element/texts.js";

export { KindexError } from "../engine/errors.js";

/** The events of keys. None leaves the element, as pages have shortcuts of their own. */
const KEYS = ["keydown", "keypress", "keyup"];

/** The keys that a panel takes for itself, whether it is there already or on its way. */
const TAKEN = ["ArrowDown", "ArrowUp", "Enter"];

// Frameworks load modules of pages on servers too, where there are no elements.
const Base = globalThis.HTMLElement ?? class {};

export class KindexSearch extends Base {
  static observedAttributes = ATTRIBUTES;

  #options = {};
  /** The options as JSON, so that setting the same ones again searches nothing. */
  #optionsJson = "{}";
  #texts = TEXTS;
  /** @type {Frame | undefined} */
  #frame;
  #backdrop;
  /** Whether the page is dark, as far as one can see. */
  #isDark;
  /** The base of `src`, which is kept as instant navigation changes the page's address later. */
  #base;
  /** @type {import("../element/panel.js").Panel | undefined} */
  #panel;
  /** The loading of it. */
  #loading;
  /** What is to be done as soon as it is there, in order. */
  #waiting = [];
  #onResize = () => this.#panel?.position();
  #onOnline = () => this.#panel?.retry();
  #onKey = (event) => {
    if (event.defaultPrevented || !this.#isShortcut(event)) return;
    event.preventDefault();
    this.show();
  };

  constructor() {
    super();
    this.attachShadow({ mode: "open", delegatesFocus: true });
    this.#dress();
    const probe = () => this.#frame.label;
    this.#backdrop = new Backdrop(this, probe, (isDark) => {
      this.#isDark = isDark;
      this.#dress();
    });
  }

  connectedCallback() {
    this.#takeOver();
    this.#base ??= document.baseURI;
    // Moved to another place, it keeps what was typed.
    if (!this.#frame) this.#build();
    document.addEventListener("keydown", this.#onKey);
    addEventListener("resize", this.#onResize);
    addEventListener("online", this.#onOnline);
    this.#backdrop.start();
    this.#openEarly();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#onKey);
    removeEventListener("resize", this.#onResize);
    removeEventListener("online", this.#onOnline);
    this.#backdrop.stop();
    this.#frame.dialog?.close();
    this.#leave();
    this.#panel?.forget();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    if (name === "src") this.#base = document.baseURI;
    if (!this.#frame) return;
    if (name === "src" || name === "worker") this.#change();
    else if (COUNT_ATTRIBUTES.includes(name)) this.#panel?.askAnew();
    else if (name === "modal") this.#build();
    else this.#label();
  }

  /** Further options of each search, such as filters. */
  get options() {
    return this.#options;
  }

  set options(options) {
    const given = JSON.stringify(options ?? {});
    this.#options = options ?? {};
    if (given === this.#optionsJson) return;
    this.#optionsJson = given;
    this.#panel?.askAnew();
  }

  /** The element's own texts; set those that are to differ. */
  get texts() {
    return this.#texts;
  }

  set texts(texts) {
    this.#texts = { ...TEXTS, ...texts };
    if (this.#frame) this.#label();
  }

  /** Puts the cursor into the field; with `modal` in its dialog. */
  show() {
    if (!this.#frame) return;
    this.#openDialog();
    this.#frame.input.focus();
    this.#frame.input.select();
  }

  #openDialog() {
    const { dialog } = this.#frame;
    if (!dialog || dialog.open) return;
    this.#backdrop.look();
    dialog.showModal();
    lockScroll(this);
    this.#with((panel) => panel.resume());
  }

  /** Properties that were set before the class was registered hide those of the class. */
  #takeOver() {
    for (const name of [...PROPERTIES, "options", "texts"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      // As instant navigation leaves `src` that sets it to what it is.
      if (value !== undefined) this[name] = value;
    }
  }

  #build() {
    this.#leave();
    this.#panel?.forget();
    this.#panel = this.#loading = undefined;
    this.#waiting = [];
    const frame = (this.#frame = new Frame(this.modal));
    const { input, box } = frame;
    input.addEventListener("focus", () => this.#onFocus());
    input.addEventListener("input", (event) => isComposed(event) || this.#with((panel) => panel.search()));
    input.addEventListener("compositionend", () => this.#with((panel) => panel.search()));
    input.addEventListener("click", () => this.#with((panel) => panel.reopen()));
    input.addEventListener("keydown", (event) => this.#key(event));
    for (const name of KEYS) box.addEventListener(name, (event) => this.#isShortcut(event) || event.stopPropagation());
    if (frame.dialog) this.#listenToDialog(frame);
    else this.#listenToBox(box);
    this.shadowRoot.replaceChildren(...frame.nodes);
    this.#label();
  }

  #listenToBox(box) {
    box.addEventListener("focusout", (event) => {
      // When another window gets the focus, the active element of this one stays.
      const isHere = box.contains(event.relatedTarget) || this.shadowRoot.activeElement;
      if (!isHere) this.#panel?.close();
    });
  }

  #listenToDialog({ button, dialog, close }) {
    button.addEventListener("click", () => this.show());
    // Enter, which chose a result and so closed the dialog, may be held still.
    button.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
    close.addEventListener("click", () => dialog.close());
    // It comes late: the dialog may be open anew, or another have taken its place.
    dialog.addEventListener("close", () => dialog.open || dialog !== this.#frame.dialog || this.#leave());
    // The backdrop counts as the dialog itself.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  /** Writes what stands in attributes into the frame. */
  #label() {
    const { label, close } = this.#texts;
    const keys = this.shortcut ? [this.shortcut] : [];
    this.#frame.write({ label: this.label || label, placeholder: this.placeholder, keys, close });
    this.#panel?.label();
  }

  #isShortcut(event) {
    return event.type === "keydown" && this.shortcut !== "" && isPressed(this.shortcut, event);
  }

  #key(event) {
    const { dialog } = this.#frame;
    if (isComposed(event)) return;
    if (TAKEN.includes(event.key)) {
      this.#with((panel) => panel.key(event));
    } else if (event.key === "Escape" && dialog) {
      // Of its own accord the browser would empty the field first.
      dialog.close();
    } else if (event.key === "Escape" && this.#panel?.isOpen) {
      this.#panel.close();
    } else {
      return;
    }
    event.preventDefault();
  }

  #onFocus() {
    this.#backdrop.look();
    this.#with((panel) => panel.focus());
  }

  /** Loads what lists results, and does something with it: at once where it is there. */
  #with(act) {
    if (this.#panel) return act(this.#panel);
    this.#waiting.push(act);
    this.#loading ??= this.#load(this.#frame);
  }

  async #load(frame) {
    const [{ Panel }, { open }] = await Promise.all([import("./panel.js"), import("./index.js")]);
    // Another may have taken its place.
    if (frame !== this.#frame || this.#panel) return;
    this.#panel = new Panel(this, frame, { open, base: () => this.#base, shown: () => this.#isShown });
    this.#dress();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const act of waiting) act(this.#panel);
  }

  #dress() {
    this.shadowRoot.adoptedStyleSheets = styles(this.#isDark);
  }

  /** Opens the index before the field is used, where that is asked and there is an index. */
  #openEarly() {
    if (this.loading === "eager" && this.src) this.#with((panel) => panel.openIndex());
  }

  /** Whether one can see what is found. */
  get #isShown() {
    return this.#frame.dialog?.open !== false;
  }

  /** Another index takes the place of the one before. */
  #change() {
    this.#panel?.change();
    this.#openEarly();
  }

  /** The dialog is no longer open. */
  #leave() {
    unlockScroll(this);
    this.#panel?.stop();
    this.#waiting = [];
  }
}

reflect(KindexSearch.prototype);
