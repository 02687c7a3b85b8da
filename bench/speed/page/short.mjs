import { open as openIndex } from "/kindex/index.js";

/** Titles, headings and snippets with marks. */
export async function open(files) {
  const index = await openIndex(files["index.kdx"]);
  return (query, prefix) => index.search(query, { prefix, texts: false }).hits;
}
