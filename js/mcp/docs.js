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
 * @param {import("./sites.js").OneSite} sites
 * @param {{ limit: number }} args
 * @param {number} budget
 * @param {import("../entry/mcp.js").Server} server
 */
export async function listDocs({ all: [{ index }] }, { limit }, budget, { info, built, structured }) {
  // Whether values are but true and false shows in two.
  const keys = await index.keys({ limit: Math.max(limit, 2) });
  const { documents: pages } = await index.stats();
  const take = taking(budget);
  // Words alone do not name them here.
  const named = (name) => valuesOf(keys, name, limit).filter((value) => !structured || take(value));
  const docs = { title: line(info.title ?? info.name), pages, languages: named("lang"), versions: named("version") };
  if (built !== undefined) docs.built = line(built);
  return { docs: [docs], ...filtersWithin(keys, limit, take) };
}

/** What says whether there is room for a value, which is taken then. */
export function taking(budget) {
  let left = budget;
  return (value) => {
    const fits = cost(value) <= left;
    if (fits) left -= cost(value);
    return fits;
  };
}

/** The values of a key that can be given as they stand here. */
export const valuesOf = (keys, name, limit) => keys.filter(({ key }) => key === name).flatMap((one) => usable(one, limit).map(({ value }) => value));

/** As many keys as fit, and then of their values. */
export function filtersWithin(all, limit, take) {
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
  return { filters, ...(leftOut > 0 ? { left_out: leftOut } : {}) };
}

/**
 * Whether a search can be narrowed by a key: filters, languages and versions, dates, and other metadata
 * that several pages share and that is more than a switch.
 */
function narrows({ key, kind, documents, total, values }) {
  if (kind === "filter" || ["lang", "version"].includes(key) || DATE.test(values[0]?.value ?? "")) return true;
  // Of very many keys no values may be known.
  const mayBeSwitch = values.length > 0 && values.slice(0, 2).every(({ value }) => SWITCH.includes(value));
  return total > 1 && total < documents && !mayBeSwitch;
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
export function docsText(result) {
  const [{ title, pages, built }] = result.docs;
  return [filled(texts.doc, JSON.stringify(title), pages, whenBuilt(built)), ...keysText(result)].join("\n");
}

export const whenBuilt = (built) => (built === undefined ? "" : filled(texts.built, built));

/** The rows about keys. */
export function keysText({ filters, left_out: leftOut }) {
  const rows = [filters.length === 0 ? texts.noKeys : filled(texts.keys, filters.length), ...filters.map(row)];
  return leftOut === undefined ? rows : [...rows, filled(texts.keysLeftOut, leftOut)];
}

function row({ key, pages, values_total: total, values }) {
  const list = values.map((one) => `${JSON.stringify(one.value)} (${one.pages})`).join(", ");
  return filled(texts.key, JSON.stringify(key), pages, total) + (list ? `: ${list}` : texts.noValues);
}
