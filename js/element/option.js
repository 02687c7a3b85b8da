// A hit as an option of the list: its icon, its title with the headings above, its link, its snippet.
import { addressOf } from "../text/address.js";
import { element } from "./dom.js";
import { CHEVRON, ENTER, HEADING, PAGE, PASSAGE, icon } from "./icons.js";
import { marked, nodesOf, rangesOf } from "./marks.js";
import { snippetParts, stepsTo } from "./snippet.js";

/**
 * An option of the list.
 *
 * @param {import("../entry/index.js").Hit} hit
 * @param {string} id in the list
 * @param {object} shown
 * @param {Set<string>} shown.words to be marked
 * @param {boolean} shown.isFirst whether it is the first of its page
 * @param {string} [shown.tag] says of a page in which language or of which version it is
 * @param {boolean} shown.isLink whether it is a link among others rather than an option
 * @param {(hit: object) => Node | string | undefined} [shown.render] shows a hit in another way
 * @param {(hit: object) => string} [shown.link] where it leads
 */
export function optionElement(hit, id, { words, isFirst, isLink, render, tag, link = address }) {
  const steps = stepsTo(hit);
  const [title, ...above] = [...steps].reverse();
  const isPage = above.length === 0;
  const to = link(hit);
  const made = element(to || isLink ? "a" : "div", { part: "option", id });
  if (!isLink) set(made, { role: "option", tabindex: "-1", "aria-selected": "false" });
  if (to) made.setAttribute("href", to);
  made.classList.toggle("whole", isPage && isFirst);
  const own = render?.(hit);
  if (own) {
    made.append(own);
    return made;
  }
  const ranges = rangesOf(title, words);
  const kind = isPage ? PAGE : ranges.length > 0 ? HEADING : PASSAGE;
  const isHeading = isLink && isPage && isFirst;
  const lines = [element("span", { part: "title", dir: "auto", ...(isHeading && HEAD) }, ...marked(title, whole(title), ranges), ...tagNodes(tag))];
  // The name of an option is its title and what is above it; the snippet is its description.
  if (!isPage) lines.push(element("span", { class: "unseen" }, ` · ${steps[0]}`));
  const path = above.slice(0, -1).reverse().join(" › ");
  if (path) lines.push(element("span", { part: "trail", dir: "auto" }, ...marked(path, whole(path), rangesOf(path, words))));
  const snippet = element("span", { part: "snippet", dir: "auto", id: `${id}-text` }, ...nodesOf(snippetParts(hit)));
  if (snippet.hasChildNodes()) {
    lines.push(snippet);
    if (!isLink) set(snippet, { "aria-hidden": "true" });
    if (!isLink) made.setAttribute("aria-describedby", snippet.id);
  }
  made.append(icon(kind), element("span", { class: "lines" }, ...lines), end());
  return made;
}

/** The end of an option: a sign of what Enter does, and the button that opens its section. */
function end() {
  const enter = element("span", { class: "enter" }, icon(ENTER));
  return element("span", { class: "end", "aria-hidden": "true" }, enter, element("span", { part: "open" }, icon(CHEVRON)));
}

/** What makes the title of a page a heading on a page of results, which has the first one itself. */
const HEAD = { role: "heading", "aria-level": "2" };

const tagNodes = (tag) => (tag ? [" ", element("span", { part: "tag" }, tag)] : []);

/**
 * The title of a page, which leads to its beginning, above options that are sections of it.
 *
 * @param {import("../entry/index.js").Hit} hit of `pageOf`
 * @param {string} id in the list
 * @param {{ words: Set<string>, isLink: boolean, tag: string }} shown as in `optionElement`
 */
export function pageElement(hit, id, { words, isLink, tag }) {
  const [title] = stepsTo(hit);
  const to = address(hit);
  const name = element("span", { part: "page-title", dir: "auto" }, ...marked(title, whole(title), rangesOf(title, words)), ...tagNodes(tag));
  const made = element(to || isLink ? "a" : "div", { part: "page", id }, icon(PAGE), name);
  if (to) made.setAttribute("href", to);
  if (isLink) set(name, HEAD);
  if (isLink) return made;
  set(made, { role: "option", tabindex: "-1", "aria-selected": "false" });
  made.append(element("span", { class: "end", "aria-hidden": "true" }, element("span", { class: "enter" }, icon(ENTER))));
  return made;
}

/** The page of a hit, as a hit that leads to its beginning. */
export const pageOf = (hit) => ({ ...hit, anchor: undefined, headings: [] });

const whole = (text) => ({ start: 0, end: text.length });

const set = (node, attributes) => Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));

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
    const isFile = to.protocol === "file:" && document.baseURI.startsWith("file:");
    return isFile || to.protocol === "http:" || to.protocol === "https:" ? to.href : "";
  } catch {
    return ""; // No address at all.
  }
}
