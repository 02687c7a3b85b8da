// Escapes of JSON that stand for half a character. crates/mcp/src/json.rs does the
// same.

const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g;

/**
 * JSON in which U+FFFD is in the place of each half of a character without its other half: no text in
 * UTF-8 can have one, though models write it where they cut an emoji.
 *
 * @param {string} json
 */
export const withoutLoneSurrogates = (json) => json.replace(ESCAPE, (escape, half) => (half ? "\\ufffd" : escape));

/** A parsed message in which U+FFFD replaces lone surrogates. */
export function wellFormed(message) {
  const json = written(message);
  const mended = withoutLoneSurrogates(json);
  return mended === json ? message : JSON.parse(mended);
}

/** A message as JSON, in which only halves of characters are escaped as such. */
function written(message) {
  try {
    return JSON.stringify(message) ?? "";
  } catch {
    // A value that is nested too deep, or holds itself, is no message.
    return "";
  }
}
