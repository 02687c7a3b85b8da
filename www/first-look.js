/** The first look: a query that the page types by itself. */

/** Typing takes so long in all, in milliseconds. */
const TYPING = 1000;

/** What readers do. Then the page leaves the field to them. */
const ACTS = ["keydown", "pointerdown", "focusin", "input", "change", "drop", "popstate"];

/**
 * Types a query letter by letter, until the reader does something. It comes at once where the reader
 * prefers less motion.
 * @param {HTMLInputElement} input
 * @param {string} query
 * @param {() => unknown} told of each letter
 */
export async function typeByItself(input, query, told) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const letters = isStill ? [query] : [...query];
  const typing = new AbortController();
  const { signal } = typing;
  for (const act of ACTS) addEventListener(act, () => typing.abort(), { capture: true, signal });
  let typed = "";
  for (const letter of letters) {
    if (!isStill) await new Promise((resolve) => setTimeout(resolve, TYPING / letters.length));
    if (signal.aborted) return;
    typed += letter;
    input.value = typed;
    told();
  }
  typing.abort();
}
