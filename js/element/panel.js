// Searches what is typed into a frame, and shows what is found in the view below it.
import { element } from "./dom.js";
import { Filters } from "./filters.js";
import { restOf } from "./ghost.js";
import { History, keepSearch, lastSearch } from "./history.js";
import { isElsewhere } from "./keys.js";
import { address } from "./option.js";
import { grouped, pagesOf } from "./pages.js";
import { findsPassages, linkOf, passageOf } from "./passage.js";
import { recentRows } from "./recent.js";
import { report } from "./report.js";
import { sourceOf, sourceOver } from "./source.js";
import { counted, filled, status } from "./texts.js";
import { View } from "./view.js";

/** The messages in the console: each is logged once, however many elements there are. */
const logged = new Set();

/** Keys that go to another option, and in which direction. */
const MOVES = { ArrowDown: 1, ArrowUp: -1 };

/** Letters that are written from right to left. */
const LEFTWARD = /[\u0590-\u08ff]/;

/** So many completions are asked for. */
const COMPLETIONS = 8;

/** The time that an answer has to stand before the page is told of the search, in milliseconds. */
const SETTLED = 1000;

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
  #filters;
  /** The proposed end of the query. */
  #rest = "";
  /** Tells the page of the search that was answered last, once. */
  #tell = () => {};
  #telling;
  /** So many results more than `limit`, on a page of results. */
  #further = 0;
  /** The hit that was chosen from here before, to be chosen again. */
  #choice;
  /** @type {import("./ask.js").Ask | undefined} */
  #asker;

  /**
   * @param {import("../entry/element.js").KindexSearch} host
   * @param {import("./frame.js").Frame} frame
   * @param {{ open: typeof import("../entry/index.js").open, base: () => string, shown: () => boolean, tell: (name: string, detail: object) => boolean }} given
   *   how to open an index, what its address is relative to, whether one can see what is found, and what
   *   sends an event
   */
  constructor(host, frame, given) {
    this.#host = host;
    this.#frame = frame;
    this.#given = given;
    const view = (this.#view = new View(frame, (isOpen) => this.#tellToggle(isOpen)));
    view.retry.addEventListener("click", () => this.retry());
    view.all.addEventListener("click", (event) => this.#onAll(event));
    this.#filters = new Filters(view.filters, () => this.askAnew());
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
    return this.#host.texts;
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
    const [onward, back] = this.#isLeftward ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    if (key === "Tab") return !shiftKey && Boolean(this.#frame.dialog) && this.#complete();
    if (key === onward && (this.#isAtEnd || this.#view.hasMoved)) return (!this.#view.hasMoved && this.#complete()) || this.#view.openSection();
    if (key === back) return this.#view.closeSection();
    if (key === "Delete" && this.#view.hasMoved && this.#view.chosen?.remove && !this.#query) return this.#view.chosen.remove();
    if (key === "PageDown" || key === "PageUp") return this.#view.scrollSection(key === "PageDown" ? 1 : -1);
    return false;
  }

  /** Whether the page is read from right to left. */
  get #isLeftward() {
    return this.#frame.input.matches(":dir(rtl)");
  }

  get #isAtEnd() {
    const { value, selectionStart, selectionEnd } = this.#frame.input;
    return selectionStart === value.length && selectionEnd === value.length;
  }

  /** Writes what may follow what is typed; says whether there was something. */
  #complete() {
    const { input } = this.#frame;
    if (!this.#rest || !this.#isAnswered) return false;
    input.value = input.value + this.#rest;
    this.search();
    return true;
  }

  /** Proposes how what is typed may go on, behind it. */
  #propose(rest) {
    const { input, ghost } = this.#frame;
    // It cannot follow what is written against the direction of the page.
    if (this.#isLeftward !== LEFTWARD.test(input.value)) rest = "";
    this.#rest = rest;
    // The typed letters keep their places below the field's own, and are not seen here.
    ghost.replaceChildren(element("span", { class: "typed" }, rest && input.value), rest);
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
    else if (!this.#searching) this.search();
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

  /** Searches what is typed. */
  async search() {
    const view = this.#view;
    this.stop();
    this.#answeredQuery = undefined;
    view.cancelAnnouncement();
    this.#propose("");
    const query = this.#query;
    if (query !== this.#shownQuery) this.#further = 0;
    this.#asker?.keep(query);
    if (!query) return this.#showEmpty();
    const searching = (this.#searching = new AbortController());
    const { signal } = searching;
    const waiting = setTimeout(() => view.showStatus(this.#texts.loading), WAIT);
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
    const source = this.#getSource();
    const search = (options) => source.search(query, options, signal, this.#host.base);
    const keys = this.#host.filters.split(/\s+/).filter(Boolean);
    return this.#filters.search(search, keys, grouped(this.#searchOptions()), this.#texts.any);
  }

  #searchOptions() {
    const { limit, perDocument, options: given } = this.#host;
    const set = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
    const options = { limit, perDocument, prefix: true, completions: COMPLETIONS, ...Object.fromEntries(set) };
    return { ...options, limit: options.limit + this.#further };
  }

  #show(results, query, milliseconds) {
    const { didYouMean } = results;
    const view = this.#view;
    this.#shownQuery = this.#answeredQuery = query;
    const pages = pagesOf(results.hits, this.#searchOptions().perDocument);
    view.show(pages, status(this.#texts, results, query, pages.length), this.#host.renderHit);
    this.#offerAll(results, pages.length);
    this.#offerToAsk(query, results.hits);
    if (didYouMean) this.#suggest(didYouMean);
    this.#remember(query, this.#choice);
    if (this.#choice) view.choose(this.#choice);
    this.#choice = undefined;
    this.#propose(restOf(this.#frame.input.value, results, view.words));
    this.#settle({ query, total: results.total, milliseconds, found: pages.length > 0, didYouMean });
    // The first that closes the list is the last.
    while (this.#isShown && this.#queuedKeys.length > 0) this.#act(this.#queuedKeys.shift());
  }

  /** Tells the page of a search when its answer has stood for a while, or somebody has used it. */
  #settle(detail) {
    clearTimeout(this.#telling);
    const tell = () => {
      clearTimeout(this.#telling);
      this.#tell = () => {};
      this.#given.tell("kindex-search", detail);
    };
    this.#tell = tell;
    this.#telling = setTimeout(tell, SETTLED);
  }

  /** Leads to all of the results, or shows more where they all are. */
  #offerAll({ total, totalIsLowerBound }, shown) {
    const { all } = this.#view;
    const { isPage } = this.#frame;
    const to = isPage ? "" : resultsAddress(this.#host.results, this.#query);
    all.hidden = shown === 0 || (isPage ? total <= shown : !to);
    all.textContent = isPage ? this.#texts.showMore : filled(this.#texts.all, { total: counted(total, totalIsLowerBound) }, this.#texts.lang);
    all.href = to || "#";
  }

  /** Offers to ask a question, where the site has somebody who answers. */
  async #offerToAsk(query, hits) {
    if (!this.#host.ask) return;
    const loaded = await this.#given.asking().catch(() => undefined);
    // Without what asks there is no offer; the results are there all the same.
    if (!loaded || query !== this.#shownQuery) return;
    this.#asker ??= new loaded.Ask();
    this.#asker.target = this.#host.ask;
    this.#asker.offer(query, hits, this.#texts);
    this.#view.offer(this.#asker.node);
  }

  #onAll(event) {
    if (!this.#frame.isPage) return;
    event.preventDefault();
    this.#further += this.#host.limit;
    this.askAnew();
  }

  /** Shows earlier searches where nothing is typed yet. */
  #showEmpty() {
    const view = this.#view;
    const { dialog } = this.#frame;
    clearTimeout(this.#telling);
    this.#answeredQuery = "";
    this.#remember("");
    const all = this.#hasHistory && dialog?.open ? this.#history.all : [];
    if (all.length === 0) return view.clear();
    const again = () => this.#showEmpty();
    const { rows, nodes } = recentRows(this.#history, this.#texts, (query) => this.#write(query), again);
    view.showRows(rows, nodes);
  }

  get #history() {
    return new History(this.#host.src);
  }

  get #hasHistory() {
    return this.#host.recent !== "off";
  }

  /** Remembers in this tab what was searched, so that another page can go on. */
  #remember(query, choice, page) {
    if (this.#frame.isPage) writeQuery(query, choice);
    else if (this.#hasHistory) keepSearch(this.#host.src, { query, choice, page });
  }

  /** Puts back what was searched in this tab before. */
  recall() {
    const { input } = this.#frame;
    const { query = "", choice } = this.#frame.isPage ? readQuery() : lastSearch(this.#host.src);
    if (input.value || !query) return;
    input.value = query;
    // The next letter replaces it.
    if (this.#frame.dialog) input.select();
    this.#choice = choice;
    this.search();
  }

  #write(query) {
    const { input } = this.#frame;
    input.value = query;
    input.focus();
    this.search();
  }

  #suggest(query) {
    const { suggestion } = this.#view;
    const other = element("button", { type: "button" }, query);
    other.addEventListener("click", () => this.#write(query));
    suggestion.hidden = false;
    suggestion.replaceChildren(`${this.#texts.didYouMean} `, other, "?");
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
  #select(event, { hit }) {
    // The page may change it at once.
    const { href } = location;
    const isFollowed = this.#dispatchSelect(hit);
    if (!isFollowed) event.preventDefault();
    // In a new tab the list is of use here still.
    if (isElsewhere(event)) return;
    // Another page marks the passage then, or this one.
    if (isFollowed && this.#leadsToPassages && !findsPassages()) this.#given.lead(address(hit), passageOf(hit));
    this.#remember(this.#shownQuery, hit.id, href);
    if (this.#frame.isPage) return;
    this.close();
    this.#frame.dialog?.close();
  }

  /** Whether the link of a hit is to be followed, as far as the page is concerned. */
  #dispatchSelect(hit) {
    this.#tell();
    if (this.#hasHistory) this.#history.add(this.#shownQuery);
    return this.#given.tell("kindex-select", { hit, query: this.#shownQuery, url: address(hit) });
  }

  #fail(error) {
    this.#queuedKeys = [];
    if (this.#query) this.#view.fail(this.#texts.error);
    // Several searches may wait for the same index.
    if (error === this.#lastError) return;
    this.#lastError = error;
    if (this.#given.tell("kindex-error", { error })) logOnce(report(this.#host.src, error));
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
    const { src, worker, index } = this.#host;
    return (this.#source ??= index ? sourceOver(index) : sourceOf(this.#given.open, src, this.#given.base(), worker));
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
    this.recall();
    if (!this.#query) this.#showEmpty();
    else if (!this.#isAnswered) this.search();
    else this.#reopenAtChoice();
  }

  /** Shows what was found with what was chosen there. */
  #reopenAtChoice() {
    this.#view.reopen();
    this.#view.choose(lastSearch(this.#host.src).choice);
  }

  close() {
    this.#tell();
    this.#view.close();
    this.stop();
  }

  /** Searches a query that was written into the field by a script. */
  searchAgain() {
    if (!this.#isAnswered || !this.isOpen) this.search();
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
    this.#searching?.abort();
    this.#searching = undefined;
    this.#queuedKeys = [];
  }

  /** Nobody waits for results or an answer any more. */
  leave() {
    this.stop();
    this.#asker?.stop();
  }

  /** Gives the index back. */
  forget() {
    this.leave();
    clearTimeout(this.#telling);
    this.#source?.close();
    this.#source = undefined;
  }
}

function logOnce(message) {
  if (!logged.has(message)) console.error(message);
  logged.add(message);
}

/** The address of the page of results with a query; empty where that is no web page. */
function resultsAddress(results, query) {
  if (!results) return "";
  try {
    const to = new URL(results, document.baseURI);
    to.searchParams.set("q", query);
    return /^https?:$/.test(to.protocol) ? to.href : "";
  } catch {
    return "";
  }
}

/** The query of this page's address, and what was chosen there. */
function readQuery() {
  return { query: new URLSearchParams(location.search).get("q")?.trim(), choice: history.state?.kindexChoice };
}

function writeQuery(query, choice) {
  const to = new URL(location.href);
  if (query) to.searchParams.set("q", query);
  else to.searchParams.delete("q");
  try {
    history.replaceState({ ...history.state, kindexChoice: choice }, "", to);
  } catch {
    // WebKit allows a hundred of these in half a minute. The results are there all the same.
  }
}
