import { element } from "./dom.js";
import { LIST } from "./frame.js";
import { CHEVRON, icon } from "./icons.js";
import { wordsAt } from "./marks.js";
import { address, optionElement, pageElement, pageOf } from "./option.js";
import { positionPanel, watchPlace } from "./position.js";
import { differenceOf, versionOf } from "./preferred.js";
import { sectionOf, showBest, showMarks } from "./reading.js";
import { stepsTo } from "./snippet.js";
import { counted, filled } from "./texts.js";

/** The time that typing has to rest before a screen reader announces the status. */
const REST_MS = 1000;

/** A panel of at least this width has the section beside the list. */
const MIN_WIDE_PIXELS = 800;

/** The part of a section that a page key goes past. */
const PAGE_KEY_SHARE = 0.8;

/**
 * @typedef {object} Row an option
 * @property {HTMLElement} node
 * @property {import("../entry/index.js").Hit} [hit]
 * @property {() => void} [run] what choosing it does, where it has no hit
 * @property {boolean} [isTitle] whether it is the title of a page above its sections
 */

/** The panel with the options, below the field. It knows nothing of an index. */
export class View {
  #frame;
  #onToggle;
  /** Says "did you mean", with a button for the other query. */
  suggestion = element("p", { part: "suggestion", dir: "auto", hidden: "" });
  /** Above the list: what narrows it. */
  filters = element("div", { part: "filters", hidden: "" });
  /** Beside an error. */
  retry = element("button", { part: "retry", type: "button" });
  /** At the end of the list, or of a page of results. */
  all = element("a", { part: "all", hidden: "" });
  /** @type {Row[]} */
  #rows = [];
  /** No stop for Tab, which what scrolls is in Firefox. */
  #list = element("div", { part: LIST, id: LIST, role: "listbox", tabindex: "-1", "aria-labelledby": "label", hidden: "" });
  #preview = element("div", { part: "preview", role: "region", tabindex: "0", hidden: "" });
  #error = element("p", { part: "error", role: "alert", dir: "auto" });
  #failure = element("div", { class: "failure", hidden: "" }, this.#error, this.retry);
  #status = element("p", { part: "status", dir: "auto", "aria-hidden": "true" });
  #hints = element("p", { part: "hints", "aria-hidden": "true" });
  #footer = element("div", { part: "footer" }, this.#hints, this.#status, this.all);
  /** The status for screen readers, which announce changes of an element that was there before. */
  #liveRegion = element("p", { class: "unseen", role: "status" });
  #announcing;
  #body = element("div", { class: "body" }, this.#list, this.#preview);
  #panel = element("div", { part: "panel", hidden: "" }, this.#failure, this.filters, this.suggestion, this.#body, this.#footer);
  #active = -1;
  /** The row whose section is open in its place. */
  #opened;
  /** Whether an arrow key has moved since the options came. */
  hasMoved = false;
  /** Whether the section stands beside the list. Sizes are read rarely: each reading after a change lays out anew. */
  isWide = false;
  /** Whether the list may stand elsewhere than at its beginning. */
  #isScrolled = false;
  /** The words that are marked, folded. */
  #words = new Set();
  /** Gives the address of a hit. */
  link = address;
  /** Stands above the list, if there is something to offer. */
  #offer;
  #texts;
  /** Ends following the field, while the list lies over the page. */
  #unwatch = () => {};

  /**
   * @param {import("./frame.js").Frame} frame
   * @param {(isOpen: boolean) => void} onToggle is told when it is shown and hidden
   */
  constructor(frame, onToggle) {
    this.#frame = frame;
    this.#onToggle = onToggle;
    // The focus stays in the field.
    this.#panel.addEventListener("mousedown", (event) => {
      const isOwn = event.composedPath().some((node) => node === this.#preview || node.localName === "select");
      if (!isOwn) event.preventDefault();
    });
    this.#list.addEventListener("scroll", () => (this.#isScrolled = true), { passive: true });
    if (frame.isPage) this.#flow();
    // Older browsers have none; there it is a part of the page.
    else if (!frame.dialog && "popover" in this.#panel) this.#panel.popover = "manual";
    frame.box.append(this.#panel, this.#liveRegion);
  }

  /** On a page of results there are links in the page, and no list of options over it. */
  #flow() {
    this.#panel.classList.add("flow");
    this.#list.setAttribute("role", "list");
    this.#list.removeAttribute("tabindex");
  }

  /** Tells screen readers of the field whether there are options. */
  #expose(isOpen) {
    if (!this.#frame.isPage) this.#frame.input.setAttribute("aria-expanded", String(isOpen));
  }

  /** Writes the words of the page. */
  write(texts) {
    this.#texts = texts;
    this.retry.textContent = texts.retry;
    this.#preview.setAttribute("aria-label", texts.section);
    const hints = { "↑↓": texts.toMove, "↵": texts.toOpen, "→": texts.toRead, esc: texts.toClose };
    this.#hints.replaceChildren(
      ...Object.entries(hints).map(([keys, what]) =>
        element("span", { class: keys === "→" ? "read" : "" }, ...[...(keys === "esc" ? [keys] : keys)].map((key) => element("kbd", {}, key)), ` ${what}`),
      ),
    );
  }

  /** Puts something above the list. */
  offer(node) {
    if (this.#offer === node) return;
    this.#offer?.remove();
    this.#offer = node;
    this.#panel.prepend(node);
  }

  get isOpen() {
    return !this.#panel.hidden;
  }

  /** Whether it shows an error. */
  get hasFailed() {
    return !this.#failure.hidden;
  }

  /**
   * Shows pages and, below, a status.
   *
   * @param {import("./pages.js").Page[]} pages
   * @param {string} status
   * @param {(hit: object) => Node | string | undefined} [render]
   */
  show(pages, status, render) {
    const hits = pages.flatMap((page) => [...page.hits, ...page.more]);
    this.#words = new Set(hits.flatMap((hit) => wordsAt(hit.text, hit.highlights)));
    this.#rows = [];
    this.#fill(this.#parted(pages).map((page) => (page.hits ? this.#group(page, render) : page)));
    this.#finish(status);
    showMarks(this.#list);
    if (!this.#frame.isPage) this.#activate(this.#best);
  }

  /** The place of the best section, which the title of its page may stand above; -1 where there is none. */
  get #best() {
    return this.#rows.findIndex(({ isTitle }) => !isTitle);
  }

  /**
   * Shows a grid in the place of the list, such as that of earlier searches.
   *
   * @param {Row[]} rows
   * @param {Node[]} nodes that have them
   */
  showRows(rows, nodes) {
    this.#rows = rows;
    this.#fill(nodes, "grid");
    this.suggestion.hidden = this.filters.hidden = this.all.hidden = true;
    this.#failure.hidden = true;
    this.#frame.box.classList.remove("full");
    this.#panel.classList.add("brief");
    this.#activate(-1);
    this.#reveal("");
  }

  /** Shows that there is nothing, and why. */
  fail(error) {
    this.#rows = [];
    this.#fill([]);
    this.#activate(-1);
    this.#finish("", error);
  }

  #fill(nodes, role = "listbox") {
    if (!this.#frame.isPage) {
      this.#list.setAttribute("role", role);
      this.#frame.input.setAttribute("aria-haspopup", role);
    }
    this.#opened = undefined;
    this.hasMoved = false;
    // The same hit may have other marks now.
    delete this.#preview.dataset.of;
    this.#list.replaceChildren(...nodes);
    this.#list.hidden = this.#rows.length === 0;
    this.#toTop();
    this.#active = -1;
  }

  #toTop() {
    if (this.#isScrolled) this.#list.scrollTop = 0;
    this.#isScrolled = false;
  }

  #finish(status, error = "") {
    // A screen reader would announce the same text again.
    if (this.#error.textContent !== error) this.#error.textContent = error;
    this.#failure.hidden = !error;
    this.suggestion.hidden = true;
    this.showStatus(status);
  }

  /** Pages, with a line before the first one in another language or of another version. */
  #parted(pages) {
    const at = pages.findIndex(({ hits: [first] }) => first.differs && !first.pinned);
    if (at < 0) return pages;
    const line = element("p", { part: "elsewhere", dir: "auto", "aria-hidden": "true" }, this.#texts.elsewhere);
    return [...pages.slice(0, at), line, ...pages.slice(at)];
  }

  /** A page with its sections, of which the first may be the page itself. */
  #group({ hits, more, hasRest, same }, render) {
    const [first] = hits;
    // Among its copies a page says which one it is.
    const difference = differenceOf(first, this.#texts.lang) || (same.length > 0 && versionOf(first)) || "";
    const tag = [first.pinned && this.#texts.pinned, difference].filter(Boolean).join(", ");
    const name = [stepsTo(first)[0], tag].filter(Boolean).join(", ");
    const group = element("div", { class: "group", ...(this.#frame.isPage ? { role: "listitem" } : { role: "group", "aria-label": name }) });
    const isWhole = stepsTo(first).length === 1;
    if (!isWhole) group.append(this.#titleRow(first, tag).node);
    hits.forEach((hit, i) => group.append(this.#row(hit, { isFirst: i === 0, render, tag: isWhole && i === 0 && tag }).node));
    if (more.length > 0) {
      const name = filled(this.#texts.more, { count: counted(more.length, hasRest) }, this.#texts.lang);
      group.append(this.#moreRow(name, more, { render }).node);
    }
    if (same.length > 0) group.append(this.#sameRow(same, render).node);
    return group;
  }

  #row(hit, { isFirst = false, render, tag }) {
    const isLink = this.#frame.isPage;
    const node = optionElement(hit, this.#newId(), { words: this.#words, isFirst, isLink, render, tag, link: this.link });
    const row = { node, hit };
    this.#rows.push(row);
    return row;
  }

  /** The row for a page whose sections are the rows below. */
  #titleRow(first, tag) {
    const hit = pageOf(first);
    const row = { hit, isTitle: true, node: pageElement(hit, this.#newId(), { words: this.#words, isLink: this.#frame.isPage, tag }) };
    this.#rows.push(row);
    return row;
  }

  #newId() {
    return `option-${this.#rows.length}`;
  }

  /** The row for other versions and translations of a page. */
  #sameRow(same, render) {
    const others = [...new Set(same.map((hit) => this.#nameOf(hit)))].join(", ");
    const tag = (hit) => this.#nameOf(hit);
    return this.#moreRow(filled(this.#texts.same, { others }), same, { isFirst: true, render, tag });
  }

  #nameOf = (hit) => differenceOf(hit, this.#texts.lang) || versionOf(hit) || hit.url;

  /** The row that shows other hits in its place. */
  #moreRow(name, hits, shown) {
    const node = element(this.#frame.isPage ? "button" : "div", { part: "option more", id: this.#newId() }, icon(CHEVRON), name);
    if (!this.#frame.isPage) {
      node.setAttribute("role", "option");
      node.setAttribute("aria-selected", "false");
    }
    const row = { node, run: () => this.#expand(row, hits, shown) };
    this.#rows.push(row);
    return row;
  }

  #expand(row, hits, { tag, ...shown }) {
    const at = this.#rows.indexOf(row);
    const rest = this.#rows.splice(at).slice(1);
    const nodes = hits.map((hit) => this.#row(hit, { ...shown, tag: tag?.(hit) }).node);
    this.#rows.push(...rest);
    this.#rows.forEach(({ node }, i) => (node.id = `option-${i}`));
    row.node.replaceWith(...nodes);
    this.#active = -1;
    if (this.#frame.isPage) this.#rows[at].node.focus();
    else this.#activate(at);
  }

  /** Shows a status below the options. */
  showStatus(status) {
    // From now on it keeps its height, whatever is found.
    this.#frame.box.classList.add("full");
    this.#panel.classList.remove("brief");
    this.#reveal(status);
  }

  #reveal(status) {
    this.#status.textContent = status;
    this.#status.hidden = !status;
    this.announce(status);
    const isNew = this.#panel.hidden;
    this.#panel.hidden = false;
    if (isNew) this.#onToggle(true);
    this.#expose(!this.#list.hidden);
    if (isNew) this.#measure();
    else this.#place();
    if (isNew && this.#panel.popover) this.#unwatch = watchPlace(this.#frame.input, () => this.#place());
  }

  /** Tells screen readers something, once nothing else is typed. */
  announce(text, rest = REST_MS) {
    this.cancelAnnouncement();
    this.#announcing = setTimeout(() => (this.#liveRegion.textContent = text), rest);
  }

  /** Cancels the announcement of a status that is out of date, as something else is typed. */
  cancelAnnouncement() {
    clearTimeout(this.#announcing);
  }

  /** Keeps the panel where it can be seen, as sizes have changed. */
  positionPanel() {
    // In a dialog that is closed it has no size.
    if (this.#panel.clientWidth === 0) return;
    this.#measure();
    this.#showPreview();
  }

  #measure() {
    this.#place();
    this.isWide = !this.#frame.isPage && this.#panel.clientWidth >= MIN_WIDE_PIXELS;
  }

  #place() {
    if (!this.#frame.dialog && !this.#frame.isPage) positionPanel(this.#panel, this.#frame.input);
  }

  /** Hides the options, which `reopen` shows again. */
  close() {
    const wasOpen = this.isOpen;
    this.#panel.hidden = true;
    this.#unwatch();
    if (this.#panel.popover && this.#panel.isConnected) this.#panel.togglePopover(false);
    if (wasOpen) this.#onToggle(false);
    this.#frame.box.classList.remove("full");
    this.cancelAnnouncement();
    this.#liveRegion.textContent = "";
    this.#activate(-1);
    this.#expose(false);
  }

  reopen() {
    if (!this.#status.textContent && !this.hasFailed && this.#rows.length === 0) return;
    this.showStatus(this.#status.textContent);
    if (!this.#frame.isPage) this.#activate(this.#best);
  }

  /** Removes the options. */
  clear() {
    this.showRows([], []);
    this.close();
  }

  /** Goes to the next option, around the end. */
  move(by) {
    const count = this.#rows.length;
    if (count === 0) return;
    this.hasMoved = true;
    const from = this.#active < 0 && by < 0 ? 0 : this.#active;
    this.#activate((from + by + count) % count);
  }

  /** Goes to the option of a hit, if it is among them. */
  choose(id) {
    const row = this.#rows.find(({ hit, isTitle }) => hit?.id === id && !isTitle);
    if (row && this.#frame.isPage) row.node.focus();
    else if (row) this.#activate(this.#rows.indexOf(row));
  }

  /** The option that Enter chooses: where none is active, the best. */
  get chosen() {
    return this.#rows[this.#active < 0 ? this.#best : this.#active];
  }

  /** On a page of results: the first link gets the focus. */
  focusFirst() {
    this.#rows[0]?.node.focus();
  }

  /** The row that a node is or lies in; undefined where it does not. */
  rowOf(node) {
    return this.#rows.find((row) => row.node.contains(node));
  }

  /** Opens the section of a row in its place, or of the active one; says whether there is one. */
  openSection(row = this.#rows[this.#active]) {
    if (!row?.hit || row.isTitle || this.isWide || this.#opened === row) return false;
    this.closeSection();
    const shown = element("div", { part: "section", class: "prose", "aria-hidden": "true", tabindex: "-1" }, sectionOf(row.hit));
    row.node.after(shown);
    row.node.classList.add("opened");
    this.#opened = row;
    this.#activate(this.#rows.indexOf(row));
    showBest(shown);
    shown.scrollIntoView({ block: "nearest" });
    row.node.scrollIntoView({ block: "nearest" });
    this.announce(row.hit.children[0]?.text ?? row.hit.snippet, 0);
    return true;
  }

  /** Closes the section that is open in its place; says whether there was one. */
  closeSection() {
    const row = this.#opened;
    if (!row) return false;
    row.node.nextElementSibling.remove();
    row.node.classList.remove("opened");
    this.#opened = undefined;
    return true;
  }

  toggleSection(row) {
    if (this.#opened === row) this.closeSection();
    else this.openSection(row);
  }

  /** Scrolls the section that can be seen; says whether there is one. */
  scrollSection(by) {
    const shown = this.#preview.hidden ? this.#opened?.node.nextElementSibling : this.#preview;
    shown?.scrollBy(0, by * PAGE_KEY_SHARE * shown.clientHeight);
    return Boolean(shown);
  }

  #activate(position) {
    const before = this.#rows[this.#active]?.node;
    const { input } = this.#frame;
    before?.setAttribute("aria-selected", "false");
    before?.part.remove("active");
    this.#active = position;
    const option = this.#rows[position]?.node;
    option?.setAttribute("aria-selected", "true");
    option?.part.add("active");
    // The name of the first page can be seen with its first section.
    if (position >= 0 && position <= this.#best) this.#toTop();
    else this.#scrollTo(option);
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    this.#showPreview();
  }

  #scrollTo(option) {
    option?.scrollIntoView({ block: "nearest" });
    this.#isScrolled = true;
  }

  /** Shows the section of the active option beside the list, where there is room. */
  #showPreview() {
    const row = this.#rows[this.#active];
    const isShown = Boolean(row?.hit) && this.isWide;
    if (isShown) this.closeSection();
    const changed = isShown && this.#preview.dataset.of !== row.node.id + row.hit.id;
    this.#panel.classList.toggle("wide", isShown);
    this.#preview.hidden = !isShown;
    if (!isShown) {
      delete this.#preview.dataset.of;
      this.#preview.replaceChildren();
    } else if (changed) {
      this.#preview.dataset.of = row.node.id + row.hit.id;
      const path = element("h2", { class: "path", dir: "auto" }, stepsTo(row.hit).join(" › "));
      const text = element("div", { class: "prose", dir: "auto" }, sectionOf(row.hit));
      this.#preview.replaceChildren(path, text);
      showBest(this.#preview);
    }
  }
}
