// The tool list_filters.
import { texts } from "./interface.js";
import { cost, filled, line } from "./text.js";

/**
 * The keys, and then the values of each, as far as they fit.
 *
 * @param {import("../entry/explore.js").Explorer} index
 * @param {{ limit: number }} args
 * @param {number} budget
 */
export async function listFilters(index, { limit }, budget) {
  const keys = await index.keys({ limit });
  const filters = [];
  let left = budget;
  /** Whether there is room for a value, which is taken then. */
  const take = (value) => {
    const fits = cost(value) <= left;
    if (fits) left -= cost(value);
    return fits;
  };
  for (const { key, documents, total } of keys) {
    const filter = { key: line(key), pages: documents, values_total: total, values: [] };
    if (!take(filter)) break;
    filters.push(filter);
  }
  for (const [at, filter] of filters.entries()) {
    for (const { value, documents: pages } of usable(keys[at])) {
      if (!take({ value, pages })) break;
      filter.values.push({ value, pages });
    }
  }
  const leftOut = keys.length - filters.length;
  return { filters, ...(leftOut > 0 ? { left_out: leftOut } : {}) };
}

/**
 * Values that a model can give as they stand here. Those that are all different, as descriptions are,
 * narrow no search.
 */
function usable({ total, values }) {
  if (values[0]?.documents === 1 && total > values.length) return [];
  return values.filter(({ value }) => line(value) === value);
}

/** @param {Awaited<ReturnType<typeof listFilters>>} result */
export function filtersText({ filters, left_out: leftOut }) {
  const found = filled(texts.keys, filters.length);
  const parts = [filters.length === 0 ? texts.noKeys : found, ...filters.map(row)];
  if (leftOut !== undefined) parts.push(filled(texts.keysLeftOut, leftOut));
  return parts.join("\n");
}

function row({ key, pages, values_total: total, values }) {
  const list = values.map((one) => `${JSON.stringify(one.value)} (${one.pages})`).join(", ");
  return filled(texts.key, JSON.stringify(key), pages, total) + (list ? `: ${list}` : texts.noValues);
}
