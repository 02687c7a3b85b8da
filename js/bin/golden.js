// Golden sets: queries with the pages that should come up.
import { readFile } from "node:fs/promises";
import { guarded } from "../engine/errors.js";
import { fullEngine } from "../entry/full-engine.js";
import { Failure, fileFailure } from "./output.js";

/** The results among which pages should be where an entry does not say, and those that are looked at. */
const WITHIN = 10;
const DEPTH = 100;

/**
 * @typedef {object} Expectation an entry of a golden set
 * @property {number} line where it begins in the file, from 1
 * @property {string} query
 * @property {string[]} pages as they are named: ids or addresses, sections with `#` and an anchor
 * @property {number} [within]
 */

/**
 * @param {string} file YAML, or JSON Lines by its name
 * @returns {Promise<Expectation[]>}
 */
export async function readGolden(file) {
  const source = await readFile(file, "utf8").catch((error) => {
    throw fileFailure("read", file, error);
  });
  const { golden } = await fullEngine();
  try {
    return JSON.parse(guarded(() => golden(source, /\.(jsonl|ndjson)$/.test(file))));
  } catch (error) {
    throw error?.name === "KindexError" ? new Failure(`${file}: ${error.message}`) : error;
  }
}

/**
 * Asks an index each query of a golden set.
 *
 * @param {import("../entry/explore.js").Explorer} index
 * @param {Expectation[]} entries
 * @param {import("../entry/index.js").Weights} weights to try
 * @param {string} base the path that the site is published below, with a slash at its end
 * @returns {{ query: string, within: number, pages: { page: string, place?: number, isMissing: boolean }[] }[]}
 *   of each page its place among the results, if it is there at all, and whether the index lacks it
 */
export function judged(index, entries, weights, base) {
  const ids = idsOf(index);
  return entries.map(({ query, pages, within = WITHIN }) => {
    const { hits } = index.search(query, { limit: DEPTH, perDocument: 1, explain: true, weights });
    return { query, within, pages: pages.map((page) => ({ page, ...placeOf(index, hits, found(ids, page, base)) })) };
  });
}

const trimmed = (name) => name.replace(/^(\.?\/)+|\/+$/g, "");

/** The ids of documents by the names that people give them: if an address is another's id, the id counts. */
function idsOf(index) {
  const all = index.documents();
  const addresses = all.map((id) => [trimmed(index.document(id).url), id]).filter(([url]) => url !== "");
  return new Map([...addresses, ...all.map((id) => [id, id])]);
}

/** The document that a name means, and the anchor of a section; undefined where there is none. */
function found(ids, page, base) {
  const id = idOf(ids, page, base);
  if (id !== undefined) return { id, anchor: "" };
  const hash = page.lastIndexOf("#");
  const document = hash < 0 ? undefined : idOf(ids, page.slice(0, hash), base);
  return document === undefined ? undefined : { id: document, anchor: page.slice(hash + 1) };
}

/** By an id, or by an address as the site is published: the index has those that are served here. */
function idOf(ids, page, base) {
  const path = page.replace(/^https?:\/\/[^/]*/, "");
  const name = trimmed(path.startsWith(base) ? path.slice(base.length) : path);
  const names = [page, name, `${name}.html`, name === "" ? "index.html" : `${name}/index.html`];
  return ids.get(names.find((one) => ids.has(one)));
}

function placeOf(index, hits, wanted) {
  if (!wanted) return { isMissing: true };
  const at = hits.findIndex(({ document }) => document === wanted.id);
  const isThere = at >= 0 && (wanted.anchor === "" || anchorsOf(index, hits[at]).has(wanted.anchor));
  return { place: isThere ? at + 1 : undefined, isMissing: false };
}

/** The anchors of the headings that a hit has in it and is below, as far as the index tells them. */
function anchorsOf(index, { document, anchor, children }) {
  const byHeadings = new Map();
  const parts = index.chunks(document, 0);
  for (const part of parts) {
    const key = JSON.stringify(part.headings);
    if (!byHeadings.has(key)) byHeadings.set(key, part.anchor);
  }
  const within = new Set(children.map(({ id }) => id));
  const paths = parts.filter(({ id }) => within.has(id)).map(({ headings }) => headings);
  const above = paths.flatMap((path) => path.map((_, depth) => byHeadings.get(JSON.stringify(path.slice(0, depth + 1)))));
  return new Set([anchor, ...above]);
}
