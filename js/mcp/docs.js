// The tool list_docs.
import { texts } from "./interface.js";
import { cost, filled, line } from "./text.js";

/** Values that are but a switch. */
const SWITCH = ["true", "false"];

/** A year and a month, with which dates begin. */
const DATE = /^\d{4}-\d{2}/;

/**
 * What there is, then the keys, and then the values of each, as far as they fit.
 *
 * @param {import("../entry/explore.js").Explorer} index
 * @param {{ limit: number }} args
 * @param {number} budget
 * @param {import("../entry/mcp.js").Server} server
 */
export async function listDocs(index, { limit }, budget, { info, built, structured }) {
  // Whether values are but true and false shows in two.
  const all = await index.keys({ limit: Math.max(limit, 2) });
  const { documents: pages } = await index.stats();
  let left = budget;
  /** Whether there is room for a value, which is taken then. */
  const take = (value) => {
    const fits = cost(value) <= left;
    if (fits) left -= cost(value);
    return fits;
  };
  // Words alone do not name them here.
  const named = (value) => !structured || take(value);
  const valuesOf = (name) => all.filter(({ key }) => key === name).flatMap((one) => usable(one, limit).map(({ value }) => value)).filter(named);
  const docs = { title: line(info.title ?? info.name), pages, languages: valuesOf("lang"), versions: valuesOf("version") };
  if (built !== undefined) docs.built = line(built);
  const keys = all.filter(narrows);
  const filters = [];
  for (const { key, documents, total } of keys) {
    const filter = { key: line(key), pages: documents, values_total: total, values: [] };
    if (!take(filter)) break;
    filters.push(filter);
  }
  for (const [at, filter] of filters.entries()) {
    for (const { value, documents: pages } of usable(keys[at], limit)) {
      if (!take({ value, pages })) break;
      filter.values.push({ value, pages });
    }
  }
  const leftOut = keys.length - filters.length;
  return { docs: [docs], filters, ...(leftOut > 0 ? { left_out: leftOut } : {}) };
}

/**
 * Whether a search can be narrowed by a key: filters, languages and versions, dates, and other metadata
 * that several pages share and that is more than a switch.
 */
function narrows({ key, kind, documents, total, values }) {
  if (kind === "filter" || ["lang", "version"].includes(key) || DATE.test(values[0]?.value ?? "")) return true;
  return total > 1 && total < documents && !values.slice(0, 2).every(({ value }) => SWITCH.includes(value));
}

/**
 * Values that a model can give as they stand here. Those that are all different, as descriptions are,
 * narrow no search.
 */
function usable({ total, values }, limit) {
  if (values[0]?.documents === 1 && total > values.length) return [];
  return values.slice(0, limit).filter(({ value }) => line(value) === value);
}

/** @param {Awaited<ReturnType<typeof listDocs>>} result */
export function docsText({ docs: [{ title, pages, built }], filters, left_out: leftOut }) {
  const when = built === undefined ? "" : filled(texts.built, built);
  const about = filled(texts.doc, JSON.stringify(title), pages, when);
  const found = filled(texts.keys, filters.length);
  const parts = [about, filters.length === 0 ? texts.noKeys : found, ...filters.map(row)];
  if (leftOut !== undefined) parts.push(filled(texts.keysLeftOut, leftOut));
  return parts.join("\n");
}

function row({ key, pages, values_total: total, values }) {
  const list = values.map((one) => `${JSON.stringify(one.value)} (${one.pages})`).join(", ");
  return filled(texts.key, JSON.stringify(key), pages, total) + (list ? `: ${list}` : texts.noValues);
}
