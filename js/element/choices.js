// What of a hit is shown: where it stands, where it leads, and the snippet with its matches.
import { addressOf } from "../address.js";
import { element } from "./dom.js";

/** What in Markdown begins and ends code, and begins headings. */
const SYNTAX = /^\s*[`~]{3}.*$|^#{1,6}(?= )/gm;

/**
 * An option of the list.
 *
 * @param {import("../index.js").Hit} hit
 * @param {number} position from 0
 */
export function choice(hit, position) {
  const words = trail(hit);
  const title = element("span", { part: "title", dir: "auto" }, words.pop());
  const snippet = element("span", { part: "snippet", dir: "auto" }, ...marked(hit));
  const made = element("a", {
    part: "option",
    role: "option",
    id: `option-${position}`,
    tabindex: "-1",
    "aria-selected": "false",
  });
  const to = address(hit);
  if (to) made.setAttribute("href", to);
  if (words.length > 0) made.append(element("span", { part: "trail", dir: "auto" }, words.join(" › ")));
  made.append(title, snippet);
  return made;
}

/** The title of the page and the headings above the match, the last of which is the nearest. */
function trail({ title, headings, document }) {
  const isTitle = headings[0]?.toLowerCase() === title.toLowerCase();
  const words = [title, ...(isTitle ? headings.slice(1) : headings)].filter(Boolean);
  return words.length > 0 ? words : [document];
}

/**
 * Where a hit leads: its page and, in it, the heading.
 *
 * @param {import("../index.js").Hit} hit
 * @returns {string} empty where that is no web page, such as `javascript:`
 */
export function address(hit) {
  if (!hit.url) return "";
  try {
    const to = new URL(addressOf(hit), document.baseURI);
    return to.protocol === "http:" || to.protocol === "https:" ? to.href : "";
  } catch {
    return ""; // No address at all.
  }
}

/** The snippet as nodes, without what is there for the sake of Markdown. */
function marked({ snippet, snippetStart, highlights }) {
  const hidden = [...snippet.matchAll(SYNTAX)].map((found) => [found.index, found.index + found[0].length]);
  const marks = highlights
    .map(([from, to]) => [from - snippetStart, to - snippetStart])
    .filter(([from, to]) => from >= 0 && to <= snippet.length);
  // Where anything begins or ends; what lies between two of these is of one kind.
  const places = [0, snippet.length, ...hidden.flat(), ...marks.flat()].sort((a, b) => a - b);
  const lies = (at, ranges) => ranges.some(([from, to]) => at >= from && at < to);
  return places.slice(1).flatMap((end, i) => {
    const start = places[i];
    const text = snippet.slice(start, end);
    if (!text || lies(start, hidden)) return [];
    return lies(start, marks) ? element("mark", { part: "mark" }, text) : text;
  });
}
