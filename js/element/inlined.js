// An index that a classic script carries, with its engine: for pages that are opened as files.
import { located } from "./located.js";

const GZIP = [0x1f, 0x8b];

/**
 * Gives the bytes of a file that a script carries.
 *
 * @param {string} text Base64
 * @returns {Promise<Uint8Array>} inflated where they are compressed
 */
export async function bytesOfText(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  if (!GZIP.every((byte, at) => bytes[at] === byte)) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * An index that is opened with the first search. Its addresses are relative to the script.
 *
 * @param {() => Promise<import("../entry/index.js").Index>} open
 * @param {string} base the address of the script
 */
export function inlinedIndex(open, base) {
  let opening;
  return {
    async search(query, options) {
      const index = await (opening ??= open());
      const results = index.search(query, options);
      return { ...results, hits: results.hits.map((hit) => located(hit, base)) };
    },
  };
}
