// What is in sight of a hit: of its section the passage that matches best, of its snippet a marked word.
import { section } from "./section.js";

/** The part that is seen above the passage that matches best. */
const MARGIN_PIXELS = 16;

/** At most this many characters stay before the first marked word of a snippet that begins there. */
const MAX_CHARACTERS_BEFORE = 24;

/** The section of a hit, with the passage that matches best set apart. */
export function sectionOf(hit) {
  const { start, end } = hit.children[0] ?? { start: 0, end: 0 };
  const parts = [
    { end: start, kind: "plain" },
    { end, kind: "best" },
    { end: hit.text.length, kind: "plain" },
  ];
  return section(hit, parts, { level: 3 });
}

/** Scrolls to the passage that matches best. */
export function showBest(shown) {
  const best = shown.querySelector(".best");
  const path = shown.querySelector(".path")?.offsetHeight ?? 0;
  if (best) shown.scrollTop = best.offsetTop - path - MARGIN_PIXELS;
}

/** Lets snippets whose lines end before their first marked word begin just before it. */
export function showMarks(list) {
  const firsts = [...list.querySelectorAll("[part=snippet]")].map((snippet) => [snippet, snippet.querySelector("mark")]);
  const cut = firsts.filter(([snippet, mark]) => mark && mark.getBoundingClientRect().bottom > snippet.getBoundingClientRect().bottom + 1);
  for (const [snippet, mark] of cut) beginBefore(snippet, mark);
}

function beginBefore(snippet, mark) {
  const range = document.createRange();
  range.setStart(snippet, 0);
  range.setEndBefore(mark);
  const before = range.toString();
  const least = Math.max(0, before.length - MAX_CHARACTERS_BEFORE);
  const blank = before.indexOf(" ", least);
  let left = blank < 0 ? least : blank + 1;
  const texts = document.createTreeWalker(snippet, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && left > texts.currentNode.length) left -= texts.currentNode.length;
  range.setEnd(texts.currentNode, left);
  range.deleteContents();
  snippet.prepend("… ");
}
