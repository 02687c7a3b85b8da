import { KindexError } from "../engine/errors.js";

const KEYS = ["id", "url", "title", "names", "text", "lang", "meta", "filters", "tenant", "boost", "extra"];

/** The JSON in which a document crosses into the WebAssembly module. */
export function recordOf(document) {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw invalid("accepted is an object");
  }
  for (const key of Object.keys(document)) {
    if (!KEYS.includes(key)) throw invalid(`there is no "${key}"; accepted are ${KEYS.join(", ")}`);
  }
  try {
    return wellFormed(JSON.stringify(document) ?? "null");
  } catch (cause) {
    throw invalid(cause.message, { cause });
  }
}

/**
 * Half a character, as cutting a string may leave it, cannot be written in UTF-8. In JSON, in keys
 * as in values, it is an escape, and nothing else begins like it. The other escapes are matched too:
 * the second half of a backslash's own must not look like the beginning of one.
 */
export function wellFormed(json) {
  return json.replace(/\\(ud...|.)/g, (escape) => (escape.length > 2 ? "\uFFFD" : escape));
}

function invalid(message, details) {
  return new KindexError("invalid_document", `the document cannot be used: ${message}`, details);
}
