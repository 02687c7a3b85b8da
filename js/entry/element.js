/**
 * A field that searches an index, and shows what it finds below: `<kindex-search src="/site.kdx">`,
 * once `kindex/element/define` or the page has registered the class. A page loads this file at once.
 * The panel, which lists results, and the engine are loaded when somebody means to search.
 */
import { KindexError } from "../engine/errors.js";
import { imported } from "../engine/imported.js";
import { ASKED, ATTRIBUTES, BOOLEANS, PROPERTIES, reflect } from "../element/attributes.js";
import { Backdrop } from "../element/backdrop.js";
import { FRAME_TEXTS, Frame } from "../element/frame.js";
import { wasLeft } from "../element/history.js";
import { isComposed } from "../element/keys.js";
import { langOf } from "../element/lang.js";
import { isLed } from "../element/led.js";
import { lockScroll, unlockScroll } from "../element/scroll-lock.js";
import { isPressed } from "../element/shortcut.js";
import { sheets } from "../element/styles.js";

export { KindexError };

/** The events of keys. None leaves the element, as pages have shortcuts of their own. */
const KEYS = ["keydown", "keypress", "keyup"];

/** The keys that a panel takes for itself, whether it is there already or on its way. */
const TAKEN = ["ArrowDown", "ArrowUp", "Enter"];

/** The time after which an index is fetched to be kept, when the page itself is there. */
const KEEPING_DELAY_MS = 2000;

// Frameworks load modules of pages on servers too, where there are no elements.
const Base = globalThis.HTMLElement ?? class {};

export class KindexSearch extends Base {
  static observedAttributes = [...ATTRIBUTES, "lang"];

  /** Shows a hit in another way. It may have been set before the class was registered. */
  renderHit = this.renderHit;
  #options = {};
  /** The options as JSON, so that setting the same ones again searches nothing. */
  #optionsJson = "{}";
  /** The texts that the page sets. */
  #ownTexts = {};
  /** Those of the language around it, where that is not English. */
  #translated = {};
  /** The tag of that language. */
  #lang = "";
  /** The answerer of questions, if the page has set one. */
  #answerer;
  #index;
  /** The value of the field before there is one. */
  #early = "";
  /** The styles of the panel. */
  #styles = [];
  /** @type {Frame | undefined} */
  #frame;
  #backdrop;
  /** Whether the page is dark, as far as one can see. */
  #isDark;
  /** The whole address of the index, or those of several. It is kept, as instant navigation changes the page's address later. */
  #address;
  /** @type {import("../element/panel.js").Panel | undefined} */
  #panel;
  /** The loading of it. */
  #loading;
  /** The calls that wait for it, in order. */
  #waiting = [];
  /** Ends listening to the page. */
  #listening;
  /** Takes the tools back that it offers the browser. */
  #offering;
  /** @type {ReturnType<typeof import("./webmcp.js").offer>} */
  #offer;

  constructor() {
    super();
    this.attachShadow({ mode: "open", delegatesFocus: true });
    this.#dress();
    const probe = () => this.#frame.label;
    const onLook = (isDark) => {
      this.#isDark = isDark;
      this.#dress();
    };
    this.#backdrop = new Backdrop(this, probe, onLook, () => this.#translate());
  }

  connectedCallback() {
    this.#takeOver();
    this.#address ??= addressOf(this.src);
    // Moved to another place, it keeps what was typed.
    if (!this.#frame) this.#build();
    this.#listen();
    this.#translate();
    // It lands by itself on what a result led to.
    if (isLed()) loadLand().then((land) => document.readyState === "complete" && land?.arrive());
    this.#backdrop.start();
    this.#openEarly();
    this.#offerTools();
    if (this.#frame.isPage && hasQuery()) this.#with((panel) => panel.recall());
    this.#onBack(isReturn());
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#offering?.abort();
    this.#backdrop.stop();
    const { dialog, isPage } = this.#frame;
    dialog?.close();
    if (!dialog && !isPage) this.#panel?.close();
    this.#leave();
    this.#panel?.forget();
  }

  /** Listens to the page, as long as it is on it. */
  #listen() {
    const { signal } = (this.#listening = new AbortController());
    const on = (target, names, act) => names.forEach((name) => target.addEventListener(name, act, { signal }));
    on(document, ["keydown"], (event) => this.#onKey(event, () => this.#isRendered));
    // An element that is seen comes first. A dialog can be shown wherever its element is hidden.
    on(window, ["keydown"], (event) => this.#onKey(event, () => this.#frame.dialog));
    on(window, ["online"], () => this.#retry());
    on(window, ["pageshow", "popstate"], (event) => this.#onBack(event.persisted !== false));
    on(window, ["resize"], () => this.#fit());
    on(visualViewport, ["resize", "scroll"], () => this.#fit());
  }

  /** Tries again what failed, at once. */
  #retry() {
    if (this.#panel) this.#panel.retry();
    else if (this.#frame.hasFailed) this.#with((panel) => panel.search());
  }

  /** Opens the search again for somebody who comes back to the page on which a result was opened. */
  #onBack(isBack) {
    if (isBack && wasLeft(this.memoryKey) && this.#isRendered) this.#with((panel) => panel.comeBack());
  }

  #onKey(event, isShowable) {
    if (event.defaultPrevented || !this.#isShortcut(event) || !isShowable()) return;
    event.preventDefault();
    const isOpen = this.#frame.dialog?.open ?? (this.#panel?.isOpen && this.shadowRoot.activeElement);
    if (isOpen) this.close();
    else this.show();
  }

  /** Whether the page shows it: of several, one may be for narrow windows alone. */
  get #isRendered() {
    // Older browsers cannot tell.
    return this.#frame.nodes[0].checkVisibility?.({ visibilityProperty: true }) ?? true;
  }

  attributeChangedCallback(name, before, now) {
    // Frameworks write "true" or "" for the same thing.
    const isThere = (value) => value !== null;
    if (before === now || (BOOLEANS.includes(name) && isThere(before) === isThere(now))) return;
    if (name === "src") this.#address = addressOf(now);
    if (!this.#frame) return;
    if (name === "base" || name === "webmcp") this.#offerTools();
    if (name === "lang") this.#translate();
    else if (name === "src" || name === "worker") this.#change();
    else if (ASKED.includes(name)) this.#panel?.askAnew();
    else if (name === "modal" || name === "mode") this.#build();
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

  /** The name of the index by which its searches are remembered. */
  get memoryKey() {
    return this.#address;
  }

  /** The texts that are to differ from the element's own. */
  get texts() {
    return this.#ownTexts;
  }

  set texts(texts) {
    this.#ownTexts = texts ?? {};
    if (this.#frame) this.#label();
  }

  /** Takes the texts of the language around it, if that is another one than before. */
  async #translate() {
    const tag = langOf(this);
    if (tag === this.#lang) return;
    this.#lang = tag;
    const isEnglish = /^(en\b|$)/i.test(tag);
    // It stays English where the files are missing.
    const texts = isEnglish ? {} : await imported(() => import("../element/language.js")).then(({ textsIn }) => textsIn(tag)).catch(() => ({}));
    if (tag !== this.#lang) return;
    this.#translated = texts;
    this.#label();
  }

  /** The answerer of questions: an address, which may be an attribute, or a function. */
  get ask() {
    return this.#answerer ?? this.getAttribute("ask");
  }

  set ask(ask) {
    this.#answerer = ask;
  }

  /** An open index, in the place of `src`. */
  get index() {
    return this.#index;
  }

  set index(index) {
    if (index === this.#index) return;
    this.#index = index;
    if (this.#frame) this.#change();
  }

  /** The text in the field. */
  get value() {
    return this.#frame?.input.value ?? this.#early;
  }

  set value(value) {
    this.#early = String(value ?? "");
    if (!this.#frame) return;
    this.#frame.input.value = this.#early;
    this.#panel?.follow();
  }

  /** Searches a query as if it was typed. */
  search(query) {
    this.value = query;
    this.show();
    if (this.#frame) this.#with((panel) => panel.demand());
  }

  /** The same as `show`. */
  open() {
    this.show();
  }

  /** Closes the list, and the dialog. */
  close() {
    this.#frame?.dialog?.close();
    this.#panel?.close();
  }

  /** Puts the cursor into the field; with `modal` in its dialog. */
  show() {
    if (!this.#frame) return;
    this.#openDialog();
    this.#frame.input.focus();
    this.#frame.input.select();
    this.#panel?.reopen();
  }

  #openDialog() {
    const { dialog } = this.#frame;
    if (!dialog || dialog.open) return;
    this.#backdrop.look();
    this.#fit();
    dialog.showModal();
    lockScroll(this);
    this.#with((panel) => dialog.open && panel.resume());
    this.#tell("kindex-open");
  }

  /** Properties that were set before the class was registered hide those of the class. */
  #takeOver() {
    for (const name of [...PROPERTIES, "options", "texts", "index", "value", "ask"]) {
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
    const frame = (this.#frame = new Frame(this.mode === "page" ? "page" : this.modal ? "dialog" : ""));
    frame.input.value = this.#early;
    const { input, box } = frame;
    input.addEventListener("focus", () => this.#onFocus());
    input.addEventListener("input", (event) => isComposed(event) || this.#with((panel) => panel.search()));
    input.addEventListener("compositionend", () => this.#with((panel) => panel.search()));
    input.addEventListener("click", () => this.#with((panel) => panel.reopen()));
    box.addEventListener("keydown", (event) => this.#key(event));
    // Somebody who points at it will want it.
    for (const node of frame.nodes) node.addEventListener("pointerenter", () => this.#with((panel) => panel.openIndex()));
    for (const name of KEYS) box.addEventListener(name, (event) => this.#isShortcut(event) || event.stopPropagation());
    if (frame.dialog) this.#listenToDialog(frame);
    else if (!frame.isPage) this.#listenToBox(box);
    this.shadowRoot.replaceChildren(...frame.nodes);
    this.#label();
  }

  #listenToBox(box) {
    box.addEventListener("focusout", (event) => {
      // When another window gets the focus, the active element of this one stays.
      const isHere = box.contains(event.relatedTarget) || this.shadowRoot.activeElement;
      if (isHere) return;
      this.#panel?.close();
      // Without a panel the frame itself says that there is no search.
      if (!this.#panel) this.#frame.mend();
    });
  }

  #listenToDialog({ button, dialog, close }) {
    button.addEventListener("click", () => this.show());
    // Enter, which chose a result and so closed the dialog, may be held still.
    button.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
    close.addEventListener("click", () => dialog.close());
    // It comes late: the dialog may be open anew, or another have taken its place.
    dialog.addEventListener("close", () => {
      if (dialog.open || dialog !== this.#frame.dialog) return;
      this.#leave();
      this.#tell("kindex-close");
    });
    // The backdrop counts as the dialog itself.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  /** Writes what stands in attributes into the frame. */
  #label() {
    const { label, close } = { ...FRAME_TEXTS, ...this.#texts };
    const keys = this.#shortcuts;
    this.#frame.write({ label: this.label || label, placeholder: this.placeholder, keys, close });
    this.#panel?.label();
  }

  /** All texts that are not those of English. */
  get #texts() {
    return { ...this.#translated, ...this.#ownTexts };
  }

  get #shortcuts() {
    return this.shortcut.split(/\s+/).filter(Boolean);
  }

  #isShortcut(event) {
    return event.type === "keydown" && this.#shortcuts.some((shortcut) => isPressed(shortcut, event));
  }

  /** Keeps the dialog where a keyboard on the screen leaves it room. */
  #fit() {
    const { dialog } = this.#frame;
    dialog?.style.setProperty("--_height", `${visualViewport.height}px`);
    dialog?.style.setProperty("--_top", `${visualViewport.offsetTop}px`);
    this.#panel?.position();
  }

  #tell(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  #key(event) {
    const { dialog, input, isPage } = this.#frame;
    if (isComposed(event)) return;
    const isTyped = event.target === input;
    if (event.key === "Escape" && isTyped && dialog) {
      // Of its own accord the browser would empty the field first.
      dialog.close();
    } else if (event.key === "Escape" && !dialog && !isPage && this.#panel?.isOpen) {
      // It may be pressed in a filter, or in an answer.
      input.focus();
      this.#panel.close();
    } else if (event.key === "Escape" && this.#frame.hasFailed && !isPage) {
      this.#frame.mend();
    } else if (isTyped && TAKEN.includes(event.key)) {
      this.#with((panel) => panel.key(event));
    } else if (!isTyped || !this.#panel?.takes(event)) {
      return;
    }
    event.preventDefault();
  }

  #onFocus() {
    this.#backdrop.look();
    this.#with((panel) => panel.focus());
  }

  /** Loads the panel, and does something with it: at once where it is there. */
  #with(act) {
    if (this.#panel) return act(this.#panel);
    this.#waiting.push(act);
    if (!this.#loading) this.#loading = this.#load(this.#frame);
  }

  async #load(frame) {
    let loaded;
    try {
      const opening = () => (this.offline ? import("./offline.js") : import("./index.js"));
      // An engine that tools have loaded finds the same. It keeps nothing, and is in no thread.
      const open = !this.offline && !this.worker && this.#offer?.open;
      loaded = await Promise.all([imported(() => import("./panel.js")), open ? { open } : imported(opening)]);
    } catch (cause) {
      // Another may have taken its place.
      return void (frame === this.#frame && this.#fail(cause));
    }
    if (frame !== this.#frame || this.#panel) return;
    frame.mend();
    const [{ Panel, panelStyles }, { open }] = loaded;
    this.#styles = [panelStyles];
    this.#panel = new Panel(this, frame, {
      open,
      address: () => this.#address,
      key: () => this.memoryKey,
      texts: () => this.#texts,
      lock: () => lockScroll(this),
      tell: (name, detail) => this.#tell(name, detail),
      asking: () => imported(() => import("./ask.js")),
      arrive: () => loadLand().then((land) => land?.arrive()),
    });
    this.#dress();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const act of waiting) act(this.#panel);
  }

  /** The package is not all there, or the network. */
  #fail(cause) {
    this.#loading = undefined;
    this.#waiting = [];
    if (this.#frame.query) this.#frame.fail({ ...FRAME_TEXTS, ...this.#texts }, () => this.#retry());
    const error = new KindexError("fetch_failed", `<kindex-search> cannot load its other files: ${cause.message}`, { cause });
    if (this.#tell("kindex-error", { error })) console.error(error.message);
  }

  #dress() {
    this.shadowRoot.adoptedStyleSheets = sheets(this.#isDark, ...this.#styles);
  }

  /** Opens the index before the field is used, where that is asked and there is an index. */
  #openEarly() {
    const open = () => this.#with((panel) => panel.openIndex());
    if (!this.src) return;
    if (this.loading === "eager") open();
    // The index has to be fetched while there is a network.
    else if (this.offline) setTimeout(open, KEEPING_DELAY_MS);
  }

  /** Another index takes the place of the one before. */
  #change() {
    this.#panel?.change();
    this.#openEarly();
    this.#offerTools();
  }

  /** Offers the browser the tools of `kindex mcp`, where it takes any. */
  #offerTools() {
    this.#offering?.abort();
    this.#offer = undefined;
    const { index, base } = this;
    // One that can only be searched has no pages to read, and several have no one page of an address.
    const source = index ? index.grep && index : !this.#address?.includes(", ") && this.#address;
    const context = document.modelContext ?? navigator.modelContext;
    if (!source || !context || this.webmcp === "off" || !this.isConnected) return;
    const { signal } = (this.#offering = new AbortController());
    const take = ({ offer }) => {
      if (!signal.aborted) this.#offer = offer(context, source, base, signal);
    };
    // Without that file there are no tools.
    imported(() => import("./webmcp.js")).then(take, () => {});
  }

  /** The dialog is no longer open. */
  #leave() {
    unlockScroll(this);
    this.#panel?.leave();
    this.#waiting = [];
  }
}

/** Without it a result leads to its heading. */
const loadLand = () => imported(() => import("./land.js")).catch(() => undefined);

/**
 * The whole address of an index, or those of several, each with its label; empty where there is none. A text that is no
 * address stays, so that the error names it.
 */
function addressOf(src) {
  const all = src?.trim().split(/,\s+/) ?? [];
  return all[1] ? all.map((one) => one.replace(/^\S+/, whole)).join(", ") : src && whole(src);
}

const whole = (href) => Object.assign(document.createElement("a"), { href }).href;

/** Whether the address of the page has a query for a page of results. */
const hasQuery = () => /[?&]q=./.test(location.search);

/** Whether somebody came back to this page. */
const isReturn = () => performance.getEntriesByType("navigation")[0]?.type === "back_forward";

reflect(KindexSearch.prototype);
