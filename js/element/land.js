// Leads to a passage on the page that a result led to, where the browser does not find it by the address.
import { isShown, show } from "./hidden.js";
import { recalled } from "./led.js";
import { findsPassages } from "./passage.js";
import { isSpaced, readPage, readPhrase } from "./page-text.js";

/** The name of the highlight, for a site's own `::highlight(kindex-passage)`. */
const NAME = "kindex-passage";

/** The time in which a page's own script may still go to the heading. */
const SETTLING_MS = 1500;

/** At most this many places that have the words of a passage are tried. */
const MAX_PLACES = 8;

/** What a reader moves on a page by. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"];

/** Whether the reader has gone on by themselves, as a page may load for long. */
let hasMoved = false;
const noted = new AbortController();
const note = () => {
  hasMoved = true;
  noted.abort();
};
for (const name of MOVES) globalThis.addEventListener?.(name, note, { signal: noted.signal, passive: true, capture: true });

/**
 * Marks the passage that is kept for this page, opens what hides it, and scrolls to it.
 *
 * @param {{ isRouted?: boolean, isLoading?: boolean }} [how] whether a script has changed the address, so that no
 *   browser looked for the words; and whether the page has just loaded, in which the reader may have moved on since
 */
export async function land({ isRouted = false, isLoading = false } = {}) {
  const passage = recalled();
  if (!passage || (isLoading && hasMoved)) return;
  for (const range of rangesOf(passage)) {
    const around = range.startContainer.parentElement;
    // The browser has marked it.
    if (!isRouted && findsPassages() && isShown(around) && isSeen(range)) return;
    if (!isShown(around) && !(await show(around))) continue;
    mark(range);
    goTo(around);
    stay(range);
    return;
  }
  const heading = target();
  if (heading && !isShown(heading) && (await show(heading))) heading.scrollIntoView();
}

/** What the fragment of the address names. */
function target() {
  const { hash } = location;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return document.getElementById(hash.slice(1));
  }
}

const goTo = (node, behavior = "auto") => node.scrollIntoView({ block: "center", behavior });

/** Comes back to the passage where a script of the page leaves it, as routers do once they have started. */
function stay(range) {
  const ended = new AbortController();
  const { signal } = ended;
  const back = () => goTo(range.startContainer.parentElement, "instant");
  addEventListener("scroll", () => isSeen(range) || back(), { signal, capture: true });
  // The reader goes where they like.
  for (const name of MOVES) addEventListener(name, () => ended.abort(), { signal, passive: true });
  setTimeout(() => ended.abort(), SETTLING_MS);
}

function isSeen(range) {
  const { top, bottom } = range.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

function mark(range) {
  if (!globalThis.Highlight || !CSS.highlights) return;
  if (!CSS.highlights.has(NAME)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet()];
  CSS.highlights.set(NAME, new Highlight(range));
}

function sheet() {
  const made = new CSSStyleSheet();
  made.replaceSync(`::highlight(${NAME}) { background-color: Mark; color: MarkText }`);
  return made;
}

/** The ranges of the phrases on the page: those after the heading of the address come first. */
function rangesOf([first, last]) {
  if (!first) return [];
  const { text, places } = readPage();
  const [start, end] = [first, last ?? ""].map(readPhrase);
  const ranges = [];
  for (let at = found(text, start, 0); at >= 0 && ranges.length < MAX_PLACES; at = found(text, start, at + 1)) {
    const middle = at + start.length;
    const tail = end ? found(text, end, middle) : middle;
    if (tail >= 0) ranges.push(rangeAt(places, at, tail + end.length));
  }
  const heading = target();
  const isBefore = ({ startContainer }) => !heading || !(heading.compareDocumentPosition(startContainer) & Node.DOCUMENT_POSITION_FOLLOWING);
  return [...ranges.filter((range) => !isBefore(range)), ...ranges.filter(isBefore)];
}

function rangeAt(places, start, end) {
  const range = document.createRange();
  range.setStart(...places[start]);
  const [node, offset] = places[end - 1];
  range.setEnd(node, offset + 1);
  return range;
}

/** The place of a phrase that is no part of other words; -1 where there is none. */
function found(text, wanted, from) {
  const isWord = (char) => /[\p{L}\p{M}\p{N}_]/u.test(char ?? "");
  for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isWhole = !isSpaced(wanted) || !(isWord(text[at - 1]) || isWord(text[at + wanted.length]));
    if (isWhole) return at;
  }
  return -1;
}
