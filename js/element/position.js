import { above } from "./dom.js";

/** The distance of the panel from the edges of the viewport, in pixels. */
const GAP = 8;

/**
 * Keeps the panel where it can be seen: from the field's start where there is space, else
 * from its end, else as it fits, and no higher than the space below.
 *
 * @param {HTMLElement} panel
 * @param {HTMLElement} field
 */
export function positionPanel(panel, field) {
  const box = field.getBoundingClientRect();
  const [left, right] = spaceAround(panel, box);
  panel.style.translate = "none";
  panel.style.maxInlineSize = `${right - left}px`;
  const { left: from, right: to, top } = panel.getBoundingClientRect();
  let shift = 0;
  if (to > right) shift = box.right - to;
  else if (from < left) shift = box.left - from;
  panel.style.translate = `${Math.max(left - from, Math.min(shift, right - to))}px`;
  // A keyboard on the screen covers a part of the window; the visual viewport is the rest.
  const { offsetTop, height } = visualViewport;
  panel.style.setProperty("--_space", `${offsetTop + height - top - GAP}px`);
}

/** The left and right limits between which nothing cuts the panel off, in pixels; a field at the edge leaves no gap. */
function spaceAround(panel, box) {
  const width = document.documentElement.clientWidth;
  let left = Math.max(0, Math.min(GAP, box.left));
  let right = Math.min(width, Math.max(width - GAP, box.right));
  for (let node = panel.getRootNode().host; node && node !== document.body; node = above(node)) {
    if (getComputedStyle(node).overflowX === "visible") continue;
    const edges = node.getBoundingClientRect();
    left = Math.max(left, edges.left);
    right = Math.min(right, edges.right);
  }
  return [left, right];
}
