const INSTEAD = "Perhaps the host sent a web page for what it lacks. ";
const FOLDER = " A folder's address ends in /.";
const PACKAGE =
  "Publish all of the package; a Content-Security-Policy has to allow 'wasm-unsafe-eval'.";

/** Codes of what is wrong with the package itself rather than with the index. */
const OF_PACKAGE = ["wasm_failed", "thread_failed"];

/**
 * A line for the console of who makes the page: what is wrong, and what to do.
 *
 * @param {string} src as the element has it
 * @param {import("../entry/index.js").KindexError} error
 */
export function report(src, error) {
  const at = src && addressOf(src);
  const what = error.message.includes(at) ? "" : `the index ${at}: `;
  return `<kindex-search>: ${what}${error.message}. ${advice(src, error)}`.trimEnd();
}

function advice(src, { code, url = "", status }) {
  if (OF_PACKAGE.includes(code) || url.endsWith(".wasm")) return PACKAGE;
  const isFetched = code === "fetch_failed";
  if (isFetched && !status) return "Is the host there, and does it allow other sites (CORS)?";
  if (!isFetched && code !== "not_an_index") return "";
  return `${isFetched ? "" : INSTEAD}Publish the index there, or correct src.${NAMED.test(src) ? "" : FOLDER}`;
}

/** A folder, or a file with a name that `kindex build` gives. */
const NAMED = /(\/|\.kdx|\.gz)([?#]|$)/;

/** The whole address, or `src` where it is none. */
function addressOf(src) {
  return Object.assign(document.createElement("a"), { href: src }).href;
}
