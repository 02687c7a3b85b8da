/** The parts of a hit's score, as the index explains it. */
import { element } from "./kindex/element/dom.js";
import { reason } from "./library.js";
import { disclosure } from "./outline.js";

const DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const points = (value) => value.toLocaleString("en", DIGITS);

/** The fields in which a word counts, as a reader calls them. */
const FIELDS = { title: "title", heading: "headings", body: "text", extra: "extra words" };

/**
 * The button that shows the score of a hit, and the place where it does.
 * @param {object} hit
 * @param {number} rank of the hit, from 0
 * @param {{ask: (options: object) => object}} from where the hit is from
 * @returns {[HTMLButtonElement, HTMLElement]}
 */
export function score(hit, rank, { ask }) {
  const panel = element("div", { class: "explained", id: `score-${rank}`, role: "group", "aria-label": "Score", hidden: "" });
  const button = disclosure("show-score", panel, () => fill(panel, hit, rank, ask));
  button.append("Score");
  return [button, panel];
}

async function fill(panel, hit, rank, ask) {
  panel.append(element("p", {}, "Adding up …"));
  try {
    const { hits } = await ask({ limit: rank + 1, explain: true });
    const { explanation } = hits.find(({ id }) => id === hit.id);
    panel.replaceChildren(...explained(explanation, hit));
  } catch (error) {
    panel.replaceChildren(element("p", { class: "problem" }, `The score can't be explained: ${reason(error)}.`));
  }
}

/** The table of the parts, each in a row with its points; their sum is the score. */
function explained(explanation, { score: total, level }) {
  const { boost } = explanation;
  const parts = wordRows(explanation, level);
  const sum = row("Score", boost === 1 ? "" : `times ${points(boost)}, the boost of the page`, total);
  const head = element("tr", {}, ...["Word", "Where", "Points"].map((name) => element("th", { scope: "col" }, name)));
  return [
    element("div", { class: "scroll" },
      element("table", {}, element("thead", {}, head), element("tbody", {}, ...parts), element("tfoot", {}, sum))),
  ];
}

function wordRows({ children, title, partTitle, exactTitle }, level) {
  const rows = children.filter(({ share }) => share > 0).flatMap((child) => childRows(child, level));
  for (const one of title) rows.push(row(one.term, "the page's title as a text of its own", one.score));
  if (partTitle > 0) rows.push(row("", "the page's title is a part of what was asked for", partTitle));
  if (exactTitle > 0) rows.push(row("", "the page is called what was asked for", exactTitle));
  return rows;
}

function childRows({ terms, share, exactHeading }, level) {
  const rows = terms.map((term) => row(term.term, `${placeOf(term, level)}${share < 1 ? `, of which ${points(share)} counts` : ""}`, term.score * share));
  if (exactHeading > 0) rows.push(row("", "the heading is what was asked for", exactHeading * share));
  return rows;
}

/** Where a word stands, and how often. */
function placeOf(term, level) {
  const unit = term.level === 0 ? "passage" : term.level <= level ? "section" : "page";
  const where = Object.entries(FIELDS)
    .filter(([key]) => term[key] > 0)
    .map(([key, name]) => (term[key] > 1 ? `${name}, ${term[key]} times` : name));
  return `${unit}: ${where.join(", ")}`;
}

function row(word, where, value) {
  const amount = element("td", { class: "points" }, points(value));
  // A header without words tells a screen reader nothing.
  const head = word ? element("th", { scope: "row" }, word) : element("td");
  return element("tr", {}, head, element("td", {}, where), amount);
}
