// The tool grep_docs.
import { texts } from "./interface.js";
import { safe } from "../text/sanitize.js";
import { ToolError } from "./tool-error.js";
import { citation, cost, fenceCost, filled, line, noteCost, passageText, shownId, trail } from "./text.js";

/**
 * @param {import("./sites.js").OneSite} sites
 * @param {{ pattern: string, regex: boolean, case: boolean, word: boolean, page: string, limit: number, from?: string, max_tokens: number, docs?: string[] }} args
 * @param {number} frame how many tokens are taken already
 */
export async function grepDocs(sites, { pattern, page: given, from, max_tokens: most, docs = [], ...options }, frame) {
  const [name, page] = sites.parted(given);
  const asked = sites.asked(docs);
  const named = sites.of(name);
  const all = asked.filter((one) => named.includes(one));
  if (name !== undefined && all.length === 0) throw new ToolError(sites.said("pageElsewhere", [name]));
  const others = docs.length > 0 || name !== undefined ? [] : sites.missing;
  const { at, place } = placeIn(sites, all, from ?? "");
  const budget = Math.max(most - frame - noteCost(others), 0);
  const { lines, pages, isLowerBound, sections, next } = await looked(all.slice(at), pattern, { ...options, page, from: place }, budget);
  return {
    lines,
    pages,
    ...(isLowerBound ? { is_lower_bound: true } : {}),
    ...(others.length > 0 ? { not_searched: others } : {}),
    sections,
    ...(next === undefined ? {} : { next }),
  };
}

/** The index, by its number, and the document and line in it to go on from. */
function placeIn(sites, all, from) {
  if (from === "") return { at: 0, place: [0, 1] };
  const [name = "", rest] = sites.parted(from);
  const [, document, line] = /^(\d{1,9})\.(\d{1,9})$/.exec(rest) ?? [];
  const at = all.findIndex((one) => one.name === name);
  if (document === undefined || at < 0) throw new ToolError(texts.grepFrom);
  return { at, place: [Number(document), Number(line)] };
}

/** Looks at one index after another, until so many lines are found or all was looked at of which one call does. */
async function looked(all, pattern, given, budget) {
  const found = { lines: 0, pages: 0, isLowerBound: false, sections: [], next: undefined };
  const room = { left: budget };
  let options = given;
  for (const [number, of] of all.entries()) {
    const own = await grep(of.index, pattern, options);
    found.lines += own.lines;
    found.pages += own.documents;
    found.isLowerBound ||= Boolean(own.isLowerBound);
    const lines = own.sections.reduce((sum, section) => sum + section.lines.length, 0);
    const next = addTo(found.sections, of, own.sections, room) ?? own.next;
    options = { ...options, from: [0, 1], limit: Math.max(options.limit - lines, 0) };
    const rest = options.limit === 0 ? all[number + 1] : undefined;
    if (!next && !rest) continue;
    found.isLowerBound ||= number + 1 < all.length;
    found.next = next ? of.id(next.join(".")) : rest.id("0.1");
    break;
  }
  return found;
}

async function grep(index, pattern, options) {
  try {
    return await index.grep(pattern, options);
  } catch (error) {
    // Another pattern avoids it.
    if (error?.code !== "invalid_option") throw error;
    throw new ToolError(line(error.message));
  }
}

/**
 * Adds as many lines of an index as fit, one in any case: otherwise there would be no going on. Gives the document and
 * the line of the first that does not fit.
 */
function addTo(sections, of, found, room) {
  for (const section of found) {
    const shown = described(of, section);
    room.left -= cost(shown) + fenceCost();
    for (const [number, text] of section.lines) {
      const one = { line: number, text: safe(text) };
      room.left -= cost(one) + fenceCost(one.text) - fenceCost();
      if (room.left < 0 && sections.length + shown.lines.length > 0) {
        if (shown.lines.length > 0) sections.push(shown);
        return [section.document, number];
      }
      shown.lines.push(one);
    }
    sections.push(shown);
  }
  return undefined;
}

/** A section without its lines. */
function described(of, { id, page, anchor, headings }) {
  return {
    id: shownId(of.id(id)),
    url: citation(of.address(page.url), anchor),
    title: line(page.title),
    headings: headings.map((heading) => line(heading)),
    lines: [],
  };
}

/** @param {Awaited<ReturnType<typeof grepDocs>>} result */
export function grepText({ lines, pages, is_lower_bound: isLowerBound, not_searched: others, sections, next }, _, sites) {
  const none = isLowerBound ? texts.noLinesYet : texts.noLines;
  const parts = [lines === 0 ? none : filled(texts.lines, isLowerBound ? texts.atLeastLines : "", lines, pages)];
  if (others) parts.push(sites.said("notLooked", others));
  for (const [at, { id, url, title, headings, lines: rows }] of sections.entries()) {
    const text = rows.map((row) => filled(texts.numberedLine, row.line, row.text)).join("\n");
    parts.push(passageText(`[${at + 1}] ${trail(title, headings, line(id))}`, { id, url, text }));
  }
  if (next !== undefined) parts.push(filled(texts.moreToGrep, JSON.stringify(next)));
  return parts.join("\n\n");
}
