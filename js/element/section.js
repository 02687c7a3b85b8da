// The whole text of a hit as blocks that can be read, with the passages that match set apart.
import { parse } from "./blocks.js";
import { element } from "./dom.js";
import { marked, markedWithCode } from "./marks.js";
import { divideBelowHeaders } from "./regions.js";

/** @typedef {import("./blocks.js").Block} Block */

/**
 * @param {import("../entry/index.js").Hit} hit
 * @param {import("./regions.js").Region[]} parts of the text, in order
 * @param {object} [how]
 * @param {Record<"best" | "other", string>} [how.labels] what is said of the passages that match
 * @param {number} [how.level] of all headings; otherwise two below their own, as the page has the first two
 * @returns {DocumentFragment}
 */
export function section({ text, highlights }, parts, { labels = {}, level } = {}) {
  const hit = { text, highlights, level };
  const shown = document.createDocumentFragment();
  let rest = parse(text);
  for (const region of parts) {
    const [blocks, after] = divideBelowHeaders(rest, region.end);
    rest = after;
    shown.append(...regionNodes(hit, region.kind, blocks, labels[region.kind]));
  }
  return shown;
}

function regionNodes(hit, kind, blocks, label) {
  const nodes = blocks.map((block) => show(hit, block));
  if (kind === "plain" || nodes.length === 0) return nodes;
  const box = element("div", { class: `match ${kind}` }, ...nodes);
  if (label) {
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", label);
    box.prepend(element("p", { class: "label", "aria-hidden": "true" }, label));
  }
  return [box];
}

/** The renderer of each kind of block. */
const SHOW = {
  paragraph: (hit, block) => element("p", {}, ...lines(hit, block, markedWithCode)),
  heading: (hit, block) => element(`h${hit.level ?? Math.min(block.level + 2, 6)}`, {}, ...lines(hit, block, markedWithCode)),
  code: showCode,
  rule: () => element("hr"),
  table: (hit, block) => element("div", { class: "table" }, element("table", {}, ...inner(hit, block))),
  row: (hit, block) => element("tr", {}, ...block.children.map((cell) => showCell(hit, cell, block.head))),
  list: (hit, block) => element(block.children[0].number === null ? "ul" : "ol", {}, ...inner(hit, block)),
  item: (hit, block) => element("li", block.number === null ? {} : { value: String(block.number) }, ...inner(hit, block)),
  quote: showQuote,
  description: (hit, block) => element("div", { class: "description" }, ...inner(hit, block)),
};

function show(hit, block) {
  const node = SHOW[block.kind](hit, block);
  if (block.continued) node.classList.add("continued");
  return node;
}

const inner = (hit, block) => block.children.map((child) => show(hit, child));

/** The lines of a leaf, with the line ends between them. */
function lines({ text, highlights }, block, nodesOf = marked) {
  return block.pieces.flatMap((piece, i) => {
    const nodes = nodesOf(text, piece, highlights);
    return i === 0 ? nodes : ["\n", ...nodes];
  });
}

function showCode(hit, block) {
  const shown = element("pre", {}, element("code", {}, ...lines(hit, block)));
  if (block.language && !block.continued) shown.dataset.language = block.language;
  return shown;
}

function showCell(hit, cell, isHead) {
  const shown = lines(hit, cell, markedWithCode);
  // A corner without words is the head of nothing.
  return isHead && shown.length > 0 ? element("th", { scope: "col" }, ...shown) : element("td", {}, ...shown);
}

function showQuote(hit, block) {
  const shown = element("blockquote", {}, ...inner(hit, block));
  if (block.alert) shown.prepend(element("p", { class: "alert" }, block.alert.toLowerCase()));
  return shown;
}
