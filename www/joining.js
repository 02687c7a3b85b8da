/** Indexes that are made while the page is open. */
import { loadManifest } from "./library.js";

/** The time between two looks at the list, in milliseconds. */
const PAUSE = 1000;

const namesIn = (all) => all.map(({ name }) => name).join("\n");

/**
 * Looks at the list again as long as it names an index that is being made. Where the list can't be
 * read any more, nothing comes.
 * @param {import("./library.js").List} list as it was read
 * @param {(list: import("./library.js").List) => void} told of each change
 */
export async function follow(list, told) {
  let known = list;
  while (known.coming.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const before = known;
    known = await loadManifest().catch(() => ({ ...before, coming: [] }));
    if (namesIn(known.coming) !== namesIn(before.coming)) told(known);
  }
}
