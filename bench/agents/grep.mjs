// Looks for the rarest word of a question, as an agent does with ripgrep: the lines that have it, with those around. To
// look for more words at once, or for pages that have them all, finds less.
import { tokensOf } from "./count.mjs";

/** The tokens of an answer, as those of Kindex have at most by default. */
const ANSWER_TOKENS = 4000;

/** Lines before and after, as `rg -C 2` shows them. */
const AROUND = 2;

/** Words that agents leave out. */
const COMMON = new Set(
  "a about all an and any are as at be been by can could did do does doing for from get has have how i if in into is it its just may me my need not of on or our out should so some than that the their them then there these they this to too use used using want was way we were what when where which while who why will with would you your".split(" "),
);

/** The words of a question that are worth looking for. */
function wordsOf(question) {
  const all = question.toLowerCase().match(/[\p{L}\p{N}](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/gu) ?? [];
  return [...new Set(all)].filter((word) => !COMMON.has(word) && word.length > 1);
}

/** The lines of a page around those that have a word, with numbers, as ripgrep prints them. */
function linesOf({ id, lines, lower }, word) {
  const has = lower.map((line) => line.includes(word));
  const isShown = (at) => has.slice(Math.max(0, at - AROUND), at + AROUND + 1).includes(true);
  return lines.flatMap((line, at) => {
    const sign = has[at] ? ":" : "-";
    if (isShown(at)) return [`${id}${sign}${at + 1}${sign}${line}`];
    return at > 0 && isShown(at - 1) ? ["--"] : [];
  });
}

/** The lines that an answer has room for: those before the first that does not fit. */
function cut(lines) {
  let left = ANSWER_TOKENS;
  const end = lines.findIndex((line) => (left -= tokensOf(`${line}\n`)) < 0);
  return lines.slice(0, end < 0 ? undefined : end).join("\n");
}

/**
 * Of each question `{ shown, ids }`: the lines, and the pages that have the word. The page with the most such lines comes
 * first.
 *
 * @param {{ id: string, lines: string[] }[]} pages
 */
export function grepOf(pages) {
  const all = pages.map((page) => ({ ...page, lower: page.lines.map((line) => line.toLowerCase()) }));
  const having = (word) => all.map((page) => ({ page, count: page.lower.filter((line) => line.includes(word)).length })).filter(({ count }) => count > 0);
  return (question) => {
    const found = wordsOf(question).map((word) => ({ word, pages: having(word) })).filter(({ pages }) => pages.length > 0);
    const [rarest] = found.sort((a, b) => a.pages.length - b.pages.length);
    if (!rarest) return { shown: "", ids: [] };
    const sorted = rarest.pages.sort((a, b) => b.count - a.count).map(({ page }) => page);
    return { shown: cut(sorted.flatMap((page) => linesOf(page, rarest.word))), ids: sorted.map(({ id }) => id) };
  };
}
