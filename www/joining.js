/** Indexes that are made while the page is open. */
import { loadManifest } from "./library.js";

/** The time between two looks at the list, in milliseconds. */
const PAUSE = 1000;

/** The number of looks in a row that may fail before the list counts as gone. */
const PATIENCE_LOOKS = 5;

const namesIn = (all) => all.map(({ name }) => name).join("\n");

/**
 * Looks at the list again as long as it names an index that is being made. Where the list can't be
 * read any more, nothing comes.
 * @param {import("./library.js").List} list as it was read
 * @param {(list: import("./library.js").List) => void} told of each change
 */
export async function follow(list, told) {
  let known = list;
  let failed = 0;
  while (known.coming.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const before = known;
    const found = await loadManifest().catch(() => null);
    failed = found ? 0 : failed + 1;
    known = found ?? (failed < PATIENCE_LOOKS ? before : { ...before, coming: [] });
    if (namesIn(known.coming) !== namesIn(before.coming)) told(known);
  }
}
