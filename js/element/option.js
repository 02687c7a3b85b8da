// A hit as an option of the list: the headings above it, its link, and the snippet with its matches.
import { addressOf } from "../text/address.js";
import { element } from "./dom.js";
import { isText, readable, trimmed, written } from "./readable.js";

/**
 * An option of the list.
 *
 * @param {import("../entry/index.js").Hit} hit
 * @param {number} position from 0
 */
export function optionElement(hit, position) {
  const words = trail(hit);
  const snippet = element("span", { part: "snippet", dir: "auto" }, ...marked(hit, words));
  const title = element("span", { part: "title", dir: "auto" }, words.pop());
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
 * The link of a hit, which leads to its page and, in it, to the heading.
 *
 * @param {import("../entry/index.js").Hit} hit
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

/** The snippet as nodes, with an ellipsis where the text goes on. */
function marked({ text, snippet, snippetStart, highlights }, above) {
  const whole = readable(text, above);
  const end = snippetStart + snippet.length;
  const part = trimmed(whole.slice(snippetStart, end));
  const nodes = [];
  let at = 0;
  const add = (to, wrap) => {
    const words = written(part.slice(at, to));
    if (words) nodes.push(wrap ? element("mark", { part: "mark" }, words) : words);
    at = Math.max(at, to);
  };
  for (const [from, to] of highlights) {
    if (from < snippetStart || to > end) continue;
    add(from - snippetStart);
    add(to - snippetStart, true);
  }
  add(part.length);
  if (nodes.length === 0) return [];
  if (isText(whole.slice(0, snippetStart))) nodes.unshift("… ");
  if (isText(whole.slice(end))) nodes.push(" …");
  return nodes;
}

