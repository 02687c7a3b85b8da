// The snippet of a hit for people: without backticks and the signs of Markdown's blocks, with the words
// of the query marked.
import { partsWithCode } from "../text/parts.js";
import { isText, readable, trimmed, written } from "./readable.js";

/** The title of the page and the headings above the match, the last of which is the nearest. */
export function stepsTo({ title, headings, document }) {
  const isTitle = headings[0]?.toLowerCase() === title.toLowerCase();
  const steps = [title, ...(isTitle ? headings.slice(1) : headings)].filter(Boolean);
  return steps.length > 0 ? steps : [document];
}

/**
 * The parts of the snippet of a hit, with an ellipsis where its text goes on. Title and headings of the
 * hit, which are shown already, are left out.
 *
 * @param {import("../entry/index.js").Hit} hit
 * @returns {import("../text/parts.js").Part[]}
 */
export function snippetParts(hit) {
  const { text, snippetStart: start, highlights } = withText(hit);
  const all = readable(text, stepsTo(hit));
  const end = start + hit.snippet.length;
  const part = trimmed(all.slice(start, end));
  if (!isText(part)) return [];
  const inside = highlights.filter(([from, to]) => from >= start && to <= end);
  const ranges = inside.map((range) => range.map((at) => at - start));
  const parts = partsWithCode(part, { start: 0, end: part.length }, ranges);
  if (isText(all.slice(0, start))) parts.unshift({ text: "… " });
  if (isText(all.slice(end))) parts.push({ text: " …" });
  return parts.map((one) => ({ ...one, text: written(one.text) })).filter(({ text }) => text);
}

/** A hit without a text has marks, which are places in the snippet. */
const withText = (hit) => (hit.marks ? { text: hit.snippet, snippetStart: 0, highlights: hit.marks.snippet } : hit);

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

/**
 * The same as HTML, in which all is escaped: words of the query in `<mark>`, code in `<code>`.
 *
 * @param {import("../entry/index.js").Hit} hit
 */
export function snippetHtml(hit) {
  const html = snippetParts(hit).map(({ text, mark, code }) => {
    const shown = mark ? `<mark>${escaped(text)}</mark>` : escaped(text);
    return code ? `<code>${shown}</code>` : shown;
  });
  return html.join("").replaceAll("</code><code>", "");
}
