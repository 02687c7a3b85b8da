/**
 * A field that searches an index, and shows what it finds below: `<kindex-search src="/site.kdx">`,
 * once `kindex/element/define` or the page has registered the class.
 */
import { ATTRIBUTES, COUNTS, COUNT_ATTRIBUTES, PROPERTIES, reflect } from "../element/attributes.js";
import { Backdrop } from "../element/backdrop.js";
import { address } from "../element/option.js";
import { element } from "../element/dom.js";
import { isComposed, isElsewhere } from "../element/keys.js";
import { lockScroll, unlockScroll } from "../element/scroll-lock.js";
import { report } from "../element/report.js";
import { ariaKeys, isPressed, shownKeys } from "../element/shortcut.js";
import { Source } from "../element/source.js";
import { styles } from "../element/styles.js";
import { TEXTS, status } from "../element/texts.js";
import { View } from "../element/view.js";
import { open } from "./index.js";

export { KindexError } from "../engine/errors.js";

/** The messages in the console: each is logged once, however many elements there are. */
const logged = new Set();

/** Keys that go to another option, and in which direction. */
const MOVES = { ArrowDown: 1, ArrowUp: -1 };

/** The events of keys. None leaves the element, as pages have shortcuts of their own. */
const KEYS = ["keydown", "keypress", "keyup"];

/** The time that a search may take before the element says that it waits, in milliseconds. */
const WAIT = 150;

// Frameworks load modules of pages on servers too, where there are no elements.
const Base = globalThis.HTMLElement ?? class {};

export class KindexSearch extends Base {
  static observedAttributes = ATTRIBUTES;

  #options = {};
  /** The options as JSON, so that setting the same ones again searches nothing. */
  #optionsJson = "{}";
  #texts = TEXTS;
  #view;
  #dialog;
  #backdrop;
  /** The base of `src`, which is kept as instant navigation changes the page's address later. */
  #base;
  /** @type {Source | undefined} */
  #source;
  /** Stops the search that is under way, if one is. */
  #searching;
  /** The query that the options are of. */
  #shownQuery;
  /** The same, unless they are out of date. */
  #answeredQuery;
  /** The keys that wait for the results that are on their way. */
  #queuedKeys = [];
  /** The error that was reported last. */
  #lastError;
  #onResize = () => this.#view.positionPanel();
  #onOnline = () => this.#retry();
  #onKey = (event) => {
    if (event.defaultPrevented || !this.#isShortcut(event)) return;
    event.preventDefault();
    this.show();
  };

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = styles();
    const probe = () => this.#view.label;
    this.#backdrop = new Backdrop(this, probe, (isDark) => (root.adoptedStyleSheets = styles(isDark)));
  }

  connectedCallback() {
    this.#takeOver();
    this.#base ??= document.baseURI;
    // Moved to another place, it keeps what was typed.
    if (!this.#view) this.#build();
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
    this.#dialog?.close();
    this.#leave();
    this.#forget();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    if (name === "src") this.#base = document.baseURI;
    if (!this.#view) return;
    if (name === "src" || name === "worker") this.#change();
    else if (COUNT_ATTRIBUTES.includes(name)) this.#askAnew();
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
    this.#askAnew();
  }

  /** The element's own texts; set those that are to differ. */
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
    this.#openDialog();
    this.#view.input.focus();
    this.#view.input.select();
  }

  #openDialog() {
    if (!this.#dialog || this.#dialog.open) return;
    this.#backdrop.look();
    this.#dialog.showModal();
    lockScroll(this);
    // It was closed before the answer came.
    if (this.#query && !this.#isAnswered) this.#search();
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
    const view = new View();
    this.#leave();
    this.#answeredQuery = undefined;
    this.#view = view;
    this.#dialog = undefined;
    view.input.addEventListener("focus", () => this.#onFocus());
    view.input.addEventListener("input", (event) => isComposed(event) || this.#search());
    view.input.addEventListener("compositionend", () => this.#search());
    view.input.addEventListener("click", () => this.#reopen());
    view.input.addEventListener("keydown", (event) => this.#key(event));
    view.retry.addEventListener("click", () => this.#retry());
    const nodes = this.modal ? this.#inDialog(view) : this.#inPage(view);
    // The last has the field and what is below it.
    for (const name of KEYS) nodes.at(-1).addEventListener(name, (event) => this.#isShortcut(event) || event.stopPropagation());
    this.shadowRoot.replaceChildren(...nodes);
    this.#label();
  }

  #inPage(view) {
    const box = element("div", {}, ...view.nodes());
    box.addEventListener("focusout", (event) => {
      // When another window gets the focus, the active element of this one stays.
      const isHere = box.contains(event.relatedTarget) || this.shadowRoot.activeElement;
      if (!isHere) this.#close();
    });
    box.addEventListener("click", (event) => this.#select(event));
    return [box];
  }

  #inDialog(view) {
    const button = element("button", { part: "button", type: "button", "aria-haspopup": "dialog" });
    const close = element("button", { part: "close", type: "button" });
    const dialog = element("dialog", { part: "dialog" }, ...view.nodes(close));
    this.#dialog = dialog;
    button.addEventListener("click", () => this.show());
    // Enter, which chose a result and so closed the dialog, may be held still.
    button.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
    close.addEventListener("click", () => dialog.close());
    // It comes late: the dialog may be open anew, or another have taken its place.
    dialog.addEventListener("close", () => dialog.open || dialog !== this.#dialog || this.#leave());
    dialog.addEventListener("click", (event) => {
      // The backdrop counts as the dialog itself.
      if (event.target === dialog) dialog.close();
      else this.#select(event);
    });
    return [button, dialog];
  }

  /** Writes what stands in attributes into the view. */
  #label() {
    const { label, input, retry } = this.#view;
    const text = this.label || this.#texts.label;
    label.textContent = text;
    input.placeholder = this.placeholder;
    retry.textContent = this.#texts.retry;
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

  #isShortcut(event) {
    return event.type === "keydown" && this.shortcut !== "" && isPressed(this.shortcut, event);
  }

  #key(event) {
    const { key } = event;
    if (isComposed(event)) return;
    if (key in MOVES) {
      this.#move(event);
    } else if (key === "Enter") {
      this.#enter(event);
    } else if (key === "Escape" && this.#dialog) {
      // Of its own accord the browser would empty the field first.
      this.#dialog.close();
    } else if (key === "Escape" && this.#view.isOpen) {
      this.#close();
    } else {
      return;
    }
    event.preventDefault();
  }

  #move(event) {
    const view = this.#view;
    if (!view.isOpen) this.#reopen();
    else if (!view.hasFailed) this.#withOwn(event);
  }

  /** Follows the link of an option, once there are those of the typed query. */
  #enter(event) {
    const view = this.#view;
    // Held down, it is sent again and again.
    if (event.repeat || !this.#query || (this.#isAnswered && !view.isOpen)) return;
    if (!this.#isAnswered) view.showStatus(this.#texts.loading);
    this.#withOwn(event);
  }

  #openElsewhere() {
    const view = this.#view;
    const { chosen } = view;
    if (!chosen || !this.#dispatchSelect(view.hitOf(chosen))) return;
    // A click that a script makes opens no tab in Firefox.
    if (chosen.href) window.open(chosen.href, "_blank", "noopener");
  }

  /** Applies a key to the options of the typed query, at once or when they are there. */
  #withOwn(event) {
    if (this.#isAnswered) return this.#act(event);
    if (this.#view.hasFailed) this.#retry();
    else if (!this.#searching) this.#search();
    // People who are tired of waiting press Enter again, and mean one result.
    if (event.key === "Enter") this.#queuedKeys = this.#queuedKeys.filter(({ key }) => key !== "Enter");
    this.#queuedKeys.push(event);
  }

  #act(event) {
    const view = this.#view;
    if (event.key in MOVES) view.move(MOVES[event.key]);
    else if (isElsewhere(event)) this.#openElsewhere();
    else view.chosen?.click();
  }

  get #query() {
    return this.#view.input.value.trim();
  }

  /** Whether the options are those of the typed query. */
  get #isAnswered() {
    return this.#answeredQuery === this.#query;
  }

  async #search() {
    const view = this.#view;
    this.#stop();
    this.#answeredQuery = undefined;
    view.cancelAnnouncement();
    const query = this.#query;
    if (!query) return view.clear();
    const searching = (this.#searching = new AbortController());
    const { signal } = searching;
    const waiting = setTimeout(() => view.showStatus(this.#texts.loading), WAIT);
    // Another query or none takes the place of this one.
    signal.addEventListener("abort", () => clearTimeout(waiting));
    try {
      const results = await this.#getSource().search(query, this.#searchOptions(), signal);
      if (!signal.aborted) this.#show(results, query);
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      clearTimeout(waiting);
      if (this.#searching === searching) this.#searching = undefined;
    }
  }

  #searchOptions() {
    const options = { prefix: true, ...this.options };
    for (const name of COUNTS) options[name] ??= this[name];
    return options;
  }

  #show(results, query) {
    const { hits, didYouMean } = results;
    this.#shownQuery = this.#answeredQuery = query;
    this.#view.show(hits, status(this.#texts, results, query));
    if (didYouMean) this.#suggest(didYouMean);
    // The first that closes the list is the last.
    while (this.#isShown && this.#queuedKeys.length > 0) this.#act(this.#queuedKeys.shift());
  }

  #suggest(query) {
    const { input, suggestion } = this.#view;
    const other = element("button", { type: "button" }, query);
    other.addEventListener("click", () => {
      input.value = query;
      input.focus();
      this.#search();
    });
    suggestion.hidden = false;
    suggestion.replaceChildren(`${this.#texts.didYouMean} `, other, "?");
  }

  /** Lets the page do something else than follow the link of an option. */
  #select(event) {
    const hit = this.#view.hitOf(event.target);
    if (!hit) return;
    if (!this.#dispatchSelect(hit)) event.preventDefault();
    // In a new tab the list is of use here still.
    if (isElsewhere(event)) return;
    this.#close();
    this.#dialog?.close();
  }

  /** Whether the link of a hit is to be followed, as far as the page is concerned. */
  #dispatchSelect(hit) {
    const detail = { hit, query: this.#shownQuery, url: address(hit) };
    return this.#dispatch("kindex-select", detail);
  }

  #dispatch(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  #fail(error) {
    this.#queuedKeys = [];
    if (this.#query) this.#view.show([], "", this.#texts.error);
    // Several searches may wait for the same index.
    if (error === this.#lastError) return;
    this.#lastError = error;
    if (this.#dispatch("kindex-error", { error })) logOnce(report(this.src, error));
  }

  /** Tries again what failed, at once. */
  #retry() {
    const view = this.#view;
    this.#source?.retry();
    if (!view.hasFailed || !this.#isShown) return this.#openEarly();
    // If it fails again, that is told again.
    view.show([], this.#texts.loading);
    if (this.shadowRoot.activeElement === view.retry) view.input.focus();
    this.#search();
  }

  #getSource() {
    return (this.#source ??= new Source(open, this.src, this.#base, this.worker));
  }

  /** Tries again what failed before, as somebody comes back to the field. */
  #onFocus() {
    this.#backdrop.look();
    this.#getSource().retry();
    if (this.#view.hasFailed) this.#search();
    else this.#open();
  }

  /** Opens the index before the field is used, where that is asked and there is an index. */
  #openEarly() {
    if (this.loading === "eager" && this.src) this.#open();
  }

  /** Opens the index before the first search. */
  #open() {
    const source = this.#getSource();
    source.open().catch((error) => {
      // Another may have taken its place.
      if (source === this.#source) this.#fail(error);
    });
  }

  /** Whether the list is visible. */
  get #isShown() {
    return this.#view.isOpen && this.#dialog?.open !== false;
  }

  /** Shows again what was found, or finds it. */
  #reopen() {
    if (this.#view.isOpen || !this.#query) return;
    if (this.#isAnswered) this.#view.reopen();
    else this.#search();
  }

  #close() {
    this.#view.close();
    this.#stop();
  }

  /** Another index takes the place of the one before. */
  #change() {
    const isWanted = this.#isShown || this.#searching;
    this.#forget();
    this.#answeredQuery = undefined;
    this.#view.clear();
    this.#openEarly();
    if (isWanted) this.#search();
  }

  /** Searches anew, as the options have changed since the last search. */
  #askAnew() {
    if (!this.#view) return;
    this.#answeredQuery = undefined;
    if (this.#isShown || this.#searching) this.#search();
  }

  /** The dialog is no longer open. */
  #leave() {
    unlockScroll(this);
    this.#stop();
  }

  /** Stops the search under way, and drops the keys that wait for it. */
  #stop() {
    this.#searching?.abort();
    this.#searching = undefined;
    this.#queuedKeys = [];
  }

  #forget() {
    this.#stop();
    this.#source?.close();
    this.#source = undefined;
  }
}

function logOnce(message) {
  if (!logged.has(message)) console.error(message);
  logged.add(message);
}

reflect(KindexSearch.prototype);
