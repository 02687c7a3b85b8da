import { above } from "./dom.js";

/** The distance of the panel from the edges of the viewport. */
const GAP_PIXELS = 8;

/** The distance of the panel from the field. */
const FIELD_GAP_PIXELS = 6;

/** A panel with less room below the field stands above it, if there is more. */
const MIN_HEIGHT_PIXELS = 200;

/**
 * Keeps the panel where it can be seen: from the field's start where there is space, else
 * from its end, else as it fits, and no higher than the space that it has.
 *
 * @param {HTMLElement} panel a popover lies over the page, and nothing there cuts it off
 * @param {HTMLElement} field
 */
export function positionPanel(panel, field) {
  if (panel.popover) positionOver(panel, field);
  else positionWithin(panel, field);
}

function positionOver(panel, field) {
  // Being moved closes it, and out of the page it cannot open.
  if (!panel.isConnected) return;
  panel.togglePopover(true);
  const box = field.getBoundingClientRect();
  // Boxes have the pixels of the window, and styles those of a page that sets its zoom.
  const zoom = panel.currentCSSZoom ?? 1;
  const pixels = (length) => `${length / zoom}px`;
  const [left, right] = spaceInWindow(box);
  panel.style.setProperty("--_field", pixels(box.width));
  panel.style.maxInlineSize = pixels(right - left);
  const { width } = panel.getBoundingClientRect();
  const sides = [box.left, box.right - width];
  if (getComputedStyle(panel).direction === "rtl") sides.reverse();
  const at = sides.find((side) => side >= left && side + width <= right) ?? Math.max(left, Math.min(sides[1], right - width));
  const { space, edges } = beside(box);
  panel.style.inset = [...edges, at].map((edge) => (edge === undefined ? "auto" : pixels(edge))).join(" ");
  panel.style.setProperty("--_space", pixels(space));
}

/** The space below the field or above it, and what its edges are there: top, right and bottom. */
function beside(box) {
  // A keyboard on the screen covers a part of the window; the visual viewport is the rest.
  const { offsetTop, height } = visualViewport;
  const top = box.bottom + FIELD_GAP_PIXELS;
  const below = offsetTop + height - top - GAP_PIXELS;
  const over = box.top - FIELD_GAP_PIXELS - offsetTop - GAP_PIXELS;
  if (below >= MIN_HEIGHT_PIXELS || over <= below) return { space: below, edges: [top, undefined, undefined] };
  return { space: over, edges: [undefined, undefined, document.documentElement.clientHeight - box.top + FIELD_GAP_PIXELS] };
}

/** In browsers without popovers it is a part of the page. */
function positionWithin(panel, field) {
  const box = field.getBoundingClientRect();
  const [left, right] = spaceAround(panel, box);
  panel.style.translate = "none";
  panel.style.maxInlineSize = `${right - left}px`;
  const { left: from, right: to, top } = panel.getBoundingClientRect();
  let shift = 0;
  if (to > right) shift = box.right - to;
  else if (from < left) shift = box.left - from;
  panel.style.translate = `${Math.max(left - from, Math.min(shift, right - to))}px`;
  const { offsetTop, height } = visualViewport;
  panel.style.setProperty("--_space", `${offsetTop + height - top - GAP_PIXELS}px`);
}

/** The left and right limits of the window, in pixels; a field at the edge leaves no gap. */
function spaceInWindow(box) {
  const width = document.documentElement.clientWidth;
  return [Math.max(0, Math.min(GAP_PIXELS, box.left)), Math.min(width, Math.max(width - GAP_PIXELS, box.right))];
}

/** The left and right limits between which nothing cuts the panel off, in pixels. */
function spaceAround(panel, box) {
  let [left, right] = spaceInWindow(box);
  for (let node = panel.getRootNode().host; node && node !== document.body; node = above(node)) {
    if (getComputedStyle(node).overflowX === "visible") continue;
    const edges = node.getBoundingClientRect();
    left = Math.max(left, edges.left);
    right = Math.min(right, edges.right);
  }
  return [left, right];
}

/**
 * Tells when the field may have another place in the window, as the page scrolls or its layout changes.
 *
 * @param {HTMLElement} field
 * @param {() => void} onMove
 * @returns {() => void} ends it
 */
export function watchPlace(field, onMove) {
  const ended = new AbortController();
  const { signal } = ended;
  for (const name of ["scroll", "transitionend", "animationend"]) addEventListener(name, onMove, { signal, capture: true, passive: true });
  const observer = new ResizeObserver(onMove);
  for (const node of [field, document.body]) observer.observe(node);
  signal.addEventListener("abort", () => observer.disconnect());
  return () => ended.abort();
}
