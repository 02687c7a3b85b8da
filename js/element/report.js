const INSTEAD = "Perhaps the host sent a web page for what it lacks. ";
const FOLDER = " A folder's address ends in /.";
const PACKAGE =
  "Publish all of the package; a Content-Security-Policy has to allow 'wasm-unsafe-eval'.";

/** Codes of what is wrong with the package itself rather than with the index. */
const OF_PACKAGE = ["wasm_failed", "thread_failed"];

/** The messages in the console: each is logged once, however many elements there are. */
const logged = new Set();

/**
 * Tells who makes the page, in the console, what is wrong and what to do.
 *
 * @param {string} address of the index
 * @param {import("../entry/index.js").KindexError} error
 */
export function report(address, error) {
  const what = error.message.includes(address) ? "" : `the index ${address}: `;
  const message = `<kindex-search>: ${what}${error.message}. ${advice(address, error)}`.trimEnd();
  if (!logged.has(message)) console.error(message);
  logged.add(message);
}

function advice(address, { code, url = "", status }) {
  if (OF_PACKAGE.includes(code) || url.endsWith(".wasm")) return PACKAGE;
  const isFetched = code === "fetch_failed";
  if (isFetched && !status) return "Is the host there, and does it allow other sites (CORS)?";
  if (!isFetched && code !== "not_an_index") return "";
  return `${isFetched ? "" : INSTEAD}Publish the index there, or correct src.${NAMED.test(address) ? "" : FOLDER}`;
}

/** A folder, or a file with a name that `kindex build` gives. */
const NAMED = /(\/|\.kdx|\.gz)([?#]|$)/;
