// Reads answers of the WebAssembly module: JSON with three differences. A number with a fraction is
// the two halves of its bits. An object whose keys are the author's own is an array of pairs. The
// text of a child is left out, as it is part of the hit's.

const bits = new DataView(new ArrayBuffer(8));

/** @param {[high: number, low: number]} halves of its bits */
export function float([high, low]) {
  bits.setUint32(0, high);
  bits.setUint32(4, low);
  return bits.getFloat64(0);
}

/**
 * @param {string} json
 * @param {{ texts?: boolean }} [options] those of the search
 */
export function parseResults(json, options) {
  const results = JSON.parse(json);
  results.hits.forEach(readHit);
  if (options?.texts === false) results.hits.forEach(shorten);
  if (results.facets) results.facets = Object.fromEntries(results.facets);
  return results;
}

function readHit(hit) {
  hit.score = float(hit.score);
  for (const child of hit.children) {
    child.score = float(child.score);
    child.text = hit.text.slice(child.start, child.end);
  }
  hit.meta = readMeta(hit.meta);
  if (hit.differs) hit.differs = Object.fromEntries(hit.differs);
  readFloats(hit.explanation);
  hit.more?.forEach(readHit);
  hit.same?.forEach(readHit);
}

/** Makes marks of the text of a hit that is to have none: it is the lines that a list shows. */
function shorten(hit) {
  let end = -1;
  const [title, ...headings] = [hit.title, ...hit.headings, hit.snippet].map((line) => {
    const start = end + 1;
    end = start + line.length;
    return hit.highlights.filter(([at]) => at >= start && at < end).map((mark) => mark.map((at) => at - start));
  });
  hit.marks = { title, snippet: headings.pop(), headings };
  Object.assign(hit, { text: "", snippetStart: 0, highlights: [] });
  hit.more?.forEach(shorten);
}

/**
 * The values of metadata by key; those that are JSON have `true` beside them.
 *
 * @param {[key: string, value: string, isJson?: true][]} meta
 * @returns {Record<string, import("../entry/index.js").MetaValue>}
 */
export const readMeta = (meta) =>
  Object.fromEntries(meta.map(([key, value, isJson]) => [key, isJson ? readJson(value) : value]));

/** A writer may have said of a text that it is JSON. */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Reads numbers with a fraction, at any depth, in an object in which no other array has numbers.
 *
 * @param {object} [object]
 */
export function readFloats(object) {
  for (const [key, value] of Object.entries(object ?? {})) {
    if (Array.isArray(value) && typeof value[0] === "number") object[key] = float(value);
    else if (typeof value === "object") readFloats(value);
  }
}
