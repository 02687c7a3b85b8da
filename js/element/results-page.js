// The page of results. Its address has the query and the filters, and its entry in the browser's history the hit
// that was chosen.

/** What the parameters of filters begin with, before their keys. */
const FILTER = "filter.";

/** Writes a query and filters into an address, in the place of those that it has. */
function write({ searchParams }, query, filters) {
  if (query) searchParams.set("q", query);
  else searchParams.delete("q");
  for (const name of new Set(searchParams.keys())) if (name.startsWith(FILTER)) searchParams.delete(name);
  for (const [key, values] of filters) {
    // A key without a value stands for all of its values.
    for (const value of values.length > 0 ? values : [""]) searchParams.append(FILTER + key, value);
  }
}

/**
 * The address of the page of results with a query; empty where that is no web page.
 *
 * @param {string} results as the element has it
 * @param {string} query
 * @param {import("./filters.js").Chosen} filters
 */
export function resultsAddress(results, query, filters) {
  if (!results) return "";
  try {
    const to = new URL(results, document.baseURI);
    write(to, query, filters);
    return /^https?:$/.test(to.protocol) ? to.href : "";
  } catch {
    return "";
  }
}

/** The query of this page's address, and what was chosen there. */
export function readQuery() {
  return { query: new URLSearchParams(location.search).get("q")?.trim(), choice: history.state?.kindexChoice };
}

/** The filters of this page's address. @returns {import("./filters.js").Chosen} */
export function readFilters() {
  const found = new Map();
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (!name.startsWith(FILTER)) continue;
    const key = name.slice(FILTER.length);
    found.set(key, [...(found.get(key) ?? []), value].filter(Boolean));
  }
  return found;
}

/**
 * Writes a query and filters into this page's address, and beside it what was chosen.
 *
 * @param {string} query
 * @param {string | undefined} choice
 * @param {import("./filters.js").Chosen} filters
 */
export function writeQuery(query, choice, filters) {
  const to = new URL(location.href);
  write(to, query, filters);
  try {
    history.replaceState({ ...history.state, kindexChoice: choice }, "", to);
  } catch {
    // WebKit allows a hundred of these in half a minute. The results are there all the same.
  }
}
