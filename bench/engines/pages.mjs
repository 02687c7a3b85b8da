// The pages of an index as other engines can read them, so that all search the same extraction.

const FENCE = /^[ \t]*(?:```|~~~).*$/gm;
const HEADING = /^#{1,6} .*$/;

/** The text below the heading, without the heading's own line and the fences around code. */
function body(text) {
  const [first, ...rest] = text.split("\n");
  return (HEADING.test(first) ? rest.join("\n") : text).replace(FENCE, "").trim();
}

function section(chunk, page) {
  const trail = chunk.headings.filter(Boolean);
  const titles = [page.title, ...trail];
  return { title: titles.at(-1), titles: titles.slice(0, -1), depth: trail.length + 1, text: body(chunk.text) };
}

function page(index, id) {
  const document = index.document(id);
  const level = document.chunks.length - 1;
  const sections = index.chunks(id, level).map((chunk) => section(chunk, document));
  return {
    id,
    url: document.url,
    title: document.title,
    headings: sections.filter(({ depth }) => depth > 1).map(({ title }) => title),
    text: sections.map(({ text }) => text).join("\n\n"),
    sections,
  };
}

/**
 * All pages of an index whose largest chunks are whole sections (`kindex build --parents sections
 * --section-depth 6`): `{ id, url, title, headings, text, sections }`, where each section has its
 * heading as `title`, the headings above it as `titles`, its `depth` (1 before the first heading)
 * and the `text` below it.
 */
export function pagesOf(index) {
  return index.documents().map((id) => page(index, id));
}
