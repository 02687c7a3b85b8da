// Sections of pages as their sources have them, in Markdown or HTML, by the ids of headings and paragraphs. Engines that
// are measured cut pages themselves; what they are to find is therefore taken from the sources by other means.

const ENTITIES = { lt: "<", gt: ">", quot: '"', nbsp: " ", amp: "&" };

/** Fewer letters than these are no section, as one heading that only leads to the next has none. */
const LEAST_LETTERS = 60;

const FENCED = /^ {0,3}(```+|~~~+).*\n[^]*?(?:^ {0,3}\1.*$|(?![^]))/gm;
const MATTER = /^---\n[^]*?\n---\n/;
const HEADING = /^#{1,6} +(.+)$/gm;
const ELEMENT = /<(\w+)\b[^>]*>/g;
const LINK = /\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g;

/** The same text with blanks for all that a pattern finds, so that places stay. */
const blanked = (text, pattern) => text.replace(pattern, (found) => found.replace(/[^\n]/g, " "));

/** The id that GitHub and generators like it make of a heading. */
function slugOf(heading, seen) {
  const slug = heading.replace(LINK, "$1").toLowerCase().replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "").trim().replaceAll(" ", "-");
  const times = seen.get(slug) ?? 0;
  seen.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}

/** Headings in Markdown: `{ at, end, id, isHeading }`. */
function headingsOf(text) {
  const seen = new Map();
  return [...text.matchAll(HEADING)].map(({ 0: line, 1: heading, index }) => {
    const [, given] = /\{(?:\/\*)?#?([\w.-]+?)(?:\*\/)?\}\s*$/.exec(heading) ?? [];
    return { at: index, end: index + line.length, id: given ?? slugOf(heading, seen), isHeading: true };
  });
}

/** Headings and what else has an id in HTML. */
function elementsOf(text) {
  return [...text.matchAll(ELEMENT)].flatMap(({ 0: tag, 1: name, index }) => {
    const [, id] = /\s(?:id|name)\s*=\s*["']?([^"'\s>]+)/.exec(tag) ?? [];
    const isHeading = /^h[1-6]$/i.test(name);
    if (!isHeading && id === undefined) return [];
    const close = isHeading ? text.indexOf(`</${name}>`, index) : -1;
    return [{ at: index, end: close < 0 ? index + tag.length : close + name.length + 3, id, isHeading }];
  });
}

/** The text of a part of a source, without what only makes it look so. */
function words(source) {
  const parts = source.split(/(^ {0,3}(?:```|~~~)[^]*?^ {0,3}(?:```|~~~).*$)/m);
  return parts.map((part, at) => (at % 2 === 1 ? part.replace(/^.*\n/, "") : bare(part))).join("\n");
}

function bare(text) {
  return text
    .replace(/<!--[^]*?-->|\{\/\*[^]*?\*\/\}|\{%[^]*?%\}|\{:[^}\n]*\}|<(script|style)\b[^]*?<\/\1>/g, " ")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replace(LINK, "$1")
    .replace(/<\/?[a-zA-Z][^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code))
    .replace(/&(lt|gt|quot|nbsp|amp);/g, (_, name) => ENTITIES[name]);
}

/**
 * The text of a section without its heading, up to the next heading; of a paragraph with an id up to the next id. Where
 * headings follow each other, the text below them all. Without a fragment it is the beginning of the page. Undefined
 * where the source has no such id.
 */
export function sectionOf(source, fragment) {
  const text = blanked(source, MATTER);
  const marked = blanked(text, FENCED);
  const marks = [...headingsOf(marked), ...elementsOf(marked)].sort((a, b) => a.at - b.at);
  const mark = fragment ? marks.find(({ id }) => id === fragment) : { end: 0, isHeading: true };
  if (!mark) return undefined;
  const ends = marks.filter(({ at, isHeading }) => at >= mark.end && (isHeading || !mark.isHeading)).map(({ at }) => at);
  let section = "";
  for (const end of [...ends, text.length]) {
    section = words(text.slice(mark.end, end)).trim();
    if (section.length >= LEAST_LETTERS) break;
  }
  return section;
}
