// Marks a passage on the page that a result led to, where the browser does not find it by the address.

/** The name of the highlight, for a site's own `::highlight(kindex-passage)`. */
const NAME = "kindex-passage";

/** The key under which this tab keeps the passage on the way to the page. */
const KEY = "kindex-passage";

/** The time in which a page's own script may still go to the heading, in milliseconds. */
const SETTLING = 1500;

const UNREAD = "script, style, noscript, template, textarea, kindex-search";

/**
 * Keeps a passage for the page that is opened next.
 *
 * @param {string} url of that page
 * @param {string[]} passage the phrase, or its beginning and its end
 */
export function remember(url, passage) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ url, passage }));
  } catch {
    // The page opens at its heading if nothing may be kept.
  }
}

/** Marks the passage that is kept for this page, and scrolls to it. */
export function land() {
  const passage = recalled();
  if (!passage) return;
  const range = rangeOf(passage);
  if (!range) return;
  const around = range.startContainer.parentElement;
  for (let node = around; node; node = node.parentElement) if (node.localName === "details") node.open = true;
  mark(range);
  around.scrollIntoView({ block: "center" });
  stay(range);
}

/** Comes back to the passage where a script of the page leaves it, as routers do once they have started. */
function stay(range) {
  const ended = new AbortController();
  const { signal } = ended;
  const show = () => range.startContainer.parentElement.scrollIntoView({ block: "center", behavior: "instant" });
  addEventListener("scroll", () => isSeen(range) || show(), { signal, capture: true });
  // The reader goes where they like.
  for (const name of ["wheel", "touchmove", "pointerdown", "keydown"]) addEventListener(name, () => ended.abort(), { signal, passive: true });
  setTimeout(() => ended.abort(), SETTLING);
}

function isSeen(range) {
  const { top, bottom } = range.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** The passage that is kept for this page; it serves once. */
function recalled() {
  try {
    const { url, passage } = JSON.parse(sessionStorage.getItem(KEY));
    if (pageOf(url) !== pageOf(location.href)) return undefined;
    sessionStorage.removeItem(KEY);
    return passage;
  } catch {
    return undefined;
  }
}

/** Gives an address without what servers and sites leave out: the fragment, and the name of the index page. */
function pageOf(url) {
  const [, path, query = ""] = /^([^?#]*)(\?[^#]+)?/.exec(url);
  // The query may say which page it is.
  return path.replace(/(\/index)?\.html$|\/$/, "") + query;
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

/** The range of the phrases on the page; undefined if they are not there. */
function rangeOf([first, last]) {
  const { text, places } = readPage();
  const start = found(text, first, 0);
  if (start < 0) return undefined;
  const middle = start + first.length;
  const tail = last === undefined ? middle : found(text, last, middle);
  const end = last === undefined ? middle : tail + last.length;
  if (tail < 0) return undefined;
  const range = document.createRange();
  range.setStart(...places[start]);
  const [node, offset] = places[end - 1];
  range.setEnd(node, offset + 1);
  return range;
}

/** The place of a phrase that is no part of other words. */
function found(text, phrase, from) {
  const wanted = folded(phrase);
  const isWord = (char) => /[\p{L}\p{M}\p{N}_]/u.test(char ?? "");
  for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isWhole = !isSpaced(wanted) || !(isWord(text[at - 1]) || isWord(text[at + wanted.length]));
    if (isWhole) return at;
  }
  return -1;
}

/** Whether writing has spaces between words. */
const isSpaced = (text) => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);

/** Small letters, as long as the text is: some letters have small ones of another length. */
const folded = (text) => text.replace(/./gsu, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char));

/** The text of the page with one blank for all that parts words, and of each character its node and offset. */
function readPage() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, {
    acceptNode: ({ parentElement }) => (parentElement.closest(UNREAD) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  });
  const places = [];
  let text = "";
  let block;
  const add = (char, node, offset) => {
    if (char === " " && (text === "" || text.endsWith(" "))) return;
    text += char;
    places.push([node, offset]);
  };
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const around = blockOf(node);
    if (around !== block) add(" ", node, 0);
    block = around;
    [...folded(node.data).split("")].forEach((char, offset) => add(/\s/.test(char) ? " " : char, node, offset));
  }
  return { text, places };
}

/** The nearest element around a text that is not within a line. */
function blockOf({ parentElement }) {
  let node = parentElement;
  while (node.parentElement && getComputedStyle(node).display.startsWith("inline")) node = node.parentElement;
  return node;
}
