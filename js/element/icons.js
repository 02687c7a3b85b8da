// Small pictures, drawn with the colour of the text around them.

const SVG = "http://www.w3.org/2000/svg";

// Paths in a square of 16 by 16, each by itself: a page loads those that it shows.
export const SEARCH = "M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2zm3.6 8.6L14 14";
export const PAGE = "M4 1.5h5l3 3v10H4zM9 1.5v3h3M6 8h4M6 10.5h4";
export const HEADING = "M3 6h10.5M2.5 10H13M6.5 2.5l-1.2 11M10.8 2.5l-1.2 11";
export const PASSAGE = "M3 4h10M3 8h10M3 12h6";
export const CHEVRON = "M6 3.5 10.5 8 6 12.5";
export const ENTER = "M13 3v5H3.5M6.5 5l-3 3 3 3";
export const CLOCK = "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 3v3l2 1.5";
export const STAR = "m8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z";
export const CROSS = "m4 4 8 8m0-8-8 8";

/**
 * @param {string} path
 */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  const attributes = { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
