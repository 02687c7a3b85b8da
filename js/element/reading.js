// The section of a hit as the list shows it.
import { section } from "./section.js";

/** The part that is seen above the passage that matches best, in pixels. */
const MARGIN = 16;

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
  if (best) shown.scrollTop = best.offsetTop - path - MARGIN;
}
