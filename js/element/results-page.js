// The page of results. Its address has the query, and its entry in the browser's history what was chosen.

/**
 * The address of the page of results with a query; empty where that is no web page.
 *
 * @param {string} results as the element has it
 * @param {string} query
 */
export function resultsAddress(results, query) {
  if (!results) return "";
  try {
    const to = new URL(results, document.baseURI);
    to.searchParams.set("q", query);
    return /^https?:$/.test(to.protocol) ? to.href : "";
  } catch {
    return "";
  }
}

/** The query of this page's address, and what was chosen there. */
export function readQuery() {
  return { query: new URLSearchParams(location.search).get("q")?.trim(), choice: history.state?.kindexChoice };
}

/**
 * Writes a query into this page's address, and beside it what was chosen.
 *
 * @param {string} query
 * @param {string} [choice]
 */
export function writeQuery(query, choice) {
  const to = new URL(location.href);
  if (query) to.searchParams.set("q", query);
  else to.searchParams.delete("q");
  try {
    history.replaceState({ ...history.state, kindexChoice: choice }, "", to);
  } catch {
    // WebKit allows a hundred of these in half a minute. The results are there all the same.
  }
}
