import { open as openIndex } from "/kindex/index.js";

export async function open(files) {
  const index = await openIndex(files["index.kdx"]);
  return (query, prefix) => index.search(query, { prefix }).hits;
}
