// The tool grep_docs.
import { texts } from "./interface.js";
import { safe } from "../text/sanitize.js";
import { ToolError } from "./tool-error.js";
import { citation, cost, fenceCost, filled, line, passageText, shownId, trail } from "./text.js";

/**
 * @param {import("../entry/explore.js").Explorer} index
 * @param {{ pattern: string, regex: boolean, case: boolean, word: boolean, page: string, limit: number, from?: string, max_tokens: number }} args
 * @param {number} frame how many tokens are taken already
 */
export async function grepDocs(index, { pattern, from, max_tokens: most, ...options }, frame) {
  const [, document, line] = /^(\d{1,9})\.(\d{1,9})$/.exec(from ?? "0.1") ?? [];
  if (document === undefined) throw new ToolError(texts.grepFrom);
  const found = await grep(index, pattern, { ...options, from: [Number(document), Number(line)] });
  const { sections, next } = given(found, Math.max(most - frame, 0));
  return {
    lines: found.lines,
    pages: found.documents,
    ...(found.isLowerBound ? { is_lower_bound: true } : {}),
    sections,
    ...(next ? { next: next.join(".") } : {}),
  };
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

/** As many lines as fit, one in any case: otherwise there would be no going on. */
function given(found, budget) {
  let left = budget;
  const sections = [];
  for (const section of found.sections) {
    const shown = described(section);
    left -= cost(shown) + fenceCost();
    for (const [number, text] of section.lines) {
      const one = { line: number, text: safe(text) };
      left -= cost(one) + fenceCost(one.text) - fenceCost();
      if (left < 0 && sections.length + shown.lines.length > 0) {
        if (shown.lines.length > 0) sections.push(shown);
        return { sections, next: [section.document, number] };
      }
      shown.lines.push(one);
    }
    sections.push(shown);
  }
  return { sections, next: found.next };
}

/** A section without its lines. */
function described({ id, page, anchor, headings }) {
  return {
    id: shownId(id),
    url: citation(page.url, anchor),
    title: line(page.title),
    headings: headings.map((heading) => line(heading)),
    lines: [],
  };
}

/** @param {Awaited<ReturnType<typeof grepDocs>>} result */
export function grepText({ lines, pages, is_lower_bound: isLowerBound, sections, next }) {
  const none = isLowerBound ? texts.noLinesYet : texts.noLines;
  const parts = [lines === 0 ? none : filled(texts.lines, isLowerBound ? texts.atLeastLines : "", lines, pages)];
  for (const [at, { id, url, title, headings, lines: rows }] of sections.entries()) {
    const text = rows.map((row) => filled(texts.numberedLine, row.line, row.text)).join("\n");
    parts.push(passageText(`[${at + 1}] ${trail(title, headings, line(id))}`, { id, url, text }));
  }
  if (next !== undefined) parts.push(filled(texts.moreToGrep, JSON.stringify(next)));
  return parts.join("\n\n");
}
