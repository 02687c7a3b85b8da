/**
 * Text as DOM nodes, with its matches marked. The text of an index is data: it only ever becomes
 * text nodes.
 *
 * @typedef {import("../js/element/blocks.js").Span} Span
 */

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * The nodes of a range of `text`.
 * @param {string} text
 * @param {Span} span
 * @param {[number, number][]} highlights ranges of `text`, in order and apart
 * @returns {Node[]}
 */
export function marked(text, span, highlights) {
  const nodes = [];
  let at = span.start;
  for (let i = firstEndingAfter(highlights, span.start); i < highlights.length; i += 1) {
    const start = Math.max(highlights[i][0], at);
    const end = Math.min(highlights[i][1], span.end);
    if (start >= span.end) break;
    if (start > at) nodes.push(document.createTextNode(text.slice(at, start)));
    nodes.push(element("mark", {}, text.slice(start, end)));
    at = end;
  }
  if (at < span.end) nodes.push(document.createTextNode(text.slice(at, span.end)));
  return nodes;
}

function firstEndingAfter(highlights, place) {
  let low = 0;
  let high = highlights.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (highlights[middle][1] > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
