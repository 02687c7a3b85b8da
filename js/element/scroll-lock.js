// The page behind an open dialog stays where it is.

/** The objects that have a dialog open. */
const holders = new Set();

/** The style sheet that was added to those of the page. */
let added;

/**
 * Keeps the page from scrolling until all that hold it let it go.
 *
 * @param {object} holder
 */
export function lockScroll(holder) {
  if (holders.size === 0) {
    added = new CSSStyleSheet();
    added.replaceSync(`${scroller()} { overflow: hidden !important } html { ${gutter()} }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, added];
  }
  holders.add(holder);
}

/** @param {object} holder whether it holds the page or not */
export function unlockScroll(holder) {
  if (!holders.delete(holder) || holders.size > 0) return;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== added);
}

/** The element whose overflow is that of the window: that of the body counts where the root has none. */
function scroller() {
  const [root, body] = [document.documentElement, document.body].map((one) => getComputedStyle(one).overflow);
  return root === "visible" && body !== "visible" ? "body" : "html";
}

/** Nothing moves to where a scroll bar was. */
function gutter() {
  const isShown = innerWidth > document.documentElement.clientWidth;
  return isShown ? "scrollbar-gutter: stable !important" : "";
}
