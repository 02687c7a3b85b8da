/**
 * The outline of a document: its chunks as nested lists, those that match lit. Each row has a button
 * that shows the text of its chunk, and where there are chunks below, one that shows their rows.
 *
 * @typedef {import("./hierarchy.js").Node} Node
 */
import { element } from "./kindex/element/dom.js";
import { marked } from "./kindex/element/marks.js";
import { Hierarchy, nodesOf } from "./hierarchy.js";
import { reason } from "./library.js";
import { passage, snippet } from "./passage.js";
import { countOf } from "./words.js";

/** A row shows so much of a text at most, in UTF-16 units; its width shows less. */
const LONGEST_NAME = 120;

/** Of scores. */
const DIGITS = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };

/** Half a character at the end. */
const UNFINISHED = /[\ud800-\udbff]$/;

/** A child with this share of the best score is lit strongly. */
const STRONG = 0.5;

/**
 * Whether the part below a button is shown.
 * @param {HTMLElement} button
 */
export function isOpen(button) {
  return button.getAttribute("aria-expanded") === "true";
}

/**
 * The button that shows the outline of a hit's document, and the place where it does.
 * @param {object} hit
 * @param {number} rank of the hit, from 0
 * @param {{index: object, ask: (options: object) => object}} from where the hit is from
 * @returns {[HTMLButtonElement, HTMLElement]}
 */
export function outline(hit, rank, { index, ask }) {
  const title = hit.title || hit.document;
  const attributes = { class: "outline", id: `outline-${rank}`, role: "group", hidden: "" };
  const panel = element("div", { ...attributes, "aria-label": `Outline of ${title}` });
  const button = disclosure("show-outline", panel, () => {
    fill(panel, () => Hierarchy.of(index, ask, hit, rank), title);
  });
  button.append("Outline");
  button.addEventListener("click", () => scrollToResult(panel));
  button.addEventListener("keydown", (event) => onButtonKey(event, panel));
  panel.addEventListener("keydown", (event) => onRowKey(event, button));
  return [button, panel];
}

/** A button that shows and hides a part, which is made when first asked for: most never are. */
export function disclosure(name, part, make) {
  const attributes = { type: "button", class: name, "aria-expanded": "false", "aria-controls": part.id };
  const button = element("button", attributes);
  button.addEventListener("click", () => {
    if (part.childNodes.length === 0) make();
    part.hidden = !part.hidden;
    button.setAttribute("aria-expanded", String(!part.hidden));
  });
  return button;
}

async function fill(panel, make, title) {
  panel.append(element("p", { class: "about" }, "Reading the document …"));
  try {
    const hierarchy = await make();
    const place = { hierarchy, title, prefix: panel.id };
    const rows = element("ul", { role: "list", class: "rows" }, row(place, hierarchy.root));
    panel.replaceChildren(element("p", { class: "about" }, about(hierarchy.root)), rows);
    scrollToResult(panel);
  } catch (error) {
    panel.replaceChildren(element("p", { class: "problem" }, `The outline can't be drawn: ${reason(error)}.`));
  }
}

function about(root) {
  const nodes = nodesOf(root).slice(1);
  const found = nodes.filter(({ chunk, score }) => chunk.level === 0 && score > 0).length;
  const parts = `${countOf(nodes.length, "chunk")} in ${countOf(root.chunk.level, "level")}`;
  return `${parts} · ${found === 1 ? "1 passage matches" : `${found} passages match`}`;
}

/** A chunk and, below it, its text and its children, where they are shown. */
function row(place, node) {
  const { chunk, children } = node;
  const id = `${place.prefix}-${chunk.level}.${chunk.position}`;
  const text = element("div", { class: "text prose", id: `${id}-text`, hidden: "" });
  const open = disclosure("chunk", text, () => text.append(...textOf(place, node)));
  open.append(...label(place, node));
  open.addEventListener("click", () => revealText(text, open));
  const head = element("div", { class: `row ${lit(place.hierarchy, node)}` }, open);
  const item = element("li", {}, head, text);
  if (chunk.id === place.hierarchy.current) {
    head.classList.add("current");
    open.setAttribute("aria-current", "true");
  }
  if (children.length > 0) addChildren(place, node, item, id);
  return item;
}

function addChildren(place, node, item, id) {
  const list = element("ul", { role: "list", class: "rows", id, hidden: "" });
  const fold = disclosure("fold", list, () => {
    list.append(...node.children.map((child) => row(place, child)));
  });
  fold.setAttribute("aria-label", `Parts of ${item.querySelector(".name").textContent}`);
  item.querySelector(".row").prepend(fold);
  item.append(list);
  const isRoot = node === place.hierarchy.root;
  if (isRoot || node.leads || node.score > 0) fold.click();
}

/** The light of a row: a child by its score, what is above one faintly. */
function lit({ root }, { children, score }) {
  if (score === 0) return "";
  if (children.length > 0) return "above";
  return score >= STRONG * root.score ? "strong" : "weak";
}

/** The words of a row. */
function label(place, node) {
  const { chunk, score } = node;
  const parts = [name(place, node)];
  if (chunk.id === place.hierarchy.current) parts.push(element("span", { class: "here" }, "this result"));
  if (score > 0) parts.push(scoreNode(node));
  const tokens = `≈ ${countOf(chunk.tokens, "token")}`;
  parts.push(element("span", { class: "tokens" }, tokens));
  // The spaces part the words for those who hear them.
  return parts.flatMap((part) => [part, " "]);
}

function scoreNode({ children, score }) {
  const heard = children.length > 0 ? "has matches, best score " : "matches, score ";
  const words = element("span", { class: "unseen" }, heard);
  return element("span", { class: "score" }, words, score.toLocaleString("en", DIGITS));
}

/** The title, the heading that the chunk begins with, or its first words. */
function name({ hierarchy, title }, node) {
  if (node === hierarchy.root) return element("span", { class: "name heading" }, title);
  const { text, highlights } = hierarchy.source(node);
  const heading = headingAtStart(node.chunk);
  if (heading) return element("span", { class: "name heading" }, ...marked(text, heading, highlights));
  const start = text.slice(0, LONGEST_NAME).replace(UNFINISHED, "");
  const first = { title: "", headings: [], document: "", text, highlights, snippet: start, snippetStart: 0 };
  return element("span", { class: "name" }, ...snippet(first));
}

/** The place of the heading that a chunk begins with; others lie somewhere below theirs. */
function headingAtStart({ text, headings }) {
  const heading = headings.at(-1);
  const [first] = text.trimStart().split("\n", 1);
  if (!heading || first.replace(/^#+ +/, "").trim() !== heading) return null;
  const start = text.indexOf(heading);
  return { start, end: start + heading.length };
}

function textOf({ hierarchy }, node) {
  const { chunk } = node;
  const [start, end] = [chunk.start, chunk.end].map((at) => at.toLocaleString("en"));
  const where = element("p", { class: "label" }, `${chunk.id} · characters ${start} to ${end}`);
  return [where, passage(hierarchy.source(node))];
}

/** Scrolls the outline, and nothing else, so that the row of the result is in its upper part. */
function scrollToResult(panel) {
  const current = panel.querySelector(".current");
  if (!current || panel.hidden) return;
  panel.scrollTop = current.offsetTop - panel.clientHeight / 4;
}

/** Scrolls the outline as far as shows a text, while its row stays in sight. */
function revealText(text, button) {
  if (text.hidden) return;
  const panel = text.closest(".outline");
  const { top, bottom } = panel.getBoundingClientRect();
  const below = text.getBoundingClientRect().bottom - bottom;
  const above = button.getBoundingClientRect().top - top;
  if (below > 0) panel.scrollTop += Math.max(0, Math.min(below, above));
}

// ---- keys: as in a tree, and Tab goes from button to button ----

function onButtonKey(event, panel) {
  if (event.key !== "ArrowDown" || isModified(event) || panel.hidden) return;
  const to = panel.querySelector(".current .chunk") ?? chunkButtons(panel)[0];
  if (to) handled(event, () => to.focus());
}

function onRowKey(event, button) {
  const row = event.target.closest(".row");
  const go = MOVES[event.key];
  if (!row || !go || isModified(event)) return;
  const to = go(row, chunkButtons(event.currentTarget), button);
  if (to) handled(event, () => to.focus());
}

function isModified(event) {
  return event.ctrlKey || event.metaKey || event.altKey;
}

/** The page does not get keys that the outline takes. */
function handled(event, act) {
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** The buttons of the rows that are shown, from the top. */
function chunkButtons(panel) {
  return [...panel.querySelectorAll(".chunk")].filter((button) => !button.closest(".rows[hidden]"));
}

/**
 * The actions of keys in a row. Each gives what has the focus then; nothing leaves the key to the
 * page.
 */
const MOVES = {
  ArrowDown: (row, all) => all[all.indexOf(chunkOf(row)) + 1],
  ArrowUp: (row, all, button) => all[all.indexOf(chunkOf(row)) - 1] ?? button,
  Home: (_row, all) => all[0],
  End: (_row, all) => all.at(-1),
  ArrowRight: (row) => (setFold(row, true) ? chunkOf(row) : below(row)),
  ArrowLeft: (row) => (setFold(row, false) ? chunkOf(row) : above(row)),
};

function chunkOf(row) {
  return row.querySelector(".chunk");
}

/** Whether there was something to do. */
function setFold(row, open) {
  const fold = row.querySelector(".fold");
  if (!fold || isOpen(fold) === open) return false;
  fold.click();
  return true;
}

function below(row) {
  return row.parentElement.querySelector(":scope > .rows .chunk") ?? chunkOf(row);
}

function above(row) {
  return row.parentElement.parentElement.closest(".rows > li")?.querySelector(".chunk") ?? chunkOf(row);
}
