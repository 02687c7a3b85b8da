import { addressOf } from "../text/address.js";

/** @param {import("../entry/index.js").ExploreHit} hit */
export function resultView(hit) {
  const view = hit.marks ? shortView(hit) : wholeView(hit);
  return { ...view, more: hit.more?.map(resultView), same: hit.same?.map(shortView) };
}

/** A result without content: marks in what a list shows stand in its place, but of copies of a page. */
function shortView(hit) {
  const none = { content: undefined, matched_child_ids: undefined, token_count: undefined, highlights: undefined };
  return { ...wholeView(hit), ...none, marks: hit.marks };
}

/** The name of the index, where there are several. */
const ofIndex = ({ label }) => label !== undefined && { index: label };

function wholeView(hit) {
  return {
    id: hit.id,
    ...ofIndex(hit),
    content: hit.text,
    level: hit.level,
    matched_child_ids: hit.children.map(({ id }) => id),
    token_count: hit.tokens,
    document_id: hit.document,
    url: addressOf(hit),
    title: hit.title,
    headings: hit.headings,
    score: hit.score,
    snippet: hit.snippet,
    highlights: hit.highlights,
    meta: hit.meta,
    ...(hit.differs && { differs: hit.differs }),
    ...(hit.pinned && { pinned: true }),
  };
}

/** The values of each key, the most frequent first. @param {import("../entry/index.js").Results["facets"]} [facets] */
export function facetsView(facets = {}) {
  const view = (values) => values.slice(0, MAX_FACET_VALUES).map(([value, documents]) => ({ value, documents }));
  return Object.fromEntries(Object.entries(facets).map(([key, values]) => [key, view(values)]));
}

/** Of each key the values of a facet that most documents have: a key may have as many as there are pages. */
const MAX_FACET_VALUES = 100;

/**
 * @param {import("../entry/index.js").ChunkView} chunk
 * @param {{ url: string, title: string }} document
 */
export function chunkView(chunk, { url, title }) {
  const { id, level, position, start, end, tokens, anchor, headings, text } = chunk;
  return {
    ...{ id, ...ofIndex(chunk), document_id: chunk.document, level, position, start, end },
    token_count: tokens,
    url: addressOf({ url, anchor }),
    ...{ title, headings, content: text },
  };
}

/** @param {import("../entry/index.js").DocumentView} document */
export function documentView(document) {
  const { id, url, title, lang, meta, filters, chunks, length } = document;
  return { id, ...ofIndex(document), url, title, lang, meta, filters, chunks, length };
}

/** @param {import("../entry/index.js").Page} page */
export function pageView(page) {
  const { id, url, title } = page;
  return { id, ...ofIndex(page), url, title };
}

/** @param {import("../entry/index.js").KeyView} key */
export function keyView({ key, kind, documents, total, values }) {
  return { key, kind, documents, total, values: values.map(({ value, documents }) => ({ value, documents })) };
}

/** @param {import("../entry/index.js").Stats} stats */
export function statusView({ documents, headings, words, unit, levels, language }) {
  return { status: "ok", documents, headings, words, language, unit, levels };
}
