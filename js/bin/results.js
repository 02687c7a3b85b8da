// The results of a search for people, as the native command prints them into a pipe.
import { addressOf } from "../text/address.js";
import { plain, stepsTo } from "../text/sanitize.js";
import { table } from "./explanation.js";
import { count, fixed } from "./numbers.js";

const INDENT = "   ";

/** More values of a facet than these are for programs to read. */
const MOST_VALUES = 20;

/**
 * @param {import("../entry/index.js").ExploreResults} results
 * @param {{ offset?: number, group?: boolean, maxTokens?: number, facets?: string[] }} asked
 * @param {number} levels how many the index has
 * @param {string[]} [unmet] lines about the filters, where nothing matches
 */
export function page(results, asked, levels, unmet = []) {
  const { query, didYouMean, uncheckedPhrases = [], completions = [], total, hits } = results;
  const { offset = 0 } = asked;
  const lines = [];
  if (total === 0) lines.push(`Nothing matches ${JSON.stringify(plain(query))}.`, ...unmet);
  if (didYouMean) lines.push(`Did you mean ${plain(didYouMean)}?`, "");
  if (uncheckedPhrases.length > 0) {
    lines.push(`Not looked for everywhere: ${plain(uncheckedPhrases.map((phrase) => `"${phrase}"`).join(", "))}`, "");
  }
  if (completions.length > 0) lines.push(`Completions: ${plain(completions.join(", "))}`, "");
  if (total > 0) {
    lines.push(...hits.flatMap((hit, at) => withMore(hit, offset + at + 1, levels)), ...around(results, asked), counted(results, asked));
  }
  return lines.map((line) => `${line}\n`).join("");
}

function withMore(hit, rank, levels) {
  const more = hit.more ?? [];
  return [...passage(`${rank}. `, hit, "", levels), ...more.flatMap((one) => passage("+ ", one, INDENT, levels))];
}

function passage(mark, hit, before, levels) {
  const { title, headings, document, url, score, snippet, pinned } = hit;
  const indent = `${before}${INDENT}`;
  const trail = stepsTo(title || document, headings).join(" > ");
  const address = addressOf({ ...hit, url: url || document });
  return [
    `${before}${mark}${plain(trail)}`,
    `${indent}${plain(address)}  score ${fixed(score, 3)}${pinned ? "  pinned" : ""}`,
    `${indent}${plain(snippet)}`,
    ...(hit.explanation ? table(hit, levels).map((line) => `${indent}${line}`) : []),
    "",
  ];
}

/** The facets, and the passages that did not fit. */
function around({ facets = {}, leftOut = [] }, asked) {
  const lines = (asked.facets ?? []).map((key) => facetLine(key, facets[key] ?? []));
  if (leftOut.length > 0) lines.push(`left out: ${leftOut.map(leftOutText).join("; ")}`);
  return lines;
}

function facetLine(key, values) {
  const parts = values.slice(0, MOST_VALUES).map(([value, documents]) => `${plain(value)} ${count(documents)}`);
  if (values.length > MOST_VALUES) parts.push(`${count(values.length - MOST_VALUES)} more`);
  return `${plain(key)}: ${parts.join(", ") || "no values"}`;
}

const leftOutText = ({ id, tokens, child }) => `${plain(id)} (~${tokens} tokens${child ? `, ${plain(child)} instead` : ""})`;

function counted({ total, totalIsLowerBound, hits }, { offset = 0, group, maxTokens }) {
  // Passages fill tokens each by itself.
  const kind = group && maxTokens === undefined ? "documents" : "passages";
  const text = `${count(hits.length)} of ${totalIsLowerBound ? "at least " : ""}${count(total)} ${kind} that match${offset > 0 ? `, from ${count(offset + 1)} on` : ""}`;
  if (maxTokens === undefined) return text;
  return `${text}, ~${hits.reduce((sum, { tokens }) => sum + tokens, 0)} of ${maxTokens} tokens`;
}
