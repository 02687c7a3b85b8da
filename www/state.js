/**
 * The facts that the page remembers: the index, the query and the unit in its address, so that a search can
 * be shared and the back button works, and the index from one visit to the next.
 */

const INDEX_KEY = "kindex-index";
/** Typing that pauses so long is a search of its own for the back button. */
const PAUSE = 1000;

/**
 * @typedef {{index: string, query: string, unit: "sections" | "passages"}} View
 */

/** @returns {View} what the address asks for */
export function readView() {
  const asked = new URLSearchParams(location.search);
  const unit = asked.get("unit") === "passages" ? "passages" : "sections";
  return { index: asked.get("index") ?? "", query: asked.get("q") ?? "", unit };
}

let isTyping = false;
let pause = 0;

/**
 * Writes the address. A burst of typing is one step for the back button.
 * @param {View} view
 */
export function writeTyped(view) {
  const to = addressOf(view);
  if (to === current()) return;
  history[isTyping ? "replaceState" : "pushState"](null, "", to);
  isTyping = true;
  clearTimeout(pause);
  pause = setTimeout(endTyping, PAUSE);
}

/** The next text typed is another step for the back button. */
export function endTyping() {
  isTyping = false;
  clearTimeout(pause);
}

/**
 * Writes the address as a step of its own.
 * @param {View} view
 */
export function writeChosen(view) {
  endTyping();
  const to = addressOf(view);
  if (to !== current()) history.pushState(null, "", to);
}

/**
 * Writes the address without a step.
 * @param {View} view
 */
export function replaceView(view) {
  history.replaceState(null, "", addressOf(view));
}

function addressOf({ index, query, unit }) {
  const asked = new URLSearchParams();
  if (index) asked.set("index", index);
  if (query) asked.set("q", query);
  if (unit === "passages") asked.set("unit", unit);
  const search = asked.toString();
  return location.pathname + (search ? `?${search}` : "");
}

function current() {
  return location.pathname + location.search;
}

/** @returns {string} the name of the index of the last visit, if any */
export function rememberedIndex() {
  try {
    return localStorage.getItem(INDEX_KEY) ?? "";
  } catch {
    return ""; // Storage is forbidden: nothing is remembered.
  }
}

/** @param {string} name */
export function rememberIndex(name) {
  try {
    localStorage.setItem(INDEX_KEY, name);
  } catch {
    // As above.
  }
}
