// Searches what is typed into a frame, and shows what is found in the view below it.
import { COUNTS } from "./attributes.js";
import { element } from "./dom.js";
import { isElsewhere } from "./keys.js";
import { address } from "./option.js";
import { report } from "./report.js";
import { Source } from "./source.js";
import { status } from "./texts.js";
import { View } from "./view.js";

/** The messages in the console: each is logged once, however many elements there are. */
const logged = new Set();

/** Keys that go to another option, and in which direction. */
const MOVES = { ArrowDown: 1, ArrowUp: -1 };

/** The time that a search may take before the element says that it waits, in milliseconds. */
const WAIT = 150;

export class Panel {
  #host;
  #frame;
  #given;
  #view;
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

  /**
   * @param {import("../entry/element.js").KindexSearch} host
   * @param {import("./frame.js").Frame} frame
   * @param {{ open: typeof import("../entry/index.js").open, base: () => string, shown: () => boolean }} given
   *   how to open an index, what its address is relative to, and whether one can see what is found
   */
  constructor(host, frame, given) {
    this.#host = host;
    this.#frame = frame;
    this.#given = given;
    this.#view = new View(frame);
    this.#view.retry.addEventListener("click", () => this.retry());
    frame.box.addEventListener("click", (event) => this.#select(event));
    this.label();
  }

  /** Writes the words of the page into it. */
  label() {
    this.#view.retry.textContent = this.#texts.retry;
  }

  get isOpen() {
    return this.#view.isOpen;
  }

  get #texts() {
    return this.#host.texts;
  }

  /** Keeps what is shown where it can be seen. */
  position() {
    this.#view.positionPanel();
  }

  /** Takes a key that moves among the options or chooses one. */
  key(event) {
    if (event.key in MOVES) this.#move(event);
    else this.#enter(event);
  }

  #move(event) {
    const view = this.#view;
    if (!view.isOpen) this.reopen();
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
    if (this.#view.hasFailed) this.retry();
    else if (!this.#searching) this.search();
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
    return this.#frame.query;
  }

  /** Whether the options are those of the typed query. */
  get #isAnswered() {
    return this.#answeredQuery === this.#query;
  }

  /** Searches what is typed. */
  async search() {
    const view = this.#view;
    this.stop();
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
    const options = { prefix: true, ...this.#host.options };
    for (const name of COUNTS) options[name] ??= this.#host[name];
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
    const { input } = this.#frame;
    const { suggestion } = this.#view;
    const other = element("button", { type: "button" }, query);
    other.addEventListener("click", () => {
      input.value = query;
      input.focus();
      this.search();
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
    this.close();
    this.#frame.dialog?.close();
  }

  /** Whether the link of a hit is to be followed, as far as the page is concerned. */
  #dispatchSelect(hit) {
    return this.#dispatch("kindex-select", { hit, query: this.#shownQuery, url: address(hit) });
  }

  #dispatch(name, detail) {
    return this.#host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  #fail(error) {
    this.#queuedKeys = [];
    if (this.#query) this.#view.show([], "", this.#texts.error);
    // Several searches may wait for the same index.
    if (error === this.#lastError) return;
    this.#lastError = error;
    if (this.#dispatch("kindex-error", { error })) logOnce(report(this.#host.src, error));
  }

  /** Tries again what failed, at once. */
  retry() {
    const view = this.#view;
    this.#source?.retry();
    if (!view.hasFailed || !this.#isShown) return this.#openEarly();
    // If it fails again, that is told again.
    view.show([], this.#texts.loading);
    if (this.#host.shadowRoot.activeElement === view.retry) this.#frame.input.focus();
    this.search();
  }

  #getSource() {
    const { src, worker } = this.#host;
    return (this.#source ??= new Source(this.#given.open, src, this.#given.base(), worker));
  }

  /** Tries again what failed before, as somebody comes back to the field. */
  focus() {
    this.#getSource().retry();
    if (this.#view.hasFailed) this.search();
    else this.openIndex();
  }

  #openEarly() {
    if (this.#host.loading === "eager" && this.#host.src) this.openIndex();
  }

  /** Opens the index before the first search. */
  openIndex() {
    const source = this.#getSource();
    source.open().catch((error) => {
      // Another may have taken its place.
      if (source === this.#source) this.#fail(error);
    });
  }

  /** Whether the list is visible. */
  get #isShown() {
    return this.#view.isOpen && this.#given.shown();
  }

  /** Shows again what was found, or finds it. */
  reopen() {
    if (this.#view.isOpen || !this.#query) return;
    if (this.#isAnswered) this.#view.reopen();
    else this.search();
  }

  /** The dialog is open: it may have been closed before the answer came. */
  resume() {
    if (this.#query && !this.#isAnswered) this.search();
  }

  close() {
    this.#view.close();
    this.stop();
  }

  /** Another index takes the place of the one before. */
  change() {
    const isWanted = this.#isShown || this.#searching;
    this.forget();
    this.#answeredQuery = undefined;
    this.#view.clear();
    if (isWanted) this.search();
  }

  /** Searches anew, as the options have changed since the last search. */
  askAnew() {
    this.#answeredQuery = undefined;
    if (this.#isShown || this.#searching) this.search();
  }

  /** Stops the search under way, and drops the keys that wait for it. */
  stop() {
    this.#searching?.abort();
    this.#searching = undefined;
    this.#queuedKeys = [];
  }

  /** Gives the index back. */
  forget() {
    this.stop();
    this.#source?.close();
    this.#source = undefined;
  }
}

function logOnce(message) {
  if (!logged.has(message)) console.error(message);
  logged.add(message);
}
