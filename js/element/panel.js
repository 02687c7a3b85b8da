// Searches what is typed into a frame, and shows what is found in the view below it.
import { Filters } from "./filters.js";
import { Ghost, isLeftward, restOf } from "./ghost.js";
import { isElsewhere } from "./keys.js";
import { Memory } from "./memory.js";
import { Offers } from "./offers.js";
import { address } from "./option.js";
import { isHere, remember } from "./led.js";
import { linkOf, passageOf } from "./passage.js";
import { recentRows } from "./recent.js";
import { report } from "./report.js";
import { reveal } from "./reveal.js";
import { readFilters } from "./results-page.js";
import { Settling } from "./settling.js";
import { sourceOf, sourceOver } from "./source.js";
import { TEXTS, filled, status } from "./texts.js";
import { View } from "./view.js";
import { Wanted } from "./wanted.js";

/** Keys that go to another option, and in which direction. */
const MOVES = { ArrowDown: 1, ArrowUp: -1 };

/** The time that a search may take before the element says that it waits. */
const QUIET_MS = 150;

export class Panel {
  #host;
  #frame;
  #given;
  #view;
  /** @type {Source | undefined} */
  #source;
  /** The search that is under way, if one is: its query, and what stops it. */
  #searching;
  /** The query that the options are of. */
  #shownQuery;
  /** The same, unless they are out of date. */
  #answeredQuery;
  /** The keys that wait for the results that are on their way. */
  #queuedKeys = [];
  /** The error that was reported last. */
  #lastError;
  #filters;
  #ghost;
  #memory;
  #offers;
  /** The search that was answered last, of which the page is told. */
  #settling;
  /** What is asked for. */
  #wanted;
  /** The hit that was chosen from here before, to be chosen again, with its query. */
  #choice;
  /** Hides the element again, where the page hides it. */
  #hide;

  /**
   * @param {import("../entry/element.js").KindexSearch} host
   * @param {import("./frame.js").Frame} frame
   * @param {{ open: typeof import("../entry/index.js").open, address: () => string, key: () => string, texts: () => object, lock: () => void, tell: (name: string, detail: object) => boolean, asking: () => Promise<typeof import("./ask.js")>, arrive: () => void }} given
   *   the function that opens an index, the whole address of that, the name by which its searches are
   *   remembered, the texts that are not those of English, and the functions that keep the page from
   *   scrolling, send an event, load what asks questions, and lead to a passage of this page
   */
  constructor(host, frame, given) {
    this.#host = host;
    this.#frame = frame;
    this.#given = given;
    this.#wanted = new Wanted(host);
    const view = (this.#view = new View(frame, (isOpen) => this.#tellToggle(isOpen)));
    view.retry.addEventListener("click", () => this.retry());
    view.all.addEventListener("click", (event) => this.#onAll(event));
    this.#ghost = new Ghost(frame);
    this.#offers = new Offers(host, frame, view, given.asking);
    this.#memory = new Memory(host, frame.isPage, given.key, () => this.#filters.chosen);
    this.#settling = new Settling((detail) => given.tell("kindex-search", detail));
    this.#filters = new Filters(view.filters, frame.isPage ? readFilters() : undefined, () => this.askAnew());
    frame.box.addEventListener("click", (event) => this.#onClick(event));
    this.label();
  }

  /** Tells the page that the list is there or not; a dialog tells that of itself. */
  #tellToggle(isOpen) {
    const { dialog, isPage } = this.#frame;
    if (!dialog && !isPage) this.#given.tell(isOpen ? "kindex-open" : "kindex-close");
  }

  /** Writes the words of the page into it. */
  label() {
    this.#view.write(this.#texts);
    this.#view.link = this.#leadsToPassages ? linkOf : address;
  }

  get #leadsToPassages() {
    return this.#host.highlight !== "off";
  }

  get isOpen() {
    return this.#view.isOpen;
  }

  get #texts() {
    return { ...TEXTS, ...this.#given.texts() };
  }

  /** Keeps what is shown where it can be seen. */
  position() {
    this.#view.positionPanel();
  }

  /** Takes a key that moves among the options or chooses one. */
  key(event) {
    if (this.#frame.isPage) this.#keyOnPage(event);
    else if (event.key in MOVES) this.#move(event);
    else this.#enter(event);
  }

  /** Takes one of the other keys, if it has a use for it at this time. */
  takes(event) {
    const { key, altKey, shiftKey } = event;
    if (!this.isOpen || altKey || isElsewhere(event)) return false;
    const [onward, back] = isLeftward(this.#frame.input) ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    if (key === "Tab") return !shiftKey && Boolean(this.#frame.dialog) && this.#complete();
    if (key === onward && (this.#isAtEnd || this.#view.hasMoved)) return (!this.#view.hasMoved && this.#complete()) || this.#view.openSection();
    if (key === back) return this.#view.closeSection();
    if (key === "Delete" && this.#view.hasMoved && this.#view.chosen?.remove && !this.#query) return this.#view.chosen.remove();
    if (key === "PageDown" || key === "PageUp") return this.#view.scrollSection(key === "PageDown" ? 1 : -1);
    return false;
  }

  get #isAtEnd() {
    const { value, selectionStart, selectionEnd } = this.#frame.input;
    return selectionStart === value.length && selectionEnd === value.length;
  }

  /** Writes what may follow what is typed; says whether there was something. */
  #complete() {
    if (!this.#isAnswered || !this.#ghost.take()) return false;
    this.search();
    return true;
  }

  /** Proposes the end of the query, and tells screen readers of it behind the status. */
  #propose(results, said) {
    const query = this.#ghost.show(restOf(this.#frame.input.value, results));
    const key = this.#frame.dialog ? "Tab" : "→";
    if (query) this.#view.announce(`${said}\n${filled(this.#texts.complete, { key, query })}`);
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
    if (event.repeat || (!view.isOpen && (!this.#query || this.#isAnswered))) return;
    if (!this.#isAnswered) view.showStatus(this.#texts.loading);
    this.#withOwn(event);
  }

  #openElsewhere() {
    const view = this.#view;
    const { node, hit, run } = view.chosen ?? {};
    if (run) return run();
    if (!hit || !this.#dispatchSelect(hit)) return;
    // A click that a script makes opens no tab in Firefox.
    if (node.href) window.open(node.href, "_blank", "noopener");
  }

  /** Applies a key to the options of the typed query, at once or when they are there. */
  #withOwn(event) {
    if (this.#isAnswered) return this.#act(event);
    if (this.#view.hasFailed) this.retry();
    else this.demand();
    // People who are tired of waiting press Enter again, and mean one result.
    if (event.key === "Enter") this.#queuedKeys = this.#queuedKeys.filter(({ key }) => key !== "Enter");
    this.#queuedKeys.push(event);
  }

  #act(event) {
    const view = this.#view;
    if (event.key in MOVES) view.move(MOVES[event.key]);
    else if (isElsewhere(event)) this.#openElsewhere();
    else view.chosen?.node.click();
  }

  get #query() {
    return this.#frame.query;
  }

  /** Whether the options are those of the typed query. */
  get #isAnswered() {
    return this.#answeredQuery === this.#query;
  }

  /** Searches what is typed and shows the list, unless the answer is there or on its way. */
  demand() {
    if (!this.#isAnswered && this.#searching?.query !== this.#query) this.search();
    else if (this.#isAnswered && this.#query && !this.isOpen) this.#view.reopen();
  }

  /** A script has written into the field, which opens nothing. */
  follow() {
    const { dialog, isPage } = this.#frame;
    if (dialog?.open ?? (isPage || this.isOpen)) this.demand();
  }

  /** Searches what is typed. */
  async search() {
    const view = this.#view;
    this.stop();
    this.#answeredQuery = undefined;
    view.cancelAnnouncement();
    this.#ghost.show("");
    const query = this.#query;
    if (query !== this.#shownQuery) this.#wanted.further = 0;
    this.#offers.keep(query);
    if (!query) return this.#showEmpty();
    const stopping = new AbortController();
    const { signal } = stopping;
    const searching = (this.#searching = { query, stopping });
    const waiting = setTimeout(() => view.showStatus(this.#texts.loading), QUIET_MS);
    // Another query or none takes the place of this one.
    signal.addEventListener("abort", () => clearTimeout(waiting));
    const begun = performance.now();
    try {
      const results = await this.#ask(query, signal);
      if (!signal.aborted) this.#show(results, query, performance.now() - begun);
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      clearTimeout(waiting);
      if (this.#searching === searching) this.#searching = undefined;
    }
  }

  #ask(query, signal) {
    const search = this.#getSource().searches(query, signal, this.#host.base);
    const wanted = this.#wanted;
    return this.#filters.search((options) => wanted.search(search, options), wanted.filters, wanted.options, this.#texts);
  }

  #show(results, query, milliseconds) {
    const view = this.#view;
    this.#shownQuery = this.#answeredQuery = query;
    const { pages, copies } = this.#wanted.pagesOf(results);
    const texts = this.#texts;
    // Readers count what they see.
    const counted = { ...results, total: results.total - copies };
    const said = status(texts, counted, query, pages.length);
    view.show(pages, said, this.#host.renderHit);
    this.#offers.show(query, counted, pages.length, texts, this.#filters.chosen, (other) => this.#write(other));
    const choice = this.#choice?.query === query ? this.#choice.id : undefined;
    this.#memory.keep(query, choice);
    if (choice) view.choose(choice);
    this.#choice = undefined;
    this.#propose(results, said);
    const { total, didYouMean } = results;
    this.#settling.begin({ query, total, milliseconds, found: pages.length > 0, didYouMean });
    // The first that closes the list is the last.
    while (this.#isShown && this.#queuedKeys.length > 0) this.#act(this.#queuedKeys.shift());
  }

  #onAll(event) {
    if (!this.#frame.isPage) return;
    event.preventDefault();
    this.#wanted.further += this.#host.limit;
    this.askAnew();
  }

  /** Shows earlier searches where nothing is typed yet. */
  #showEmpty() {
    const view = this.#view;
    const { dialog } = this.#frame;
    this.#settling.stop();
    this.#answeredQuery = "";
    this.#memory.keep("");
    if (!dialog?.open || this.#memory.isEmpty) return view.clear();
    const again = () => {
      this.#showEmpty();
      // The button that was pressed is there no more.
      if (!this.#host.shadowRoot.activeElement) this.#frame.input.focus();
    };
    const { rows, node } = recentRows(this.#memory.history, this.#texts, (query) => this.#write(query), again);
    view.showRows(rows, [node]);
  }

  /** Puts back what was searched in this tab before. */
  recall() {
    const { input } = this.#frame;
    const { query = "", choice } = this.#memory.last;
    if (input.value || !query) return;
    input.value = query;
    // The next letter replaces it.
    if (this.#frame.dialog) input.select();
    this.#choice = { query, id: choice };
    this.search();
  }

  #write(query) {
    const { input } = this.#frame;
    input.value = query;
    input.focus();
    this.search();
  }

  #onClick(event) {
    const row = this.#view.rowOf(event.target);
    if (!row) return;
    if (row.run) {
      event.preventDefault();
      row.run();
    } else if (event.target.closest("[part=open]")) {
      event.preventDefault();
      this.#view.toggleSection(row);
    } else {
      this.#select(event, row);
    }
  }

  /** Lets the page do something else than follow the link of an option. */
  #select(event, { hit, isTitle }) {
    const isLeft = !isElsewhere(event);
    // The page may go to another entry of the history at once. With the same address it is the same entry,
    // in browsers without keys of entries even where the link has words of its passage.
    if (isLeft) this.#memory.keep(this.#shownQuery, hit.id, address(hit) !== location.href);
    const isFollowed = this.#dispatchSelect(hit);
    if (!isFollowed) event.preventDefault();
    // In a new tab the list is of use here still.
    if (!isLeft) return;
    if (isFollowed) this.#lead(address(hit), isTitle || !this.#leadsToPassages ? [] : passageOf(hit));
    if (this.#frame.isPage) return;
    this.close();
    this.#frame.dialog?.close();
  }

  /** Leaves the passage for the page that is opened to show, or for this one. */
  #lead(url, passage) {
    if (!url) return;
    remember(url, passage);
    if (isHere(url)) this.#given.arrive();
  }

  /** Whether the link of a hit is to be followed, as far as the page is concerned. */
  #dispatchSelect(hit) {
    this.#settling.end();
    this.#memory.add(this.#shownQuery);
    return this.#given.tell("kindex-select", { hit, query: this.#shownQuery, url: address(hit) });
  }

  #fail(error) {
    this.#queuedKeys = [];
    if (this.#query) this.#view.fail(this.#texts.error);
    // Several searches may wait for the same index.
    if (error === this.#lastError) return;
    this.#lastError = error;
    if (this.#given.tell("kindex-error", { error })) report(this.#given.address(), error);
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
    const { worker, index } = this.#host;
    return (this.#source ??= index ? sourceOver(index) : sourceOf(this.#given.open, this.#given.address(), worker));
  }

  /** Tries again what failed before, as somebody comes back to the field. */
  focus() {
    this.#getSource().retry();
    if (this.#view.hasFailed) this.demand();
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
    return this.isOpen && this.#frame.dialog?.open !== false;
  }

  /** Shows again what was found, or finds it. */
  reopen() {
    if (this.#query && !this.isOpen) this.demand();
  }

  /** Shows again the search by which somebody left this entry of the history. */
  comeBack() {
    const query = this.#memory.take();
    if (query === undefined) return;
    const { dialog, input } = this.#frame;
    // A field in the page would take the focus, and the page from where it was scrolled to.
    if (!dialog) return void (input.value ||= query);
    // Into an empty field it is written with what was chosen.
    if (query !== input.value) input.value = "";
    this.#host.show();
  }

  /** The dialog is open: it may have been closed before the answer came. */
  resume() {
    this.#hide ??= reveal(this.#host, this.#frame);
    // Moving the element lets the page scroll.
    if (this.#hide) this.#given.lock();
    this.position();
    this.recall();
    if (!this.#query) return this.#showEmpty();
    this.demand();
    const { choice } = this.#memory.last;
    if (choice && this.#isAnswered) this.#view.choose(choice);
  }

  close() {
    this.#settling.end();
    this.#view.close();
    this.stop();
  }

  /** On a page of results: arrows move the focus among links, Enter searches, which is done already. */
  #keyOnPage({ key }) {
    if (key === "ArrowDown") this.#view.focusFirst();
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
    this.#searching?.stopping.abort();
    this.#searching = undefined;
    this.#queuedKeys = [];
  }

  /** Nobody waits for results or an answer any more. */
  leave() {
    this.stop();
    this.#offers.stop();
    const hide = this.#hide;
    // Moving the element leaves once more.
    this.#hide = undefined;
    hide?.();
  }

  /** Gives the index back. */
  forget() {
    this.leave();
    this.#settling.stop();
    this.#source?.close();
    this.#source = undefined;
  }
}
