/**
 * Shows the whole text of a hit, with the passages that matched set apart, and its snippet.
 *
 * @typedef {import("./blocks.js").Block} Block
 * @typedef {{text: string, highlights: [number, number][]}} Source
 */
import { parse } from "./blocks.js";
import { element, marked } from "./marks.js";
import { divide, regions } from "./regions.js";

/** A snippet of a longer text is shown as it stands: reading all of the text would take too long. */
const LONGEST_READ = 20_000;

const LABELS = { best: "Matched passage", other: "Also matches" };

/**
 * @param {object} hit
 * @returns {DocumentFragment}
 */
export function passage(hit) {
  const shown = document.createDocumentFragment();
  let rest = parse(hit.text);
  for (const region of regions(hit.text.length, hit.children)) {
    const [blocks, after] = divide(rest, region.end);
    rest = after;
    shown.append(...regionNodes(hit, region.kind, blocks));
  }
  return shown;
}

function regionNodes(source, kind, blocks) {
  const nodes = blocks.map((block) => show(source, block));
  if (kind === "plain" || nodes.length === 0) return nodes;
  const label = element("p", { class: "label", "aria-hidden": "true" }, LABELS[kind]);
  const attributes = { class: `match ${kind}`, role: "group", "aria-label": LABELS[kind] };
  return [element("div", attributes, label, ...nodes)];
}

/** The renderer of each kind of block. */
const SHOW = {
  paragraph: (source, block) => element("p", {}, ...lines(source, block)),
  heading: showHeading,
  code: showCode,
  rule: () => element("hr"),
  table: showTable,
  row: showRow,
  list: showList,
  item: showItem,
  quote: showQuote,
  description: (source, block) => element("div", { class: "description" }, ...inner(source, block)),
};

function show(source, block) {
  const node = SHOW[block.kind](source, block);
  if (block.continued) node.classList.add("continued");
  return node;
}

function inner(source, block) {
  return block.children.map((child) => show(source, child));
}

/** The lines of a leaf, with the line ends between them. */
function lines({ text, highlights }, block) {
  return block.pieces.flatMap((piece, i) => {
    const nodes = marked(text, piece, highlights);
    return i === 0 ? nodes : ["\n", ...nodes];
  });
}

function showHeading(source, block) {
  // The page itself has the first two levels.
  return element(`h${Math.min(block.level + 2, 6)}`, {}, ...lines(source, block));
}

function showCode(source, block) {
  const code = element("code", {}, ...lines(source, block));
  // Wide code scrolls, also for those who use keys.
  const shown = element("pre", { tabindex: "0" }, code);
  if (block.language && !block.continued) shown.dataset.language = block.language;
  return shown;
}

function showTable(source, block) {
  const table = element("table", {}, ...inner(source, block));
  return element("div", { class: "table", tabindex: "0" }, table);
}

function showRow(source, block) {
  return element("tr", {}, ...block.children.map((cell) => showCell(source, cell, block.head)));
}

function showCell(source, cell, isHead) {
  const shown = lines(source, cell);
  // A corner without words is the head of nothing.
  return isHead && shown.length > 0 ? element("th", { scope: "col" }, ...shown) : element("td", {}, ...shown);
}

function showList(source, block) {
  const isNumbered = block.children[0].number !== null;
  return element(isNumbered ? "ol" : "ul", {}, ...inner(source, block));
}

function showItem(source, block) {
  const attributes = block.number === null ? {} : { value: String(block.number) };
  return element("li", attributes, ...inner(source, block));
}

function showQuote(source, block) {
  const shown = element("blockquote", {}, ...inner(source, block));
  if (block.alert) shown.prepend(element("p", { class: "alert" }, block.alert.toLowerCase()));
  return shown;
}

/**
 * The snippet of a hit in one line: its words without the notation of blocks.
 * @param {object} hit
 * @returns {Node[]}
 */
export function snippet(hit) {
  const start = hit.snippetStart;
  const end = start + hit.snippet.length;
  const nodes = snippetPieces(hit, start, end).flatMap((piece, i) => {
    const words = marked(hit.text, piece, hit.highlights);
    return i === 0 ? words : [" ", ...words];
  });
  if (hit.text.slice(0, start).trim() !== "") nodes.unshift("… ");
  if (hit.text.slice(end).trim() !== "") nodes.push(" …");
  return nodes;
}

function snippetPieces(hit, start, end) {
  if (hit.text.length > LONGEST_READ) return [{ start, end }];
  const [before] = divide(parse(hit.text), end);
  const [, within] = divide(before, start);
  return within.flatMap(pieces);
}

function pieces(block) {
  return block.pieces ?? block.children.flatMap(pieces);
}
